#pragma once

class UUnrealEdEngine;
extern UUnrealEdEngine* GUnrealEd;
