// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// What the console variable ant.Debug shows.
#pragma once

class UAntWorldSubsystem;

namespace AntDebugDraw
{
	/** Once per frame; nothing in shipping builds. */
	void Draw(const UAntWorldSubsystem& Subsystem);
}
