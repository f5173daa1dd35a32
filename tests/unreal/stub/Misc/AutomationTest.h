#pragma once

#include "CoreMinimal.h"

#if STUB_UE_MINOR < 5
namespace EAutomationTestFlags { enum Type { EditorContext = 1, ClientContext = 2, ProductFilter = 4 }; }
using FStubFlags = int;
#else
enum class EAutomationTestFlags : uint32 { EditorContext = 1, ClientContext = 2, ProductFilter = 4 };
constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}
using FStubFlags = EAutomationTestFlags;
#endif

class FAutomationTestBase
{
public:
	virtual ~FAutomationTestBase();
	bool TestTrue(const TCHAR* What, bool Value);
	bool TestFalse(const TCHAR* What, bool Value);
	bool TestEqual(const TCHAR* What, int32 Actual, int32 Expected);
	bool TestEqual(const TCHAR* What, FVector Actual, FVector Expected, float Tolerance = 1e-4f);
	template <typename T>
	bool TestNotNull(const TCHAR* What, const T* Pointer);
};

// Templates over lambdas have bodies, because a lambda has no name that another file could know.
class FAutomationSpecBase : public FAutomationTestBase
{
public:
	template <typename Function>
	void Describe(const char*, Function&&) {}
	template <typename Function>
	void It(const char*, Function&&) {}
	template <typename Function>
	void BeforeEach(Function&&) {}
	template <typename Function>
	void AfterEach(Function&&) {}
};

#define BEGIN_DEFINE_SPEC(Class, PrettyName, Flags) \
	class Class : public FAutomationSpecBase \
	{ \
		static constexpr FStubFlags SpecFlags = Flags; \
		void Define(); \
	\
	private:
#define END_DEFINE_SPEC(Class) \
	} \
	;
#define DEFINE_SPEC(Class, PrettyName, Flags) BEGIN_DEFINE_SPEC(Class, PrettyName, Flags) END_DEFINE_SPEC(Class)
