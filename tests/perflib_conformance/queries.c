#include <stdio.h>

#include "reader.h"
#include "registered_sets.h"

static HANDLE provider;

static void begin(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  (void)created(provider, JOBS, WIDE("Laser"), 5);
}

/* Adds or removes with the suite's own sets. */
static ULONG add(HANDLE query, unsigned set, ULONG counter, const WCHAR* name) {
  const GUID guid = guid_of(set);
  return added(query, block_of(&guid, counter, name));
}
static ULONG remove_from(HANDLE query, unsigned set, ULONG counter, const WCHAR* name) {
  const GUID guid = guid_of(set);
  return removed(query, block_of(&guid, counter, name));
}

/* What a query has, each with its place in the replies: "0:10/Laser 1:20/L?". */
static const char* text_of_query(HANDLE query) {
  static char text[256];
  static ULONGLONG room[256];
  const unsigned char* at = (const unsigned char*)room;
  DWORD size = 0;
  EXPECT_EQ(PerfQueryCounterInfo(query, (PPERF_COUNTER_IDENTIFIER)room, sizeof room, &size),
            ERROR_SUCCESS);
  text[0] = 0;
  while (size >= 40 && ulong_at(at, 20) >= 40 && ulong_at(at, 20) <= size) {
    char name[32];
    const size_t length = strlen(text);
    const ULONG block = ulong_at(at, 20);
    narrow(at + 40, block - 40, name, sizeof name);
    snprintf(text + length, sizeof text - length, length == 0 ? "%u:%u/%s" : " %u:%u/%s",
             (unsigned)ulong_at(at, 32), (unsigned)ulong_at(at, 24), name);
    at += block;
    size -= block;
  }
  EXPECT_EQ(size, 0);
  return text;
}

static void handles_open_and_close(void) {
  const HANDLE* const handles = foreign_handles();
  HANDLE const query = opened_query();
  close_query(query);
  EXPECT_EQ(PerfCloseQueryHandle(query), ERROR_INVALID_HANDLE);
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    EXPECT_EQ(PerfCloseQueryHandle(handles[i]), ERROR_INVALID_HANDLE);
  }
  EXPECT_EQ(PerfOpenQueryHandle(NULL, NULL), ERROR_INVALID_PARAMETER);
}

static void handles_have_their_kind(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(PerfCloseQueryHandle(provider), ERROR_INVALID_HANDLE);
  EXPECT_EQ(PerfStopProvider(query), ERROR_INVALID_HANDLE);
  close_query(query);
  stop(provider);
}

static void queries_are_independent(void) {
  begin();
  HANDLE const one = query_of(JOBS, PAGES, WIDE("*"));
  HANDLE const two = query_of(JOBS, WAITING, WIDE("*"));
  EXPECT_TEXT(text_of_query(one), "0:10/*");
  EXPECT_TEXT(text_of_query(two), "0:20/*");
  close_query(one);
  EXPECT_TEXT(text_of_query(two), "0:20/*");
  close_query(two);
  stop(provider);
}

static void what_does_not_exist(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, 99, ANY, WIDE("*")), ERROR_WMI_GUID_NOT_FOUND);
  EXPECT_EQ(add(query, JOBS, 11, WIDE("*")), ERROR_WMI_ITEMID_NOT_FOUND);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("Ink")), ERROR_PATH_NOT_FOUND);
  EXPECT_TEXT(text_of_query(query), "");
  close_query(query);
  stop(provider);
}

static void patterns_match_later(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("I?k")), ERROR_SUCCESS);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("I*")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "4/0; 4/0");
  (void)created(provider, JOBS, WIDE("Ink"), 6);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Ink#6 0]; 4/0 [Ink#6 0]");
  close_query(query);
  stop(provider);
}

static void names_of_a_set_with_instances(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, JOBS, PAGES, NULL), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("LASER")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "1/0 0");
  close_query(query);
  stop(provider);
}

static void names_of_a_set_of_one_instance(void) {
  const GUID totals = guid_of(TOTALS);
  Block empty = block_of(&totals, 1, WIDE(""));
  empty.identifier.Size = 48;
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, TOTALS, 1, WIDE("one")), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(add(query, TOTALS, 1, WIDE("*")), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(added(query, empty), ERROR_SUCCESS);
  EXPECT_EQ(add(query, TOTALS, 2, NULL), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "0/4201; 0/4201");
  close_query(query);
}

static void ids_of_instances(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  (void)created(provider, JOBS, WIDE("Laser"), 6);
  HANDLE const query = opened_query();
  Block block = block_of(&jobs, PAGES, WIDE("Laser"));
  block.identifier.InstanceId = 7;
  EXPECT_EQ(added(query, block), ERROR_PATH_NOT_FOUND);
  block.identifier.InstanceId = 6;
  EXPECT_EQ(added(query, block), ERROR_SUCCESS);
  block.identifier.InstanceId = ANY;
  EXPECT_EQ(added(query, block), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "1/0 0; 4/0 [Laser#5 0][Laser#6 0]");
  close_query(query);
  stop(provider);
}

