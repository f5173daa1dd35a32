#pragma once

#include "CoreMinimal.h"

enum class ENetworkSmoothingMode : uint8 { Disabled, Linear, Exponential };
enum ENetMode : int { NM_Standalone, NM_DedicatedServer, NM_ListenServer, NM_Client };
enum ENetRole : int { ROLE_None, ROLE_SimulatedProxy, ROLE_AutonomousProxy, ROLE_Authority };
enum ETickingGroup : int { TG_PrePhysics, TG_StartPhysics, TG_DuringPhysics, TG_EndPhysics, TG_PostPhysics, TG_PostUpdateWork };
enum ELevelTick : int { LEVELTICK_TimeOnly, LEVELTICK_ViewportsOnly, LEVELTICK_All };
enum class ETeleportType : uint8 { None };
namespace EEndPlayReason { enum Type : int { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit }; }
namespace EWorldType { enum Type : int { None, Game, Editor, PIE }; }
struct FHitResult;

struct FTickFunction
{
	ETickingGroup TickGroup;
	uint8 bCanEverTick : 1;
};
struct FActorComponentTickFunction : public FTickFunction {};
