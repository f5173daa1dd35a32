#pragma once

#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) (void)#Name
