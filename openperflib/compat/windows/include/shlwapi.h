/* <shlwapi.h>, for programs that include it and call none of its functions: there are none here. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
