/* <process.h>: see thread_starts.h. */
#pragma once

#include "openperflib/compat/windows/thread_starts.h"
