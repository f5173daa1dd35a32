#pragma once

#include "Delegates/Delegate.h"

class UWorld;

struct FCoreDelegates
{
	static TStubMulticast<UWorld*, FIntVector, FIntVector> PostWorldOriginOffset;
};
