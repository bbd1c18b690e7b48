/* <windows.h> for programs that read performance counters. It has what its README.md lists and
   nothing else. Only targets that link OpenPerflib::windows (pkg-config openperflib-windows)
   have it on their include path. */
#pragma once

#include <ctype.h>
#include <limits.h> /* and INT_MAX */
#include <stdarg.h>
#include <stdlib.h> /* programs expect malloc and free from windows.h */
#include <string.h>
#include <wctype.h>

#include "openperflib/compat/last_error.h"
#include "openperflib/compat/windows/base_types.h"
#include "openperflib/compat/windows/c_runtime.h"
#include "openperflib/compat/windows/code_pages.h"
#include "openperflib/compat/windows/console_output.h"
#include "openperflib/compat/windows/file_mapping.h"
#include "openperflib/compat/windows/include/guiddef.h"
#include "openperflib/compat/windows/include/sal.h"
#include "openperflib/compat/windows/input.h"
#include "openperflib/compat/windows/languages.h"
#include "openperflib/compat/windows/logical_processors.h"
#include "openperflib/compat/windows/machine.h"
#include "openperflib/compat/windows/memory.h"
#include "openperflib/compat/windows/messages.h"
#include "openperflib/compat/windows/modules.h"
#include "openperflib/compat/windows/numbers.h"
#include "openperflib/compat/windows/output.h"
#include "openperflib/compat/windows/program.h"
#include "openperflib/compat/windows/registered_waits.h"
#include "openperflib/compat/windows/string_edits.h"
#include "openperflib/compat/windows/strings.h"
#include "openperflib/compat/windows/synchronization.h"
#include "openperflib/compat/windows/system.h"
#include "openperflib/compat/windows/time.h"
#include "openperflib/compat/windows/version.h"
#include "openperflib/compat/windows/wide_strings.h"
#include "openperflib/compat/winreg/winreg.h"
#ifndef WIN32_LEAN_AND_MEAN
#include "openperflib/abi/winperf.h"
#endif
