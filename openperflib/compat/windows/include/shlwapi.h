/* <shlwapi.h>: the file name of a path, and nothing else. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
#include "openperflib/compat/windows/path_names.h"
