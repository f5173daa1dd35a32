// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The category Antreckon of the Gameplay Debugger.
#pragma once

namespace AntGameplayDebugger
{
	/** Where the Gameplay Debugger is built in; nothing elsewhere. */
	void Register();
	void Unregister();
}
