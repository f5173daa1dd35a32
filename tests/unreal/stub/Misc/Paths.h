#pragma once

#include "CoreMinimal.h"

class FPaths
{
public:
	template <typename... Types>
	static FString Combine(Types&&... Parts);
};
