// Numbers and platforms.
#pragma once

#include <cstddef>
#include <cstdint>

using int8 = signed char;
using uint8 = unsigned char;
using int16 = short;
using uint16 = unsigned short;
using int32 = int;
using uint32 = unsigned int;
using int64 = signed long long;
using uint64 = unsigned long long;

// UTF-16 everywhere, as in the engine.
#if defined(_WIN32)
using TCHAR = wchar_t;
#define TEXT(Text) L##Text
#define PLATFORM_WINDOWS 1
#else
using TCHAR = char16_t;
#define TEXT(Text) u##Text
#define PLATFORM_WINDOWS 0
#endif
#define PLATFORM_MAC 0
#define PLATFORM_CPU_ARM_FAMILY 0

#ifndef STUB_UE_MINOR
#define STUB_UE_MINOR 6
#endif
using SIZE_T = std::size_t;

// As AntreckonLibrary.Build.cs says it, for a platform that has a library.
#ifndef WITH_ANTRECKON
#define WITH_ANTRECKON 1
#endif
#define WITH_GAMEPLAY_DEBUGGER 1
#define WITH_RECAST 1
#define WITH_DEV_AUTOMATION_TESTS 1
