/* Rounds of opening a query, adding, collecting in both ways and closing: neither descriptors nor
   threads nor memory grow. pdh_leak ROUNDS */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mallinfo2() */
#endif
#include <pdh.h>

#include "check.h"
#include "footprint.h"

#define WARM_UP 1000
#define BOUND_KIB 256 /* as that of registry_leak */

static PDH_HCOUNTER add(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = NULL;
  CHECK_EQ(PdhAddEnglishCounterA(query, path, 0, &counter), 0);
  return counter;
}

static void use_a_query(int round) {
  PDH_HQUERY query = NULL;
  CHECK_EQ(PdhOpenQueryA(NULL, 0, &query), 0);
  const PDH_HCOUNTER removed = add(query, "\\Memory\\Available Bytes");
  (void)add(query, "\\System\\Processes");
  if (round % 10 == 0) CHECK_EQ(PdhCollectQueryDataEx(query, 1, NULL), 0);
  CHECK_EQ(PdhCollectQueryData(query), 0);
  CHECK_EQ(PdhRemoveCounter(removed), 0);
  CHECK_EQ(PdhCloseQuery(query), 0);
}

int main(int count, char** arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 1000;
  for (int i = 0; i < WARM_UP; ++i) use_a_query(i);
  const struct footprint before = footprint_now();
  show("after the first rounds", before);
  for (int i = 0; i < rounds && failures == 0; ++i) use_a_query(i);
  const struct footprint after = footprint_now();
  show("at the end", after);
  CHECK_EQ(after.descriptors, before.descriptors);
  CHECK_EQ(after.threads, before.threads);
  CHECK(after.heap <= before.heap + BOUND_KIB);
  CHECK(after.resident <= before.resident + BOUND_KIB);
  CHECK(after.data <= before.data + BOUND_KIB);
  return finish("pdh_leak");
}
