#pragma once

#include "Components/PrimitiveComponent.h"

class USkeletalMeshComponent : public UPrimitiveComponent {};
