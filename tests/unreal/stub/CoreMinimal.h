// Everyday types. See README.md: our own declarations, for compiling only.
#pragma once

#include "HAL/Platform.h"

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#define ANTRECKONRUNTIME_API

#define UTF8_TO_TCHAR(Text) StubUtf8(Text)
const TCHAR* StubUtf8(const char* Text);

// Macros that the header tool gives a meaning to.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UPARAM(...)
#define STUB_JOIN_2(A, B, C, D) A##B##C##D
#define STUB_JOIN(A, B, C, D) STUB_JOIN_2(A, B, C, D)
// Expands by file and line, as in the engine: a class whose generated header is not included does not compile.
#define GENERATED_BODY(...) STUB_JOIN(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY)

#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END

enum { INDEX_NONE = -1 };

class UObject;
class UClass;
class FString;
class FName;

template <typename T>
std::remove_reference_t<T>&& MoveTemp(T&& Value) { return static_cast<std::remove_reference_t<T>&&>(Value); }

template <typename ElementType>
class TArray;

template <typename ElementType>
class TArrayView
{
public:
	TArrayView() = default;
	TArrayView(ElementType* InData, int32 InNum);
	template <typename Other>
	TArrayView(TArray<Other>& Array);
	template <typename Other>
	TArrayView(const TArray<Other>& Array);
	ElementType* GetData() const;
	int32 Num() const;
};
template <typename ElementType>
TArrayView<ElementType> MakeArrayView(ElementType* Pointer, int32 Size);

#if STUB_UE_MINOR >= 4
enum class EAllowShrinking : uint8 { No, Yes };
#endif

template <typename ElementType>
class TArray
{
public:
	TArray() = default;
	TArray(const TArray&);
	TArray(TArray&&);
	TArray& operator=(const TArray&);
	TArray& operator=(TArray&&);
	~TArray();
	bool operator==(const TArray& Other) const;
	int32 Num() const;
	ElementType* GetData();
	const ElementType* GetData() const;
	ElementType& operator[](int32 Index);
	const ElementType& operator[](int32 Index) const;
	int32 Add(const ElementType& Item);
	int32 Add(ElementType&& Item);
	void Reset(int32 NewSize = 0);
#if STUB_UE_MINOR < 4
	void SetNum(int32 NewNum, bool bAllowShrinking = true);
	void SetNumUninitialized(int32 NewNum, bool bAllowShrinking = true);
#else
	void SetNum(int32 NewNum, EAllowShrinking AllowShrinking = EAllowShrinking::Yes);
	void SetNumUninitialized(int32 NewNum, EAllowShrinking AllowShrinking = EAllowShrinking::Yes);
#endif
#if STUB_UE_MINOR == 4
	void SetNum(int32 NewNum, bool bAllowShrinking);
#endif
	bool Find(const ElementType& Item, int32& Index) const;
	void RemoveAtSwap(int32 Index);
	template <typename Predicate>
		requires std::is_invocable_r_v<bool, const Predicate&, const ElementType&>
	int32 RemoveAllSwap(const Predicate&) { return 0; }
	ElementType* begin();
	ElementType* end();
	const ElementType* begin() const;
	const ElementType* end() const;
};

class FString
{
public:
	FString();
	FString(const TCHAR* Text);
	const TCHAR* operator*() const;
	bool IsEmpty() const;
	bool Contains(const TCHAR* Text) const;
	template <typename... Types>
	static FString Printf(const TCHAR* Format, Types... Arguments);
};

class FName
{
public:
	FName();
	FName(const TCHAR* Text);
	bool operator==(const FName& Other) const;
	bool operator!=(const FName& Other) const;
};
extern const FName StubNameNone;
#define NAME_None StubNameNone

template <typename T>
class TSharedRef
{
public:
	template <typename Derived>
		requires std::is_convertible_v<Derived*, T*>
	TSharedRef(const TSharedRef<Derived>&) {}
	explicit TSharedRef(T*) {}
	T* operator->() const;
	T& operator*() const;
};
template <typename T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	template <typename Derived>
		requires std::is_convertible_v<Derived*, T*>
	TSharedPtr(const TSharedRef<Derived>& Other);
	bool IsValid() const;
	T* operator->() const;
};
// With a body, because a class of one file has no name that another could know.
template <typename T, typename... Types>
TSharedRef<T> MakeShared(Types&&... Arguments) { return TSharedRef<T>(new T(static_cast<Types&&>(Arguments)...)); }