static void same_block_again(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("L*")), ERROR_SUCCESS);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("L*")), ERROR_ALREADY_EXISTS);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("l*")), ERROR_ALREADY_EXISTS);
  EXPECT_EQ(add(query, JOBS, ANY, WIDE("L*")), ERROR_SUCCESS);
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("L?*")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_query(query), "0:10/L* 1:4294967295/L* 2:10/L?*");
  close_query(query);
  stop(provider);
}

static void each_block_has_its_status(void) {
  const GUID jobs = guid_of(JOBS), unknown = guid_of(99);
  begin();
  HANDLE const query = opened_query();
  Block blocks[3] = {block_of(&unknown, PAGES, WIDE("*")), block_of(&jobs, PAGES, WIDE("*")),
                     block_of(&jobs, PAGES, WIDE("*"))};
  EXPECT_EQ(PerfAddCounters(query, &blocks[0].identifier, sizeof blocks), ERROR_SUCCESS);
  EXPECT_EQ(blocks[0].identifier.Status, ERROR_WMI_GUID_NOT_FOUND);
  EXPECT_EQ(blocks[1].identifier.Status, ERROR_SUCCESS);
  EXPECT_EQ(blocks[2].identifier.Status, ERROR_ALREADY_EXISTS);
  EXPECT_EQ(PerfDeleteCounters(query, &blocks[1].identifier, 2 * sizeof blocks[0]), ERROR_SUCCESS);
  EXPECT_EQ(blocks[1].identifier.Status, ERROR_SUCCESS);
  EXPECT_EQ(blocks[2].identifier.Status, ERROR_INVALID_PARAMETER);
  close_query(query);
  stop(provider);
}

static void blocks_that_are_corrupt(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  HANDLE const query = opened_query();
  Block block = block_of(&jobs, PAGES, WIDE("*"));
  block.identifier.Size = 44;
  EXPECT_EQ(added(query, block), ERROR_INVALID_PARAMETER);
  block.identifier.Size = 48;
  for (int i = 0; i < 4; ++i) block.name[i] = 'x'; /* without a NUL */
  EXPECT_EQ(added(query, block), ERROR_INVALID_PARAMETER);
  EXPECT_TEXT(text_of_query(query), "");
  close_query(query);
  stop(provider);
}

static void blocks_are_removed(void) {
  begin();
  HANDLE const query = opened_query();
  EXPECT_EQ(add(query, JOBS, PAGES, WIDE("*")), ERROR_SUCCESS);
  EXPECT_EQ(add(query, JOBS, WAITING, WIDE("*")), ERROR_SUCCESS);
  EXPECT_EQ(add(query, JOBS, BYTES, WIDE("*")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_query(query), "0:10/* 1:20/* 2:30/*");
  EXPECT_EQ(remove_from(query, JOBS, WAITING, WIDE("*")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_query(query), "0:10/* 1:30/*");
  EXPECT_EQ(remove_from(query, JOBS, WAITING, WIDE("*")), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(remove_from(query, JOBS, PAGES, WIDE("L*")), ERROR_INVALID_PARAMETER);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#5 0]; 4/0 [Laser#5 0]");
  close_query(query);
  stop(provider);
}

static void index_is_that_of_the_reply(void) {
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("Laser"));
  EXPECT_EQ(add(query, JOBS, ANY, WIDE("*")), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_query(query), "0:20/Laser 1:4294967295/*");
  EXPECT_TEXT(text_of_reply(query), "1/0 0; 6/0 10,20,30,31: [Laser#5 0 0 0 0]");
  close_query(query);
  stop(provider);
}

static const Promise promises[] = {
    {"PerfOpenQueryHandle opens a query until PerfCloseQueryHandle, and a handle that is not open "
     "is 6",
     handles_open_and_close},
    {"the handle of a provider is not that of a query, nor the reverse", handles_have_their_kind},
    {"each query has a list of its own", queries_are_independent},
    {"Status is 4200 for an unknown set, 4202 for an unknown counter, 3 for a name that no active "
     "instance has",
     what_does_not_exist},
    {"a pattern with * or ? is added whether it matches or not", patterns_match_later},
    {"a set with instances needs a name, in any case of letters", names_of_a_set_with_instances},
    {"a set of one instance has no name, or an empty one", names_of_a_set_of_one_instance},
    {"an instance id is that of the instance, or 0xFFFFFFFF for any", ids_of_instances},
    {"Status is 183 for what the query has", same_block_again},
    {"each block of a call has its own Status", each_block_has_its_status},
    {"Status is 87 for a Size that is not a multiple of 8, and for a name without a NUL",
     blocks_that_are_corrupt},
    {"PerfDeleteCounters removes a block, and Status is 87 for what the query lacks",
     blocks_are_removed},
    {"PerfQueryCounterInfo has what was added, with its place in the replies",
     index_is_that_of_the_reply},
};
CHAPTER(queries, "Queries")
