/* pdh_writer NAME TYPE UPDATES: writes a log with PdhUpdateLog, and prints the status of each call
   when it has returned: open, update..., close. TYPE is a number of pdh.h. */
#include <pdh.h>
#include <stdio.h>
#include <stdlib.h>

static PDH_STATUS told(const char* call, PDH_STATUS status) {
  printf("%s %08X\n", call, (unsigned)status);
  fflush(stdout);
  return status;
}

int main(int count, char** arguments) {
  PDH_HQUERY query = NULL;
  PDH_HLOG log = NULL;
  PDH_HCOUNTER counter = NULL;
  if (count != 4) return 2;
  DWORD type = (DWORD)atoi(arguments[2]);
  if (PdhOpenQueryA(NULL, 0, &query) != 0) return 2;
  if (PdhAddCounterA(query, "\\Memory\\Available Bytes", 0, &counter) != 0) return 2;
  if (PdhAddCounterA(query, "\\Processor(*)\\% Idle Time", 0, &counter) != 0) return 2;
  if (told("open", PdhOpenLogA(arguments[1], PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                               query, 0, NULL, &log)) != 0) {
    return 1;
  }
  for (int i = atoi(arguments[3]); i > 0; --i) (void)told("update", PdhUpdateLogA(log, NULL));
  (void)told("close", PdhCloseLog(log, 0));
  return PdhCloseQuery(query) == 0 ? 0 : 2;
}
