/* <conio.h>: see console_keys.h. */
#pragma once

#include "openperflib/compat/windows/console/console_keys.h"
