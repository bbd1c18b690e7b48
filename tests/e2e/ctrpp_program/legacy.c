/* A program around the legacy files. */
#include <stdio.h>

#include "ctrpp_1_1.h"
#include "ctrpp_1_1_r.h"

int main(void) {
  printf("status %u\n", (unsigned)PerfAutoInitialize());
  printf("%d %d %u %u\n", Ferry != NULL, FerryCrossingsGuid.Data1 == 0x3b9c1a52,
         (unsigned)FERRY_CARS, (unsigned)FerryCrossings_1_DESCRIPTION);
  return (int)PerfAutoCleanup();
}
