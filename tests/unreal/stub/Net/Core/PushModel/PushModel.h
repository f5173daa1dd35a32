#pragma once

#define MARK_PROPERTY_DIRTY_FROM_NAME(Class, Property, Object) (void)sizeof(static_cast<const Class*>(Object)->Property)
