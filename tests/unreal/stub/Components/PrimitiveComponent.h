#pragma once

#include "Components/SceneComponent.h"

class UPrimitiveComponent : public USceneComponent {};
