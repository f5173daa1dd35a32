// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The module: it finds the native library and checks that it fits.
#pragma once

#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"
#include "Stats/Stats.h"

ANTRECKONRUNTIME_API DECLARE_LOG_CATEGORY_EXTERN(LogAntreckon, Log, All);

DECLARE_STATS_GROUP(TEXT("Antreckon"), STATGROUP_Antreckon, STATCAT_Advanced);

class ANTRECKONRUNTIME_API FAntreckonRuntimeModule : public IModuleInterface
{
public:
	virtual void StartupModule() override;
	virtual void ShutdownModule() override;

	/** The library is loaded and of the version the plugin was made for. Nothing of it may be called otherwise. */
	static bool IsLibraryReady();

private:
#if WITH_ANTRECKON
	void* LibraryHandle = nullptr;
#endif
};
