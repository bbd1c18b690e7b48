/* <winternl.h>: NTSTATUS and UNICODE_STRING. Its functions are not here. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
#include "openperflib/compat/windows/nt_status.h"
