#pragma once

#include "CoreMinimal.h"

struct FStubTag {};
#define LLM_DECLARE_TAG(Name) extern FStubTag StubTag_##Name
#define LLM_DEFINE_TAG(Name, ...) FStubTag StubTag_##Name
#define LLM_SCOPE_BYTAG(Name) (void)StubTag_##Name
