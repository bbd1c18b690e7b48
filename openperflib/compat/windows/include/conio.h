/* <conio.h>: see console_keys.h. */
#pragma once

#include "openperflib/compat/windows/console_keys.h"
