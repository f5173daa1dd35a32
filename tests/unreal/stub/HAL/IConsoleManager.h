#pragma once

#include "CoreMinimal.h"

enum EConsoleVariableFlags { ECVF_Default = 0x0, ECVF_Cheat = 0x1 };
template <class T>
class TAutoConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, const T& DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default);
	T GetValueOnGameThread() const;
};
