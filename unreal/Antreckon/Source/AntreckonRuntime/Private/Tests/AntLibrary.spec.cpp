// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS && WITH_ANTRECKON

#include "AntBlueprintLibrary.h"
#include "AntNative.h"
#include "AntreckonRuntime.h"

DEFINE_SPEC(FAntLibrarySpec, "Antreckon.Library",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ProductFilter)

void FAntLibrarySpec::Define()
{
	Describe("The native library", [this]()
	{
		It("is loaded from the plugin's folder and fits", [this]()
		{
			TestTrue(TEXT("ready"), FAntreckonRuntimeModule::IsLibraryReady());
			TestFalse(TEXT("a version"), UAntBlueprintLibrary::GetLibraryVersion().IsEmpty());
		});

		It("reads and writes FVector where it is", [this]()
		{
			TArray<FVector> Points;
			Points.Add(FVector(150.0, 250.0, 30.0));
			const antreckon::Stream Stream = AntNative::Stream(Points);
			TestTrue(TEXT("the same memory"), Stream.raw.data == static_cast<void*>(Points.GetData()));
			TestEqual(TEXT("24 bytes each"), static_cast<int32>(Stream.raw.stride), static_cast<int32>(sizeof(FVector)));

			AntWorldDesc Desc = antreckon::defaults<AntWorldDesc>();
			Desc.frame = AntNative::UnrealFrame();
			AntGridDesc Grid = antreckon::defaults<AntGridDesc>();
			Grid.width = 10;
			Grid.depth = 10;
			const antreckon::Expected<antreckon::World> Level = antreckon::World::grid(Desc, Grid);
			TestTrue(TEXT("a level"), Level.ok());
			TestTrue(TEXT("on the floor"), Level->locate(Stream, 0.0, Stream).ok());
			TestEqual(TEXT("centimetres, Z up"), Points[0], FVector(150.0, 250.0, 0.0), 0.01f);
		});

		It("tells what is wrong", [this]()
		{
			AntWorldDesc Desc = antreckon::defaults<AntWorldDesc>();
			Desc.cell_size = -1.0;
			const antreckon::Expected<antreckon::World> None = antreckon::World::empty(Desc);
			TestFalse(TEXT("refused"), None.ok());
			TestTrue(TEXT("by name"), AntNative::Text(None.status()).Contains(TEXT("cell_size")));
		});
	});
}

#endif
