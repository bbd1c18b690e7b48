/* <windows.h> for programs that read performance counters: what its README.md lists, and nothing
   else. On the include path of who links OpenPerflib::windows (pkg-config openperflib-windows). */
#pragma once

#include "openperflib/compat/last_error.h"
#include "openperflib/compat/windows/base_types.h"
#include "openperflib/compat/windows/file_mapping.h"
#include "openperflib/compat/windows/memory.h"
#include "openperflib/compat/windows/messages.h"
#include "openperflib/compat/windows/strings.h"
#include "openperflib/compat/windows/synchronization.h"
#include "openperflib/compat/windows/system.h"
#include "openperflib/compat/windows/time.h"
#include "openperflib/compat/windows/wide_strings.h"
#include "openperflib/compat/winreg.h"
