/* <winbase.h>: a part of windows.h. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
