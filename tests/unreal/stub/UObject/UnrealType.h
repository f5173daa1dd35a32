#pragma once

#include "UObject/Object.h"

class UScriptStruct {};

class FProperty
{
public:
	template <typename ValueType>
	ValueType* ContainerPtrToValuePtr(UObject* ContainerPtr, int32 ArrayIndex = 0) const;
};

class FStructProperty : public FProperty
{
public:
	UScriptStruct* Struct;
};

class UStruct;

template <typename T>
T* FindFProperty(const UStruct* Owner, const TCHAR* FieldName);

template <typename T>
struct TBaseStructure
{
	static UScriptStruct* Get();
};
