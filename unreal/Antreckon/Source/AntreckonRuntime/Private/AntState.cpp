#include "AntState.h"

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

	antreckon::GhostsDesc DescribeGhosts(const UAntSettings& Settings)
	{
		antreckon::GhostsDesc Desc;
		const uint32 Most = static_cast<uint32>(Settings.MaxGhosts);
		Desc.predictor.max_entities = Most;
		Desc.receiver.max_entities = Most;
		Desc.smoother.capacity = Most;
		Desc.smoother.snap_distance = Settings.SnapDistance * MetresPerUnit;
		Desc.smoother.run_speed = Settings.TopSpeed * MetresPerUnit;
		return Desc;
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
	antreckon::Expected<antreckon::World> Level = antreckon::World::empty(LevelDesc);
	if (!Level)
	{
		return Level.status();
	}
	State.Level = std::move(*Level);

	AntMapDesc MapDesc = antreckon::defaults<AntMapDesc>();
	MapDesc.start = Now;
	antreckon::Expected<antreckon::PheromoneMap> Map = antreckon::PheromoneMap::create(
		State.Level, MapDesc, antreckon::span<const AntLayerDesc>(Layers.GetData(), static_cast<std::size_t>(Layers.Num())));
	if (!Map)
	{
		return Map.status();
	}
	State.Map = std::move(*Map);
	if (Settings.bTrails)
	{
		AntTrailDesc Trails = antreckon::defaults<AntTrailDesc>();
		Trails.v_max = Settings.TopSpeed * MetresPerUnit;
		antreckon::Status Status = State.Map.enable_trails(Trails);
		if (!Status)
		{
			return Status;
		}
	}

	antreckon::GhostsDesc GroundDesc = DescribeGhosts(Settings);
	GroundDesc.predictor.map = State.Map.get();
	antreckon::Expected<AntNative::FGhosts> OnGround = AntNative::FGhosts::create(GroundDesc);
	if (!OnGround)
	{
		return OnGround.status();
	}
	State.OnGround = std::move(*OnGround);
	antreckon::GhostsDesc BaseDesc = DescribeGhosts(Settings);
	BaseDesc.predictor.frame = AntNative::UnrealFrame();
	antreckon::Expected<AntNative::FGhosts> OnBases = AntNative::FGhosts::create(BaseDesc);
	if (!OnBases)
	{
		return OnBases.status();
	}
	State.OnBases = std::move(*OnBases);

	antreckon::OutboxDesc OutboxDesc;
	OutboxDesc.codec.frame = AntNative::UnrealFrame();
	OutboxDesc.predictor.frame = AntNative::UnrealFrame();
	// Each actor has two numbers: in the level, and on a base.
	OutboxDesc.sender.max_entities = 2 * static_cast<uint32>(Settings.MaxGhosts);
	antreckon::Expected<antreckon::Outbox> Outbox = antreckon::Outbox::create(OutboxDesc);
	if (!Outbox)
	{
		return Outbox.status();
	}
	State.Outbox = std::move(*Outbox);
	Out = std::move(State);
	return antreckon::Status();
}

AntProfile AntDescribe::Profile(EAntModel Model, float TopSpeed, const TArray<float>& Weights)
{
	AntProfile Profile = antreckon::defaults<AntProfile>();
	Profile.model = NumberOf(Model);
	Profile.v_max = TopSpeed * MetresPerUnit;
	Profile.layer_weights = Weights.Num() > 0 ? Weights.GetData() : nullptr;
	Profile.layer_weight_count = static_cast<uint32>(Weights.Num());
	return Profile;
}

AntSenderRules AntDescribe::Rules(const UAntSettings& Settings)
{
	AntSenderRules Rules = antreckon::defaults<AntSenderRules>();
	Rules.kind = ANT_SENDER_TYPE_2;
	Rules.position = Settings.SendThreshold * MetresPerUnit;
	Rules.heartbeat = Nanoseconds(Settings.Heartbeat);
	Rules.min_gap = Nanoseconds(Settings.ShortestGap);
	return Rules;
}

int64 AntDescribe::Nanoseconds(double Seconds)
{
	return antreckon::time_from_seconds(Seconds).value_or(0);
}
