/* The printers of most checks, and a query of them. */
#pragma once

#include "pdh_suite.h"

extern Printers printers;
extern PDH_HQUERY query;

/* Starts the printers and opens the query. */
void begin_query(void);
/* Closes the query and stops the printers. */
void end_query(void);
