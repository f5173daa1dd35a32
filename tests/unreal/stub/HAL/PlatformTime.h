#pragma once

#include "CoreMinimal.h"

struct FPlatformTime
{
	static double Seconds();
};
