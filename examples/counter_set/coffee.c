// Publishes the counter set of coffee.man, from which ctrpp makes coffee.h. Each character that it
// reads is a cup.
#include "coffee.h"

#include <stdio.h>

int main(void) {
  if (CounterInitialize() != 0) return 1;
  PERF_COUNTERSET_INSTANCE* hall = PerfCreateInstance(Coffee, &MakersGuid, u"Hall", 0);
  while (hall != NULL && getchar() != EOF)
    PerfIncrementULongLongCounterValue(Coffee, hall, COFFEE_CUPS, 1);
  CounterCleanup();
}
