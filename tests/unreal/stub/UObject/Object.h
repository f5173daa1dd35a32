// Objects, and pointers to them.
#pragma once

#include "CoreMinimal.h"

class UWorld;

class UStruct {};
class UClass : public UStruct
{
public:
	FName GetFName() const;
};

class UObject
{
public:
	virtual ~UObject();
	uint32 GetUniqueID() const;
	FName GetFName() const;
	FString GetName() const;
	FString GetPathName(const UObject* StopOuter = nullptr) const;
	virtual UWorld* GetWorld() const;
	static UClass* StaticClass();
};

template <typename T>
struct TObjectPtr
{
	TObjectPtr() = default;
	TObjectPtr(std::nullptr_t);
	TObjectPtr(T* Object);
	TObjectPtr& operator=(T* Object);
	T* Get() const;
	operator T*() const;
	T* operator->() const;
	T& operator*() const;
};

template <typename To, typename From>
To* Cast(From* Object);
template <typename To, typename From>
const To* Cast(const From* Object);
template <typename T>
const T* GetDefault();
template <typename T>
T* NewObject(UObject* Outer);
