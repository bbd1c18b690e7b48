/* <process.h>: see thread_starts.h. */
#pragma once

#include "openperflib/compat/windows/waiting/thread_starts.h"
