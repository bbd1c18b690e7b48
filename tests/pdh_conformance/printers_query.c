#include "printers_query.h"

Printers printers;
PDH_HQUERY query;

void begin_query(void) {
  printers = start_printers();
  query = open_live();
}

void end_query(void) {
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}
