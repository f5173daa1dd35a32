// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntState.h"

#if WITH_ANTRECKON

namespace
{
	constexpr double MetresPerUnit = 0.01;

	uint32 NumberOf(EAntModel Model)
	{
		switch (Model)
		{
		case EAntModel::Kinematic:
			return ANT_MODEL_KINEMATIC;
		case EAntModel::Trail:
			return ANT_MODEL_TRAIL;
		case EAntModel::Ant:
			return ANT_MODEL_ANT;
		case EAntModel::Damped:
			return ANT_MODEL_DAMPED;
		case EAntModel::DeadReckoning:
			return ANT_MODEL_DR1;
		case EAntModel::Auto:
		default:
			return ANT_MODEL_AUTO;
		}
	}
}

antreckon::Status FAntState::Create(const UAntSettings& Settings, TArrayView<const AntLayerDesc> Layers, int64 Now, FAntState& Out)
{
	FAntState State;
	AntWorldDesc LevelDesc = antreckon::defaults<AntWorldDesc>();
	LevelDesc.frame = AntNative::UnrealFrame();
	LevelDesc.cell_size = Settings.CellSize * MetresPerUnit;
	LevelDesc.step_height = Settings.StepHeight * MetresPerUnit;
	LevelDesc.drop_height = Settings.DropHeight * MetresPerUnit;
	antreckon::Expected<antreckon::World> MadeLevel = antreckon::World::empty(LevelDesc);
	if (!MadeLevel)
	{
		return MadeLevel.status();
	}
	State.Level = std::move(*MadeLevel);

	AntMapDesc MapDesc = antreckon::defaults<AntMapDesc>();
	MapDesc.start = Now;
	antreckon::Expected<antreckon::PheromoneMap> MadeMap = antreckon::PheromoneMap::create(
		State.Level, MapDesc, antreckon::span<const AntLayerDesc>(Layers.GetData(), static_cast<std::size_t>(Layers.Num())));
	if (!MadeMap)
	{
		return MadeMap.status();
	}
	State.Map = std::move(*MadeMap);
	if (Settings.bTrails)
	{
		AntTrailDesc Trails = antreckon::defaults<AntTrailDesc>();
		if (Settings.RunSpeed > 0.0f)
		{
			Trails.v_max = Settings.RunSpeed * MetresPerUnit;
		}
		antreckon::Status Status = State.Map.enable_trails(Trails);
		if (!Status)
		{
			return Status;
		}
	}

	AntGhostsDesc GhostsDesc = antreckon::defaults<AntGhostsDesc>();
	GhostsDesc.map = State.Map.get();
	GhostsDesc.max_players = static_cast<uint32>(Settings.MaxGhosts);
	GhostsDesc.max_peers = AntNative::FLink::WAYS;
	GhostsDesc.run_speed = Settings.RunSpeed * MetresPerUnit;
	GhostsDesc.snap_distance = Settings.SnapDistance * MetresPerUnit;
	antreckon::Expected<AntNative::FGhosts> MadeGhosts = AntNative::FGhosts::create(GhostsDesc);
	if (!MadeGhosts)
	{
		return MadeGhosts.status();
	}
	State.Ghosts = std::move(*MadeGhosts);
	Out = std::move(State);
	return antreckon::Status();
}

AntProfile AntDescribe::Profile(EAntModel Model, float RunSpeed, const TArray<float>& Weights)
{
	AntProfile Desc = antreckon::defaults<AntProfile>();
	Desc.model = NumberOf(Model);
	if (RunSpeed > 0.0f)
	{
		Desc.v_max = RunSpeed * MetresPerUnit;
	}
	Desc.layer_weights = Weights.Num() > 0 ? Weights.GetData() : nullptr;
	Desc.layer_weight_count = static_cast<uint32>(Weights.Num());
	return Desc;
}

AntSenderRules AntDescribe::Rules(const UAntSettings& Settings)
{
	AntSenderRules Desc = antreckon::defaults<AntSenderRules>();
	Desc.kind = ANT_SENDER_OWNER_LINE;
	Desc.position = Settings.SendThreshold * MetresPerUnit;
	Desc.heartbeat = Nanoseconds(Settings.Heartbeat);
	Desc.min_gap = Nanoseconds(Settings.ShortestGap);
	return Desc;
}

AntOutboxDesc AntDescribe::Outbox(const UAntSettings& Settings)
{
	AntOutboxDesc Desc = antreckon::defaults<AntOutboxDesc>();
	Desc.frame = AntNative::UnrealFrame();
	// One observer stands for everybody: the engine's multicast chooses who gets it.
	Desc.max_players = 1;
	Desc.max_observers = 1;
	Desc.run_speed = Settings.RunSpeed * MetresPerUnit;
	return Desc;
}

int64 AntDescribe::Nanoseconds(double Seconds)
{
	return antreckon::time_from_seconds(Seconds).value_or(0);
}

#endif // WITH_ANTRECKON
