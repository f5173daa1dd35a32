#pragma once

#include "CoreMinimal.h"

struct FPlatformProcess
{
	static void* GetDllHandle(const TCHAR* Filename);
	static void FreeDllHandle(void* DllHandle);
};
