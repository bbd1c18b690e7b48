#include "pdh_suite.h"

static PDH_HLOG its_log;
static PDH_RAW_LOG_RECORD* record;
static DWORD size;

static void begin(void) {
  write_file("three.csv", three_records);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
}
static void end(void) {
  close_log(its_log);
  remove_file("three.csv");
}

static DWORD read_at(LONGLONG time) {
  record = (PPDH_RAW_LOG_RECORD)(void*)fresh_room();
  size = ROOM;
  return (DWORD)PdhReadRawLogRecord(its_log, filetime_of(time), record, &size);
}

static void expect_row(const char* row) {
  const DWORD needed = (DWORD)(offsetof(PDH_RAW_LOG_RECORD, RawBytes) + strlen(row));
  EXPECT_EQ(size, needed);
  EXPECT_EQ(record->dwStructureSize, needed);
  EXPECT_EQ(record->dwRecordType, PDH_LOG_TYPE_CSV);
  EXPECT_EQ(record->dwItems, strlen(row));
  EXPECT_EQ(memcmp(record->RawBytes, row, strlen(row)), 0);
  EXPECT(is_untouched((const unsigned char*)record + needed, 16));
}

static void record_of_a_time(void) {
  begin();
  EXPECT_CODE(read_at(TEN_O_CLOCK + 10 * SECOND), ERROR_SUCCESS);
  expect_row("\"11/22/2026 10:00:10.000\",\"2\",\"0.33333333333333331\"");
  EXPECT_CODE(read_at(TEN_O_CLOCK), ERROR_SUCCESS); /* in any order */
  expect_row("\"11/22/2026 10:00:00.000\",\"1\",\" \"");
  end();
}

static void last_record_before(void) {
  begin();
  EXPECT_CODE(read_at(TEN_O_CLOCK + 19 * SECOND), ERROR_SUCCESS);
  expect_row("\"11/22/2026 10:00:10.000\",\"2\",\"0.33333333333333331\"");
  EXPECT_CODE(read_at(MAX_TIME_VALUE), ERROR_SUCCESS);
  expect_row("\"11/22/2026 10:00:20.000\",\"3\",\"50.5\"");
  end();
}

static void before_all(void) {
  begin();
  EXPECT_CODE(read_at(TEN_O_CLOCK - 1), PDH_ENTRY_NOT_IN_LOG_FILE);
  EXPECT(is_untouched((const unsigned char*)record, 64));
  end();
}

static void of_a_binary_log(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(open_log(NULL, "live.blg", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
  EXPECT_CODE(read_at(MAX_TIME_VALUE), ERROR_SUCCESS);
  EXPECT_EQ(record->dwRecordType, PDH_LOG_TYPE_BINARY);
  EXPECT_EQ(memcmp(record->RawBytes, "BL\x03\x00", 4), 0); /* a sample */
  EXPECT(record->dwItems >= 8 + 48);
  close_log(its_log);
  remove_file("live.blg");
}

static const Promise promises[] = {
    {"a record is a row without its line end, with its type and its sizes", record_of_a_time},
    {"a time between two records gives the last before it", last_record_before},
    {"a time before all records is PDH_ENTRY_NOT_IN_LOG_FILE", before_all},
    {"a record of a binary log is the payload of its sample", of_a_binary_log},
};
CHAPTER(raw_records, "Raw records")
