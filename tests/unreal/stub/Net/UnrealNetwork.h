#pragma once

#include "CoreMinimal.h"
#include "UObject/CoreNet.h"

// The property must be a member of the class, also where it is private: the engine's macro goes by the name in generated code.
#define DOREPLIFETIME_WITH_PARAMS_FAST(Class, Property, Params) \
	OutLifetimeProps.Add(StubLifetime(sizeof(static_cast<const Class*>(this)->Property), Params))
FLifetimeProperty StubLifetime(std::size_t Size, const FDoRepLifetimeParams& Params);
