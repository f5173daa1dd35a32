#include "AntreckonRuntime.h"

#include "AntNative.h"
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"

DEFINE_LOG_CATEGORY(LogAntreckon);

IMPLEMENT_MODULE(FAntreckonRuntimeModule, AntreckonRuntime)

namespace
{
	bool bLibraryReady = false;

#if PLATFORM_WINDOWS
	constexpr const TCHAR* LibraryFile = TEXT("lib/windows-x64/antreckon.dll");
#elif PLATFORM_MAC
	constexpr const TCHAR* LibraryFile = TEXT("lib/macos-arm64/libantreckon.dylib");
#elif PLATFORM_CPU_ARM_FAMILY
	constexpr const TCHAR* LibraryFile = TEXT("lib/linux-arm64/libantreckon.so");
#else
	constexpr const TCHAR* LibraryFile = TEXT("lib/linux-x64/libantreckon.so");
#endif
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
	bLibraryReady = true;
}

void FAntreckonRuntimeModule::ShutdownModule()
{
	bLibraryReady = false;
	if (LibraryHandle != nullptr)
	{
		FPlatformProcess::FreeDllHandle(LibraryHandle);
		LibraryHandle = nullptr;
	}
}

bool FAntreckonRuntimeModule::IsLibraryReady()
{
	return bLibraryReady;
}
