/* <strsafe.h>: see safe_strings.h. */
#pragma once

#include "openperflib/compat/windows/safe_strings.h"
