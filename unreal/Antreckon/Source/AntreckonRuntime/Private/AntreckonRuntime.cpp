// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntreckonRuntime.h"

#include "AntGameplayDebugger.h"
#include "AntNative.h"
#include "HAL/LowLevelMemTracker.h"
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"

DEFINE_LOG_CATEGORY(LogAntreckon);

IMPLEMENT_MODULE(FAntreckonRuntimeModule, AntreckonRuntime)

namespace
{
	bool bLibraryReady = false;
}

bool FAntreckonRuntimeModule::IsLibraryReady()
{
	return bLibraryReady;
}

#if WITH_ANTRECKON

LLM_DECLARE_TAG(Antreckon);

namespace
{
#if PLATFORM_WINDOWS
	constexpr const TCHAR* LibraryFile = TEXT("lib/windows-x64/antreckon.dll");
#elif PLATFORM_MAC
	constexpr const TCHAR* LibraryFile = TEXT("lib/macos-arm64/libantreckon.dylib");
#elif PLATFORM_CPU_ARM_FAMILY
	constexpr const TCHAR* LibraryFile = TEXT("lib/linux-arm64/libantreckon.so");
#else
	constexpr const TCHAR* LibraryFile = TEXT("lib/linux-x64/libantreckon.so");
#endif

	void* Allocate(uint64_t Size, uint64_t Align, void*)
	{
		LLM_SCOPE_BYTAG(Antreckon);
		return FMemory::Malloc(static_cast<SIZE_T>(Size), static_cast<uint32>(Align));
	}

	void Release(void* Pointer, uint64_t, uint64_t, void*)
	{
		FMemory::Free(Pointer);
	}
}

void FAntreckonRuntimeModule::StartupModule()
{
	// The plugin's own folder, be it one of the project or of the engine.
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Antreckon"));
	if (!Plugin.IsValid())
	{
		UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off: the plugin manager does not know it."));
		return;
	}
	const FString File = FPaths::Combine(Plugin->GetBaseDir(), TEXT("Source/ThirdParty/AntreckonLibrary"), LibraryFile);
	LibraryHandle = FPlatformProcess::GetDllHandle(*File);
	if (LibraryHandle == nullptr)
	{
		UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off: %s cannot be loaded. Is it the packaged plugin, with a library for this platform?"), *File);
		return;
	}
	const antreckon::Status Fits = antreckon::check_version();
	if (!Fits.ok())
	{
		UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off: %s is not the one the plugin was built for. %s"), *File, *AntNative::Text(Fits));
		return;
	}
	const antreckon::Status Allocates(ant_set_allocator(&Allocate, &Release, nullptr));
	if (!Allocates.ok())
	{
		UE_LOG(LogAntreckon, Log, TEXT("Memory of the library does not come from the engine: %s"), *AntNative::Text(Allocates));
	}
	bLibraryReady = true;
	AntGameplayDebugger::Register();
}

void FAntreckonRuntimeModule::ShutdownModule()
{
	if (bLibraryReady)
	{
		AntGameplayDebugger::Unregister();
		// Refused where something is still alive: then the engine's memory stays in use until the process ends.
		(void)ant_set_allocator(nullptr, nullptr, nullptr);
	}
	bLibraryReady = false;
	if (LibraryHandle != nullptr)
	{
		FPlatformProcess::FreeDllHandle(LibraryHandle);
		LibraryHandle = nullptr;
	}
}

#else

void FAntreckonRuntimeModule::StartupModule()
{
	UE_LOG(LogAntreckon, Log, TEXT("There is no library of Antreckon for this platform: its components do nothing."));
}

void FAntreckonRuntimeModule::ShutdownModule() {}

#endif // WITH_ANTRECKON
