#include "reader.h"
#include "registered_sets.h"

static HANDLE provider;

/* Two instances: Laser#1 with 5 pages of which 6 wait, Ink#2 with 7 and 8. */
static void begin(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 1);
  PERF_COUNTERSET_INSTANCE* const ink = created(provider, JOBS, WIDE("Ink"), 2);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 5), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 6), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, ink, PAGES, 7), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, ink, WAITING, 8), ERROR_SUCCESS);
}

static LONGLONG longlong_at(const unsigned char* bytes, size_t at) {
  LONGLONG number = 0;
  memcpy(&number, bytes + at, sizeof number);
  return number;
}

static void header_of_a_reply(void) {
  DWORD size = 0;
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("Laser"));
  const unsigned char* const reply = reply_to(query, &size);
  EXPECT_EQ(size, 48 + 16 + 16);
  if (reply == NULL) return;
  EXPECT_EQ(ulong_at(reply, 0), size);
  EXPECT_EQ(ulong_at(reply, 4), 1);
  EXPECT_EQ(longlong_at(reply, 24), 10000000);
  close_query(query);
  stop(provider);
}

/* Days since 1601 of a date of the Gregorian calendar. */
static LONGLONG days_of(int year, int month, int day) {
  const int y = month > 2 ? year : year - 1; /* which begins in March */
  const int m = (month + 9) % 12;
  const LONGLONG days = 365LL * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
  return days - 584694; /* 1601-01-01 */
}

static void times_of_a_reply(void) {
  DWORD size = 0;
  SYSTEMTIME time;
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  const unsigned char* reply = reply_to(query, &size);
  if (reply == NULL) return;
  const LONGLONG ticks = longlong_at(reply, 8), filetime = longlong_at(reply, 16);
  memcpy(&time, reply + 32, sizeof time);
  const LONGLONG seconds = days_of(time.wYear, time.wMonth, time.wDay) * 86400 + time.wHour * 3600 +
                           time.wMinute * 60 + time.wSecond;
  EXPECT_EQ(filetime / 10000, seconds * 1000 + time.wMilliseconds);
  EXPECT(ticks > 0);
  reply = reply_to(query, &size);
  if (reply != NULL) EXPECT(longlong_at(reply, 8) >= ticks);
  close_query(query);
  stop(provider);
}

static void one_counter_of_one_instance(void) {
  begin();
  EXPECT_READ(JOBS, PAGES, WIDE("Laser"), "1/0 5");
  EXPECT_READ(JOBS, WAITING, WIDE("ink"), "1/0 8");
  stop(provider);
}

static void all_counters_of_one_instance(void) {
  begin();
  EXPECT_READ(JOBS, ANY, WIDE("Laser"), "2/0 10,20,30,31: 5 6 0 0");
  stop(provider);
}

static void one_counter_of_several(void) {
  begin();
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0 [Laser#1 5][Ink#2 7]");
  EXPECT_READ(JOBS, WAITING, WIDE("?a*"), "4/0 [Laser#1 6]");
  stop(provider);
}

static void all_counters_of_several(void) {
  begin();
  EXPECT_READ(JOBS, ANY, WIDE("*"), "6/0 10,20,30,31: [Laser#1 5 6 0 0][Ink#2 7 8 0 0]");
  EXPECT_READ(JOBS, ANY, WIDE("I*"), "6/0 10,20,30,31: [Ink#2 7 8 0 0]");
  stop(provider);
}

static void set_of_one_instance(void) {
  provider = started_jobs(PERF_COUNTERSET_SINGLE_INSTANCE);
  (void)created(provider, JOBS, WIDE(""), 0);
  EXPECT_READ(JOBS, WAITING, NULL, "1/0 0");
  EXPECT_READ(JOBS, ANY, NULL, "2/0 10,20,30,31: 0 0 0 0");
  stop(provider);
}

/* The bytes of the document: 224. */
static void sizes_of_the_document(void) {
  DWORD size = 0;
  Template three = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&three, 3, PERF_COUNTER_RAWCOUNT);
  add_counter(&three, 1, PERF_COUNTER_LARGE_RAWCOUNT);
  add_counter(&three, 2, PERF_COUNTER_RAWCOUNT);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &three), ERROR_SUCCESS);
  (void)created(provider, JOBS, WIDE("a"), 0);
  (void)created(provider, JOBS, WIDE("bc"), 0);
  HANDLE const query = query_of(JOBS, ANY, WIDE("*"));
  const unsigned char* const reply = reply_to(query, &size);
  EXPECT_EQ(size, 224);
  if (reply == NULL) return;
  EXPECT_EQ(ulong_at(reply, 48 + 4), PERF_COUNTERSET);
  EXPECT_EQ(ulong_at(reply, 48 + 8), 176);
  EXPECT_EQ(ulong_at(reply, 64), 24);         /* dwSize of the ids, with padding */
  EXPECT_EQ(ulong_at(reply, 72), 3);          /* the first id */
  EXPECT_EQ(ulong_at(reply, 88), 8 + 2 * 64); /* dwTotalSize of the instances */
  EXPECT_EQ(ulong_at(reply, 96), 16);         /* Size of the first */
  EXPECT_EQ(ulong_at(reply, 112), 4);         /* dwDataSize of its first value */
  EXPECT_EQ(ulong_at(reply, 116), 16);
  EXPECT_EQ(ulong_at(reply, 128), 8); /* and of its second */
  EXPECT_EQ(ulong_at(reply, 132), 16);
  close_query(query);
  stop(provider);
}

