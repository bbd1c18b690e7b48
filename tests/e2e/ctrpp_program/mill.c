/* A provider as its author writes it: around the code of ctrpp, with the library itself. */
#include "mill.h"

#include <stdio.h>

int main(void) {
  const WCHAR left[] = {'l', 'e', 'f', 't', 0};
  ULONG status = CounterInitialize(NULL, NULL, NULL, NULL);
  PPERF_COUNTERSET_INSTANCE stones = PerfCreateInstance(MillProvider, &MillStonesGuid, left, 0);
  if (status == 0) status = PerfSetULongCounterValue(MillProvider, stones, MILL_FAULTS, 7);
  if (status == 0) status = PerfIncrementULongLongCounterValue(MillProvider, stones, MILL_SACKS, 3);
  printf("%u\n", (unsigned)status);
  fflush(stdout);
  (void)getchar();
  CounterCleanup();
  return 0;
}
