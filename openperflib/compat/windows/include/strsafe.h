/* <strsafe.h>: see safe_strings.h. */
#pragma once

#include "openperflib/compat/windows/text/safe_strings.h"
