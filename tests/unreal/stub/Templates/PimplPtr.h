#pragma once

#include "CoreMinimal.h"

template <typename T>
class TPimplPtr
{
public:
	TPimplPtr() = default;
	TPimplPtr(TPimplPtr&&);
	TPimplPtr& operator=(TPimplPtr&&);
	TPimplPtr(const TPimplPtr&) = delete;
	~TPimplPtr();
	bool IsValid() const;
	T* Get() const;
	T* operator->() const;
	T& operator*() const;
	void Reset();
};
template <typename T, typename... Types>
TPimplPtr<T> MakePimpl(Types&&... Arguments);