static void order_of_values(void) {
  Template jobs = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&jobs, 9, PERF_COUNTER_RAWCOUNT);
  add_counter(&jobs, 4, PERF_COUNTER_RAWCOUNT);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  PERF_COUNTERSET_INSTANCE* const one = created(provider, JOBS, WIDE("one"), 0);
  EXPECT_EQ(PerfSetULongCounterValue(provider, one, 9, 90), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, one, 4, 40), ERROR_SUCCESS);
  EXPECT_READ(JOBS, ANY, WIDE("*"), "6/0 9,4: [one#0 90 40]");
  stop(provider);
}

static void nothing_is_active(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0");
  EXPECT_READ(JOBS, ANY, WIDE("*"), "6/0 10,20,30,31:");
  stop(provider);
  EXPECT_READ(TOTALS, 1, NULL, "0/4201");
  EXPECT_READ(TOTALS, ANY, NULL, "0/4201");
}

static void named_instance_that_ends(void) {
  begin();
  HANDLE const query = query_of(JOBS, PAGES, WIDE("Ink"));
  const GUID jobs = guid_of(JOBS);
  PERF_COUNTERSET_INSTANCE* const ink = PerfQueryInstance(provider, &jobs, WIDE("Ink"), 2);
  EXPECT_TEXT(text_of_reply(query), "1/0 7");
  EXPECT_EQ(PerfDeleteInstance(provider, ink), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "4/0");
  close_query(query);
  stop(provider);
}

static void values_that_are_missing(void) {
  Template jobs = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&jobs, 1, PERF_COUNTER_RAWCOUNT)->Attrib = PERF_ATTRIB_BY_REFERENCE;
  add_counter(&jobs, 2, PERF_COUNTER_RAWCOUNT);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  (void)created(provider, JOBS, WIDE("one"), 0);
  EXPECT_READ(JOBS, 1, WIDE("one"), "0/232");
  EXPECT_READ(JOBS, 1, WIDE("*"), "4/0 [one#0 -]");
  EXPECT_READ(JOBS, ANY, WIDE("*"), "6/0 1,2: [one#0 - 0]");
  stop(provider);
}

static void blocks_fail_alone(void) {
  begin();
  HANDLE const query = query_of(JOBS, PAGES, WIDE("Laser"));
  const GUID totals = guid_of(TOTALS);
  EXPECT_EQ(added(query, block_of(&totals, 1, NULL)), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "1/0 5; 0/4201");
  stop(provider);
  EXPECT_TEXT(text_of_reply(query), "0/4200; 0/4201");
  close_query(query);
}

static void query_without_blocks(void) {
  DWORD size = 0;
  HANDLE const query = opened_query();
  const unsigned char* const reply = reply_to(query, &size);
  EXPECT_EQ(size, 48);
  if (reply != NULL) EXPECT_EQ(ulong_at(reply, 4), 0);
  close_query(query);
}

static const Promise promises[] = {
    {"a reply begins with its size, the number of its blocks, and a clock of 10,000,000 ticks",
     header_of_a_reply},
    {"its FILETIME and its SYSTEMTIME are one time, and its ticks do not go back",
     times_of_a_reply},
    {"one counter of an instance that is named in full is PERF_SINGLE_COUNTER",
     one_counter_of_one_instance},
    {"all counters of an instance that is named in full are PERF_MULTIPLE_COUNTERS",
     all_counters_of_one_instance},
    {"one counter of a pattern is PERF_MULTIPLE_INSTANCES", one_counter_of_several},
    {"all counters of a pattern are PERF_COUNTERSET", all_counters_of_several},
    {"a set of one instance has the forms of an instance that is named", set_of_one_instance},
    {"sizes count what follows and padding to a multiple of 8, and a value has 16 bytes",
     sizes_of_the_document},
    {"values have the order of the ids", order_of_values},
    {"without an active instance there are 0 instances, and in a set of one 4201",
     nothing_is_active},
    {"an instance that has ended is not in the reply", named_instance_that_ends},
    {"a value that is missing has no bytes, and alone is an error", values_that_are_missing},
    {"a block that cannot be read is an error with its code, and others are read",
     blocks_fail_alone},
    {"a query without blocks has a reply without blocks", query_without_blocks},
};
CHAPTER(replies, "Replies")
