#pragma once

#include "UObject/Object.h"

class UDeveloperSettings : public UObject
{
public:
	virtual FName GetCategoryName() const;
};
