// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The engine-free layer, and Unreal's types in it. FVector and FQuat go through as they are: the library reads and writes centimetres,
// left-handed, Z up, in doubles (ANT_FRAME_UNREAL).
#pragma once

#include "Containers/ArrayView.h"
#include "CoreMinimal.h"

#if WITH_ANTRECKON

THIRD_PARTY_INCLUDES_START
#include "antreckon.hpp"
THIRD_PARTY_INCLUDES_END

namespace AntNative
{
	using FGhosts = antreckon::Ghosts<FVector, FQuat>;

	/** The server, as the ghosts see it: a peer for each of its clocks. */
	using FLink = antreckon::ServerLink<FVector, FQuat>;

	/** Players of senders have numbers below it, those whom only this machine numbers have numbers from it on. */
	constexpr uint32 FirstOwnPlayer = 0x80000000u;

	inline antreckon::Vec3 ToAnt(const FVector& Vector) { return {Vector.X, Vector.Y, Vector.Z}; }

	inline void Write(const FVector& From, double (&To)[3])
	{
		To[0] = From.X;
		To[1] = From.Y;
		To[2] = From.Z;
	}

	inline void Write(const FQuat& From, double (&To)[4])
	{
		To[0] = From.X;
		To[1] = From.Y;
		To[2] = From.Z;
		To[3] = From.W;
	}

	inline FVector ToUnreal(const double (&From)[3]) { return FVector(From[0], From[1], From[2]); }

	inline FVector ToUnreal(const antreckon::Vec3& From) { return FVector(From.x, From.y, From.z); }

	/** Vectors that a batch reads, without a copy. */
	inline antreckon::Stream ReadStream(TArrayView<const FVector> Vectors)
	{
		return antreckon::vectors(antreckon::span<const FVector>(Vectors.GetData(), static_cast<std::size_t>(Vectors.Num())));
	}

	/** Vectors that a batch reads or writes, without a copy. */
	inline antreckon::Stream Stream(TArrayView<FVector> Vectors)
	{
		return antreckon::vectors(antreckon::span<FVector>(Vectors.GetData(), static_cast<std::size_t>(Vectors.Num())));
	}

	inline FString Text(const antreckon::Status& Status) { return FString(UTF8_TO_TCHAR(Status.message().c_str())); }

	inline AntFrame UnrealFrame()
	{
		AntFrame Frame{};
		Frame.kind = ANT_FRAME_UNREAL;
		return Frame;
	}
}

#endif // WITH_ANTRECKON
