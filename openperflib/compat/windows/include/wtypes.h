/* <wtypes.h>: the types of <windows.h>. Those of COM are not here. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
