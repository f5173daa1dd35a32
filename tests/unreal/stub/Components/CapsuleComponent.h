#pragma once

#include "Components/PrimitiveComponent.h"

class UCapsuleComponent : public UPrimitiveComponent
{
public:
	float GetScaledCapsuleHalfHeight() const;
};
