/* <io.h>: descriptors of streams. */
#pragma once

#include "openperflib/compat/windows/c_runtime.h"
