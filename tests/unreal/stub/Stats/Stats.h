#pragma once

#include "CoreMinimal.h"

struct TStatId {};
struct FStubStat {};
enum class EStubStatGroup { Tickables };
#define STATGROUP_Tickables EStubStatGroup::Tickables
#define DECLARE_STATS_GROUP(Text, Group, Category) struct FStubGroup_##Group {}
#define DECLARE_CYCLE_STAT(Text, Stat, Group) [[maybe_unused]] static FStubStat Stat; using StubGroupOf##Stat = FStubGroup_##Group
#define DECLARE_DWORD_COUNTER_STAT(Text, Stat, Group) DECLARE_CYCLE_STAT(Text, Stat, Group)
#define DECLARE_MEMORY_STAT(Text, Stat, Group) DECLARE_CYCLE_STAT(Text, Stat, Group)
#define SCOPE_CYCLE_COUNTER(Stat) (void)Stat
#define SET_DWORD_STAT(Stat, Value) (void)Stat, (void)static_cast<uint32>(Value)
#define SET_MEMORY_STAT(Stat, Value) (void)Stat, (void)static_cast<int64>(Value)
#define RETURN_QUICK_DECLARE_CYCLE_STAT(Class, Group) return (void)sizeof(Class), (void)Group, TStatId()
