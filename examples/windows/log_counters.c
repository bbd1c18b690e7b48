/* Records counters in a binary log, once per second: log_counters LOG SECONDS PATH...
   perflib summary LOG, relog LOG and Perfmon read it. */
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

#pragma comment(lib, "pdh.lib")

/* Ends the program: what was recorded until then stays in the log. */
static void check(const wchar_t* what, PDH_STATUS status) {
  if (status == ERROR_SUCCESS) return;
  fwprintf(stderr, L"%ls: 0x%08lX\n", what, (unsigned long)status & 0xFFFFFFFFul);
  exit(1);
}

int wmain(int argc, wchar_t** argv) {
  if (argc < 4) {
    fwprintf(stderr, L"Usage: log_counters LOG SECONDS PATH...\n");
    return 2;
  }
  PDH_HQUERY query = NULL;
  check(L"PdhOpenQuery", PdhOpenQueryW(NULL, 0, &query));
  for (int i = 3; i < argc; ++i) {
    PDH_HCOUNTER counter = NULL;
    check(argv[i], PdhAddCounterW(query, argv[i], 0, &counter));
  }
  PDH_HLOG log = NULL;
  DWORD type = PDH_LOG_TYPE_BINARY;
  check(argv[1], PdhOpenLogW(argv[1], PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query, 0,
                             NULL, &log));
  const long seconds = wcstol(argv[2], NULL, 10);
  for (long second = 0; second < seconds; ++second) {
    if (second > 0) Sleep(1000);
    check(L"PdhUpdateLog", PdhUpdateLogW(log, NULL));
  }
  check(L"PdhCloseLog", PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY));
  return 0;
}
