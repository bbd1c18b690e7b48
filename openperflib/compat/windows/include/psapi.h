/* <psapi.h>: the processes of this computer, and the memory of this one. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
#include "openperflib/compat/windows/process/process_memory.h"
