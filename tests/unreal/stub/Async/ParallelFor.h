#pragma once

#include "CoreMinimal.h"

template <typename Function>
class TFunctionRef;
template <typename Return, typename... Parameters>
class TFunctionRef<Return(Parameters...)>
{
public:
	template <typename Functor>
		requires std::is_invocable_r_v<Return, Functor, Parameters...>
	TFunctionRef(Functor&&) {}
};

enum class EParallelForFlags { None };
void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None);
