/* pdh.h (Performance Data Helper): counters of this machine and of logs, by their paths, for C11
   and C++. docs/status.md lists what is missing. */
#pragma once

#include "openperflib/abi/winperf.h"
#include "openperflib/compat/pdh/pdh_logs.h"
#include "openperflib/compat/pdh/pdh_names.h"
#include "openperflib/compat/pdh/pdh_query.h"
