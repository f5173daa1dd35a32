#pragma once

#include "CoreMinimal.h"

class FApp
{
public:
	static double GetCurrentTime();
};
