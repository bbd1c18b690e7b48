/* <specstrings.h>: the older name of <sal.h>. */
#pragma once

#include "openperflib/compat/windows/include/sal.h"
