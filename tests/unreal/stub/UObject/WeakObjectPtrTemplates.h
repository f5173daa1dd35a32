#pragma once

#include "UObject/Object.h"

template <typename T>
struct TWeakObjectPtr
{
	TWeakObjectPtr() = default;
	TWeakObjectPtr(std::nullptr_t);
	TWeakObjectPtr(T* Object);
	T* Get() const;
	bool IsValid() const;
	TWeakObjectPtr& operator=(T* Object);
	friend bool operator==(const TWeakObjectPtr& Left, const T* Right) { return Left.Get() == Right; }
	friend bool operator!=(const TWeakObjectPtr& Left, const T* Right) { return Left.Get() != Right; }
};
