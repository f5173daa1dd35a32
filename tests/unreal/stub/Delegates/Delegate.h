// Delegates as far as they are used.
#pragma once

#include "CoreMinimal.h"

// The engine's macro binds by name; the stub checks the signature.
#define AddUniqueDynamic(Object, Function) StubAddDynamic(Object, Function)
#define RemoveDynamic(Object, Function) StubRemoveDynamic(Object, Function)

template <typename... Parameters>
class TStubDynamicMulticast
{
public:
	template <typename Class>
	void StubAddDynamic(Class* Object, void (Class::*Function)(Parameters...));
	template <typename Class>
	void StubRemoveDynamic(Class* Object, void (Class::*Function)(Parameters...));
	void Broadcast(Parameters... Arguments) const;
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, Type, Parameter) \
	class Name : public TStubDynamicMulticast<Type> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, Type1, Parameter1, Type2, Parameter2, Type3, Parameter3) \
	class Name : public TStubDynamicMulticast<Type1, Type2, Type3> {}

template <typename... Parameters>
class TStubMulticast
{
public:
	template <typename Class>
	void AddUObject(Class* Object, void (Class::*Function)(Parameters...));
	template <typename Class>
	int32 RemoveAll(const Class* Object);
};
