#include "pdh_suite.h"

#include <stdio.h>
#include <stdlib.h>

PDH_HQUERY open_live(void) {
  PDH_HQUERY query = NULL;
  EXPECT_CODE(PdhOpenQueryA(NULL, QUERY_DATA, &query), ERROR_SUCCESS);
  return query;
}

PDH_HCOUNTER add(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = NULL;
  EXPECT_CODE(PdhAddEnglishCounterA(query, path, COUNTER_DATA, &counter), ERROR_SUCCESS);
  return counter;
}

DWORD code_of_adding(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = GARBAGE;
  const PDH_STATUS status = PdhAddCounterA(query, path, 0, &counter);
  if (status != ERROR_SUCCESS) EXPECT(counter == NULL);
  return (DWORD)status;
}

PDH_RAW_COUNTER reading_of(PDH_HCOUNTER counter) {
  PDH_RAW_COUNTER reading;
  memset(&reading, 0xAA, sizeof reading);
  EXPECT_CODE(PdhGetRawCounterValue(counter, NULL, &reading), ERROR_SUCCESS);
  return reading;
}

DWORD cstatus_of(PDH_HCOUNTER counter) { return reading_of(counter).CStatus; }

static PDH_FMT_COUNTERVALUE value_as(PDH_HCOUNTER counter, DWORD format) {
  PDH_FMT_COUNTERVALUE value;
  memset(&value, 0xAA, sizeof value);
  EXPECT_CODE(PdhGetFormattedCounterValue(counter, format, NULL, &value), ERROR_SUCCESS);
  return value;
}

LONG long_of(PDH_HCOUNTER counter) { return value_as(counter, PDH_FMT_LONG).longValue; }

double double_of(PDH_HCOUNTER counter) {
  return value_as(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100).doubleValue;
}

void expect_no_value(const char* file, int line, PDH_HCOUNTER counter, DWORD code, DWORD cstatus) {
  PDH_FMT_COUNTERVALUE value;
  DWORD type = UNTOUCHED;
  value.CStatus = UNTOUCHED;
  const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, &type, &value);
  expect_code_at(file, line, "the code of the value", (DWORD)status, code);
  expect_code_at(file, line, "its CStatus", value.CStatus, cstatus);
  expect_at(file, line, "its type", type, UNTOUCHED);
}

PDH_RAW_COUNTER made_reading(LONGLONG first, LONGLONG second) {
  PDH_RAW_COUNTER reading;
  memset(&reading, 0, sizeof reading);
  reading.FirstValue = first;
  reading.SecondValue = second;
  return reading;
}

const WCHAR* widen(const char* text, WCHAR* wide) {
  size_t i = 0;
  for (; text[i] != 0; ++i) wide[i] = (WCHAR)text[i];
  wide[i] = 0;
  return wide;
}

const char* name_at(const char* list, int n) {
  for (; *list != 0; list += strlen(list) + 1) {
    if (n-- == 0) return list;
  }
  return NULL;
}

int has_name(const char* list, const char* name) {
  for (int i = 0; name_at(list, i) != NULL; ++i) {
    if (strcmp(name_at(list, i), name) == 0) return 1;
  }
  return 0;
}

int count_of(const char* list) {
  int count = 0;
  while (name_at(list, count) != NULL) ++count;
  return count;
}

void expect_name(const char* file, int line, const char* list, int n, const char* wanted) {
  const char* const got = name_at(list, n);
  expect_text_at(file, line, "the name in the list", got == NULL ? "(none)" : got, wanted);
}

unsigned char* fresh_room(void) {
  static ULONGLONG room[ROOM / sizeof(ULONGLONG)];
  memset(room, 0xAA, sizeof room);
  return (unsigned char*)room;
}

int is_untouched(const unsigned char* buffer, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (buffer[i] != 0xAA) return 0;
  }
  return 1;
}

const char* path_of(const char* name) {
  static char kept[6][512];
  static int next;
  char* const path = kept[next++ % 6];
  snprintf(path, sizeof kept[0], "%s/%s", suite_folder(), name);
  return path;
}

void write_file(const char* name, const char* text) {
  FILE* const file = fopen(path_of(name), "wb");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

const char* text_of(const char* name) {
  static char text[1 << 16];
  FILE* const file = fopen(path_of(name), "rb");
  size_t size = 0;
  if (file != NULL) size = fread(text, 1, sizeof text - 1, file);
  if (file != NULL) fclose(file);
  text[size] = 0;
  return text;
}

long size_of_file(const char* name) {
  FILE* const file = fopen(path_of(name), "rb");
  if (file == NULL) return -1;
  long size = -1;
  if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  fclose(file);
  return size;
}

void remove_file(const char* name) { EXPECT_EQ(remove(path_of(name)), 0); }

PDH_HQUERY open_file(const char* name) {
  PDH_HQUERY query = NULL;
  EXPECT_CODE(PdhOpenQueryA(path_of(name), QUERY_DATA, &query), ERROR_SUCCESS);
  return query;
}

void write_two_machines(const char* name) {
  write_file(name,
             "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\DB-16\\Process(bash)\\ID Process\","
             "\"\\\\DB-16\\Process(bash#1)\\ID Process\",\"\\\\DB-16\\Memory\\Available Bytes\","
             "\"\\\\DB-18\\Processor(_Total)\\% Processor Time\"\r\n"
             "\"01/02/2026 03:04:05.000\",\"1\",\"2\",\"3\",\"4\"\r\n");
}

const char* const three_records =
    "\"(PDH-CSV 4.0) (UTC)(-60)\",\"\\\\a\\Memory\\Available Bytes\",\"\\\\a\\Disk(x)\\Queue\"\r\n"
    "\"11/22/2026 10:00:00.000\",\"1\",\" \"\r\n"
    "\"11/22/2026 10:00:10.000\",\"2\",\"0.33333333333333331\"\r\n"
    "\"11/22/2026 10:00:20.000\",\"3\",\"50.5\"\r\n";

DWORD open_log(PDH_HQUERY query, const char* name, DWORD access, DWORD type, PDH_HLOG* log) {
  *log = GARBAGE;
  return (DWORD)PdhOpenLogA(path_of(name), access, &type, query, 0, NULL, log);
}

PDH_HLOG new_log(PDH_HQUERY query, const char* name, DWORD type) {
  PDH_HLOG log = NULL;
  EXPECT_CODE(open_log(query, name, WRITE_NEW, type, &log), ERROR_SUCCESS);
  return log;
}

void update(PDH_HLOG log, int times) {
  for (int i = 0; i < times; ++i) EXPECT_CODE(PdhUpdateLogA(log, NULL), ERROR_SUCCESS);
}

void next_millisecond(void) {
  const LONGLONG begin = local_time_now() / 10000;
  while (local_time_now() / 10000 == begin) continue;
}

void close_log(PDH_HLOG log) { EXPECT_CODE(PdhCloseLog(log, 0), ERROR_SUCCESS); }

FILETIME filetime_of(LONGLONG time) {
  FILETIME both;
  both.dwLowDateTime = (DWORD)time;
  both.dwHighDateTime = (DWORD)(time >> 32);
  return both;
}