struct FMemory
{
	static void* Malloc(SIZE_T Count, uint32 Alignment = 0);
	static void Free(void* Original);
	static void* Memcpy(void* Dest, const void* Src, SIZE_T Count);
};

class FArchive
{
public:
	bool IsLoading() const;
	bool IsError() const;
	void SetError();
	virtual ~FArchive();
	virtual void Serialize(void* V, int64 Length);
	virtual void SerializeIntPacked(uint32& Value);
};

template <class T>
struct TStructOpsTypeTraitsBase2 {};
template <class T>
struct TStructOpsTypeTraits : public TStructOpsTypeTraitsBase2<T> {};

struct FIntVector
{
	int32 X, Y, Z;
};

namespace UE::Math
{
	template <typename T>
	struct TQuat;
	template <typename T>
	struct TRotator;

	// The engine's vector has this memory: X, Y, Z and nothing else.
	template <typename T>
	struct TVector
	{
		T X, Y, Z;
		TVector() = default;
		TVector(T InX, T InY, T InZ);
		explicit TVector(const FIntVector& InVector);
		TVector operator+(const TVector& Other) const;
		TVector operator-(const TVector& Other) const;
		TVector operator*(T Scale) const;
		bool operator==(const TVector& Other) const;
		bool operator!=(const TVector& Other) const;
		static const TVector ZeroVector;
	};

	template <typename T>
	struct alignas(16) TQuat
	{
		T X, Y, Z, W;
		TQuat() = default;
		TQuat operator*(const TQuat& Other) const;
		TQuat Inverse() const;
		TQuat GetNormalized(T Tolerance = T(1e-8)) const;
		TVector<T> RotateVector(TVector<T> Vector) const;
		TVector<T> UnrotateVector(TVector<T> Vector) const;
		static const TQuat Identity;
	};

	template <typename T>
	struct TRotator
	{
		T Pitch, Yaw, Roll;
		TQuat<T> Quaternion() const;
		bool operator==(const TRotator& Other) const;
		static const TRotator ZeroRotator;
	};

	template <typename T>
	struct TTransform
	{
		TVector<T> InverseTransformVector(const TVector<T>& Vector) const;
	};

	template <>
	const TVector<double> TVector<double>::ZeroVector;
	template <>
	const TQuat<double> TQuat<double>::Identity;
	template <>
	const TRotator<double> TRotator<double>::ZeroRotator;
}
using FVector = UE::Math::TVector<double>;
using FQuat = UE::Math::TQuat<double>;
using FRotator = UE::Math::TRotator<double>;
using FTransform = UE::Math::TTransform<double>;

struct FColor
{
	uint8 B, G, R, A;
	static const FColor White, Red, Green, Blue, Yellow;
};

struct FLinearColor
{
	float R, G, B, A;
	FLinearColor(const FColor& Color);
	static const FLinearColor Green, Red;
};

struct FBox
{
	FBox(const FVector& InMin, const FVector& InMax);
};

struct FMath
{
	template <typename T>
	static T Max(T A, T B);
	template <typename T>
	static T Min(T A, T B);
	template <typename T>
	static T Clamp(T Value, T MinValue, T MaxValue);
	static float Abs(float Value);
	static float Sqrt(float Value);
};

// Formats are not checked here.
namespace ELogVerbosity { enum Type : uint8 { Fatal, Error, Warning, Display, Log, Verbose, All }; }
struct FLogCategoryBase {};
#define DECLARE_LOG_CATEGORY_EXTERN(Name, Default, CompileTime) extern struct FLogCategory##Name : public FLogCategoryBase {} Name
#define DEFINE_LOG_CATEGORY(Name) FLogCategory##Name Name
template <typename... Types>
void StubLog(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const TCHAR* Format, Types... Arguments);
#define UE_LOG(Category, Verbosity, Format, ...) StubLog(Category, ELogVerbosity::Verbosity, Format, ##__VA_ARGS__)

#include "UObject/Object.h"
