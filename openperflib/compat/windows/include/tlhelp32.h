/* <tlhelp32.h>: lists of processes. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
#include "openperflib/compat/windows/process/process_list.h"
