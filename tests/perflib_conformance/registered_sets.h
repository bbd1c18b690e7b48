/* The sets of conformance.man, which lodctr has registered before the suite runs. */
#pragma once

#include "perflib_suite.h"

#define IDLE 10   /* no check runs it as it is registered */
#define TOTALS 11 /* its counters 1 to 5: sum, mean, least, greatest, none; 6 and its base 7 */
#define CLOCKS 12 /* clocks, a base and a multiplier, with instances and _Total */

/* A provider that has described the set as it is registered. */
HANDLE started_totals(void);
HANDLE started_clocks(void);
