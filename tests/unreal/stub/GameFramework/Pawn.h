#pragma once

#include "GameFramework/Character.h"
