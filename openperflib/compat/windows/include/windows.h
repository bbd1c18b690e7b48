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
#include "openperflib/compat/windows/c_runtime.h"
#include "openperflib/compat/windows/console/console_output.h"
#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/memory.h"
#include "openperflib/compat/windows/core/time.h"
#include "openperflib/compat/windows/handles/file_mapping.h"
#include "openperflib/compat/windows/include/guiddef.h"
#include "openperflib/compat/windows/include/sal.h"
#include "openperflib/compat/windows/logical_processors.h"
#include "openperflib/compat/windows/machine.h"
#include "openperflib/compat/windows/modules.h"
#include "openperflib/compat/windows/process/program.h"
#include "openperflib/compat/windows/system/system.h"
#include "openperflib/compat/windows/text/code_pages.h"
#include "openperflib/compat/windows/text/input.h"
#include "openperflib/compat/windows/text/languages.h"
#include "openperflib/compat/windows/text/messages.h"
#include "openperflib/compat/windows/text/numbers.h"
#include "openperflib/compat/windows/text/output.h"
#include "openperflib/compat/windows/text/string_edits.h"
#include "openperflib/compat/windows/text/strings.h"
#include "openperflib/compat/windows/text/wide_strings.h"
#include "openperflib/compat/windows/version.h"
#include "openperflib/compat/windows/waiting/registered_waits.h"
#include "openperflib/compat/windows/waiting/synchronization.h"
#include "openperflib/compat/winreg/winreg.h"
#ifndef WIN32_LEAN_AND_MEAN
#include "openperflib/abi/winperf.h"
#endif
