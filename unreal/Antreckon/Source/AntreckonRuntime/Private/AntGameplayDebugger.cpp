// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntGameplayDebugger.h"

#if WITH_ANTRECKON

#if WITH_GAMEPLAY_DEBUGGER

#include "AntGhostComponent.h"
#include "AntGhostState.h"
#include "AntLookup.h"
#include "GameFramework/PlayerController.h"
#include "GameplayDebugger.h"
#include "GameplayDebuggerCategory.h"

namespace
{
	const TCHAR* NameOf(EAntDrawnBy DrawnBy)
	{
		switch (DrawnBy)
		{
		case EAntDrawnBy::Observations:
			return TEXT("the engine's replication");
		case EAntDrawnBy::Packets:
			return TEXT("packets of its sender");
		case EAntDrawnBy::Engine:
			return TEXT("the engine alone");
		case EAntDrawnBy::Nobody:
		default:
			return TEXT("nobody yet");
		}
	}

	/** All of it is known on the client that draws, and nothing of it on the server. */
	class FAntDebuggerCategory : public FGameplayDebuggerCategory
	{
	public:
		FAntDebuggerCategory() { bShowOnlyWithDebugActor = false; }

		static TSharedRef<FGameplayDebuggerCategory> MakeInstance() { return MakeShared<FAntDebuggerCategory>(); }

		virtual void DrawData(APlayerController* OwnerPC, FGameplayDebuggerCanvasContext& CanvasContext) override
		{
			const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(OwnerPC != nullptr ? OwnerPC->GetWorld() : nullptr);
			if (Subsystem == nullptr || !Subsystem->IsDrawing())
			{
				CanvasContext.Printf(TEXT("{red}off: ant.Enabled 0, a dedicated server, a replay, or no library (see the log)"));
				return;
			}
			const FAntReport Line = Subsystem->GetReport();
			CanvasContext.Printf(TEXT("{white}ghosts {yellow}%d{white}, navmesh tiles {yellow}%d"), Subsystem->GetGhosts().Num(),
				static_cast<int32>(Subsystem->State()->Navigation.tile_count()));
			CanvasContext.Printf(TEXT("{white}updates {yellow}%lld{white}, used {yellow}%lld{white}, refused {yellow}%lld{white}, too late {yellow}%lld"),
				Line.Updates, Line.Used, Line.Refused, Line.TooLate);
			CanvasContext.Printf(TEXT("{white}loss {yellow}%.1f %%{white}, jitter {yellow}%.0f ms{white}, one way {yellow}%.0f ms"), 100.0f * Line.Loss,
				1000.0f * Line.Jitter, 1000.0f * Line.OneWay);
			for (const UAntGhostComponent* Ghost : Subsystem->GetGhosts())
			{
				if (Ghost != nullptr && Ghost->GetState() != nullptr)
				{
					const FAntGhostReport Report = Ghost->GetReport();
					CanvasContext.Printf(TEXT("{green}%s{white}: by %s, every %.0f ms, wrong by %.0f cm, radius %.0f cm"), *Ghost->GetOwner()->GetName(),
						NameOf(Ghost->GetState()->DrawnBy), 1000.0f * Report.MeanGap, Report.MeanError, Ghost->GetRadius());
				}
			}
		}
	};

	const FName CategoryName(TEXT("Antreckon"));
}

void AntGameplayDebugger::Register()
{
	IGameplayDebugger& Debugger = IGameplayDebugger::Get();
	Debugger.RegisterCategory(CategoryName, IGameplayDebugger::FOnGetCategory::CreateStatic(&FAntDebuggerCategory::MakeInstance),
		EGameplayDebuggerCategoryState::EnabledInGame);
	Debugger.NotifyCategoriesChanged();
}

void AntGameplayDebugger::Unregister()
{
	if (IGameplayDebugger::IsAvailable())
	{
		IGameplayDebugger::Get().UnregisterCategory(CategoryName);
		IGameplayDebugger::Get().NotifyCategoriesChanged();
	}
}

#else

void AntGameplayDebugger::Register() {}
void AntGameplayDebugger::Unregister() {}

#endif // WITH_GAMEPLAY_DEBUGGER

#endif // WITH_ANTRECKON
