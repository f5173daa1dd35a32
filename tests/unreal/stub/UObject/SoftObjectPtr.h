#pragma once

#include "UObject/Object.h"

template <typename T>
struct TSoftObjectPtr
{
	T* LoadSynchronous() const;
};
