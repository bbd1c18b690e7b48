/* Threads, fork(), and what is left when all is closed. For POSIX. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../compat/thread_sanitizer.h"
#include "pdh_suite.h"

static PDH_HQUERY query;
static PDH_HCOUNTER counter;

static int descriptors(void) {
  int count = 0;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == NULL) exit(2);
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count;
}

static void nothing_is_left(void) {
  const int before = descriptors();
  for (int i = 0; i < 10; ++i) {
    query = open_live();
    (void)add(query, "\\Process(*)\\% User Time");
    EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
    EXPECT(descriptors() > before);
    EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
    EXPECT_EQ(descriptors(), before);
  }
}

static void logs_leave_nothing(void) {
  const int before = descriptors();
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  PDH_HLOG log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(log, 2);
  EXPECT_CODE(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), ERROR_SUCCESS);
  EXPECT_CODE(open_log(NULL, "live.blg", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  DWORD size = 0;
  EXPECT_CODE(PdhReadRawLogRecord(log, filetime_of(MAX_TIME_VALUE), NULL, &size), PDH_MORE_DATA);
  close_log(log);
  EXPECT_EQ(descriptors(), before);
  remove_file("live.blg");
}

/* What a child does with the queries of its parent; 0: all of it works. */
static int use_in_child(void) {
  (void)take_failure();
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(long_of(counter) > 0);
#ifndef UNDER_THREAD_SANITIZER /* it ends a child that starts threads where its parent had some */
  EXPECT_CODE(PdhCollectQueryDataEx(query, 3600, NULL), ERROR_SUCCESS);
#endif
  EXPECT_CODE(PdhValidatePathA(AVAILABLE_BYTES), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  return take_failure()[0] != 0;
}

static void expect_child(int (*use)(void)) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(use());
  }
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

static void children_use_queries(void) {
  query = open_live();
  counter = add(query, "\\System\\Processes");
  EXPECT_CODE(PdhCollectQueryDataEx(query, 1, NULL), ERROR_SUCCESS); /* may be collecting then */
  for (int i = 0; i < 5; ++i) expect_child(&use_in_child);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(long_of(counter) > 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static int read_in_child(void) {
  (void)take_failure();
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(counter), 2);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  return take_failure()[0] != 0;
}

static void children_go_on_reading(void) {
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  counter = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  expect_child(&read_in_child);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS); /* the parent has its own position */
  EXPECT_EQ(long_of(counter), 2);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static int read_set_in_child(void) {
  (void)take_failure();
  EXPECT_CODE(PdhCollectQueryData(query), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
  return take_failure()[0] != 0;
}

static void children_and_sets(void) {
  char set[600];
  DWORD type = PDH_LOG_TYPE_SQL;
  PDH_HLOG log = NULL;
  snprintf(set, sizeof set, "SQL:%s!one", path_of("logs.db"));
  EXPECT_CODE(PdhCreateSQLTablesA(path_of("logs.db")), ERROR_SUCCESS);
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhOpenLogA(set, WRITE_NEW, &type, query, 0, NULL, &log), ERROR_SUCCESS);
  update(log, 2);
  EXPECT_CODE(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), ERROR_SUCCESS);
  EXPECT_CODE(PdhOpenQueryA(set, 0, &query), ERROR_SUCCESS);
  counter = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  expect_child(&read_set_in_child);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("logs.db");
}

static int threads_of_this_process(void) {
  int count = 0;
  DIR* const folder = opendir("/proc/self/task");
  if (folder == NULL) exit(2);
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count;
}

/* A thread is gone from the list a moment after it was joined. */
static void close_ends_the_thread(void) {
  const int before = threads_of_this_process();
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryDataEx(query, 3600, NULL), ERROR_SUCCESS);
  EXPECT_EQ(threads_of_this_process(), before + 1);
  EXPECT_CODE(PdhCollectQueryDataEx(query, 3600, NULL), ERROR_SUCCESS);
  while (threads_of_this_process() > before + 1) rest();
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  while (threads_of_this_process() > before) rest();
}

static PDH_HLOG written;

static int write_in_child(void) {
  (void)take_failure();
  EXPECT_CODE(PdhUpdateLogA(written, NULL), PDH_INVALID_HANDLE);
  return take_failure()[0] != 0;
}

static void children_do_not_write(void) {
  query = open_live();
  counter = add(query, AVAILABLE_BYTES);
  written = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(written, 1);
  expect_child(&write_in_child);
  update(written, 1);
  close_log(written);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("live.csv");
}

/* Each thread adds, collects, formats and removes; failures are counted. */
static void* use_in_thread(void* failures) {
  for (int i = 0; i < 20; ++i) {
    PDH_HCOUNTER own = NULL;
    PDH_FMT_COUNTERVALUE value;
    DWORD size = 0;
    int* const failed = (int*)failures;
    *failed += PdhAddEnglishCounterA(query, AVAILABLE_BYTES, 0, &own) != ERROR_SUCCESS;
    *failed += PdhCollectQueryData(query) != ERROR_SUCCESS;
    *failed += PdhGetFormattedCounterValue(own, PDH_FMT_LARGE, NULL, &value) != ERROR_SUCCESS;
    *failed += PdhRemoveCounter(own) != ERROR_SUCCESS;
    *failed += (DWORD)PdhExpandCounterPathA("\\Memory\\*Bytes", NULL, &size) != PDH_MORE_DATA;
  }
  return NULL;
}

static void threads_share_a_query(void) {
  pthread_t threads[4];
  int failures[4] = {0, 0, 0, 0};
  query = open_live();
  (void)add(query, "\\System\\Processes");
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pthread_create(&threads[i], NULL, &use_in_thread, &failures[i]), 0);
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pthread_join(threads[i], NULL), 0);
    EXPECT_EQ(failures[i], 0);
  }
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static const Promise promises[] = {
    {"the last query that is closed leaves no descriptor open", nothing_is_left},
    {"a log that is closed leaves no descriptor open", logs_leave_nothing},
    {"a query has one collecting thread, which a new call replaces and PdhCloseQuery ends",
     close_ends_the_thread},
    {"threads may share a query", threads_share_a_query},
    {"a forked child may use the queries of its parent, and collect in the background",
     children_use_queries},
    {"a child goes on reading a log at the record where its parent was", children_go_on_reading},
    {"a child cannot read a log set of its parent: PDH_INVALID_HANDLE", children_and_sets},
    {"a child cannot write a log of its parent: PDH_INVALID_HANDLE", children_do_not_write},
};
CHAPTER(processes_and_threads, "Processes and threads")
