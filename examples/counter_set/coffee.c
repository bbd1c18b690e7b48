// Publishes the counter set of coffee.man, from which ctrpp makes coffee.h. Each character that it
// reads is a cup.
#include "coffee.h"

#include <stdio.h>

int main(void) {
  const ULONG status = CounterInitialize();
  if (status != 0) return printf("failed: see perflib error %u\n", status), 1;
  PERF_COUNTERSET_INSTANCE* hall = PerfCreateInstance(Coffee, &MakersGuid, u"Hall", 0);
  while (hall != NULL && getchar() != EOF)
    PerfIncrementULongLongCounterValue(Coffee, hall, COFFEE_CUPS, 1);
  CounterCleanup();
}
