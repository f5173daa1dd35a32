#pragma once

#include "UObject/Object.h"

class UDataAsset : public UObject {};
