/* The constants, types and macros of pdh.h and pdhmsg.h. */
#include "pdh_suite.h"

typedef struct Number {
  unsigned long long is;
  unsigned long long is_to_be;
} Number;

static void expect_numbers(const Number* rows, size_t count) {
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(rows[i].is, rows[i].is_to_be);
}
#define EXPECT_NUMBERS(rows) expect_numbers(rows, sizeof rows / sizeof rows[0])

static void lengths_and_version(void) {
  const Number rows[] = {{MAX_COUNTER_PATH, 256},         {PDH_MAX_COUNTER_NAME, 1024},
                         {PDH_MAX_INSTANCE_NAME, 1024},   {PDH_MAX_COUNTER_PATH, 2048},
                         {PDH_MAX_DATASOURCE_PATH, 1024}, {PDH_CVERSION_WIN40, 0x400},
                         {PDH_CVERSION_WIN50, 0x500},     {PDH_VERSION, 0x503}};
  EXPECT_NUMBERS(rows);
  EXPECT(PDH_MAX_SCALE == 7);
  EXPECT(PDH_MIN_SCALE == -7);
}

/* A code of pdhmsg.h, and its number on Windows. */
static const DWORD code_rows[][2] = {
    /* clang-format off */
    {(DWORD)PDH_CSTATUS_VALID_DATA, 0x00000000u},
    {(DWORD)PDH_CSTATUS_NEW_DATA, 0x00000001u},
    {(DWORD)PDH_CSTATUS_NO_MACHINE, 0x800007D0u},
    {(DWORD)PDH_CSTATUS_NO_INSTANCE, 0x800007D1u},
    {(DWORD)PDH_MORE_DATA, 0x800007D2u},
    {(DWORD)PDH_CSTATUS_ITEM_NOT_VALIDATED, 0x800007D3u},
    {(DWORD)PDH_RETRY, 0x800007D4u},
    {(DWORD)PDH_NO_DATA, 0x800007D5u},
    {(DWORD)PDH_CALC_NEGATIVE_DENOMINATOR, 0x800007D6u},
    {(DWORD)PDH_CALC_NEGATIVE_TIMEBASE, 0x800007D7u},
    {(DWORD)PDH_CALC_NEGATIVE_VALUE, 0x800007D8u},
    {(DWORD)PDH_DIALOG_CANCELLED, 0x800007D9u},
    {(DWORD)PDH_END_OF_LOG_FILE, 0x800007DAu},
    {(DWORD)PDH_ASYNC_QUERY_TIMEOUT, 0x800007DBu},
    {(DWORD)PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE, 0x800007DCu},
    {(DWORD)PDH_CSTATUS_NO_OBJECT, 0xC0000BB8u},
    {(DWORD)PDH_CSTATUS_NO_COUNTER, 0xC0000BB9u},
    {(DWORD)PDH_CSTATUS_INVALID_DATA, 0xC0000BBAu},
    {(DWORD)PDH_MEMORY_ALLOCATION_FAILURE, 0xC0000BBBu},
    {(DWORD)PDH_INVALID_HANDLE, 0xC0000BBCu},
    {(DWORD)PDH_INVALID_ARGUMENT, 0xC0000BBDu},
    {(DWORD)PDH_FUNCTION_NOT_FOUND, 0xC0000BBEu},
    {(DWORD)PDH_CSTATUS_NO_COUNTERNAME, 0xC0000BBFu},
    {(DWORD)PDH_CSTATUS_BAD_COUNTERNAME, 0xC0000BC0u},
    {(DWORD)PDH_INVALID_BUFFER, 0xC0000BC1u},
    {(DWORD)PDH_INSUFFICIENT_BUFFER, 0xC0000BC2u},
    {(DWORD)PDH_CANNOT_CONNECT_MACHINE, 0xC0000BC3u},
    {(DWORD)PDH_INVALID_PATH, 0xC0000BC4u},
    {(DWORD)PDH_INVALID_INSTANCE, 0xC0000BC5u},
    {(DWORD)PDH_INVALID_DATA, 0xC0000BC6u},
    {(DWORD)PDH_NO_DIALOG_DATA, 0xC0000BC7u},
    {(DWORD)PDH_CANNOT_READ_NAME_STRINGS, 0xC0000BC8u},
    {(DWORD)PDH_LOG_FILE_CREATE_ERROR, 0xC0000BC9u},
    {(DWORD)PDH_LOG_FILE_OPEN_ERROR, 0xC0000BCAu},
    {(DWORD)PDH_LOG_TYPE_NOT_FOUND, 0xC0000BCBu},
    {(DWORD)PDH_NO_MORE_DATA, 0xC0000BCCu},
    {(DWORD)PDH_ENTRY_NOT_IN_LOG_FILE, 0xC0000BCDu},
    {(DWORD)PDH_DATA_SOURCE_IS_LOG_FILE, 0xC0000BCEu},
    {(DWORD)PDH_DATA_SOURCE_IS_REAL_TIME, 0xC0000BCFu},
    {(DWORD)PDH_UNABLE_READ_LOG_HEADER, 0xC0000BD0u},
    {(DWORD)PDH_FILE_NOT_FOUND, 0xC0000BD1u},
    {(DWORD)PDH_FILE_ALREADY_EXISTS, 0xC0000BD2u},
    {(DWORD)PDH_NOT_IMPLEMENTED, 0xC0000BD3u},
    {(DWORD)PDH_STRING_NOT_FOUND, 0xC0000BD4u},
    {(DWORD)PDH_UNABLE_MAP_NAME_FILES, 0x80000BD5u},
    {(DWORD)PDH_UNKNOWN_LOG_FORMAT, 0xC0000BD6u},
    {(DWORD)PDH_UNKNOWN_LOGSVC_COMMAND, 0xC0000BD7u},
    {(DWORD)PDH_LOGSVC_QUERY_NOT_FOUND, 0xC0000BD8u},
    {(DWORD)PDH_LOGSVC_NOT_OPENED, 0xC0000BD9u},
    {(DWORD)PDH_WBEM_ERROR, 0xC0000BDAu},
    {(DWORD)PDH_ACCESS_DENIED, 0xC0000BDBu},
    {(DWORD)PDH_LOG_FILE_TOO_SMALL, 0xC0000BDCu},
    {(DWORD)PDH_INVALID_DATASOURCE, 0xC0000BDDu},
    {(DWORD)PDH_INVALID_SQLDB, 0xC0000BDEu},
    {(DWORD)PDH_NO_COUNTERS, 0xC0000BDFu},
    {(DWORD)PDH_SQL_ALLOC_FAILED, 0xC0000BE0u},
    {(DWORD)PDH_SQL_ALLOCCON_FAILED, 0xC0000BE1u},
    {(DWORD)PDH_SQL_EXEC_DIRECT_FAILED, 0xC0000BE2u},
    {(DWORD)PDH_SQL_FETCH_FAILED, 0xC0000BE3u},
    {(DWORD)PDH_SQL_ROWCOUNT_FAILED, 0xC0000BE4u},
    {(DWORD)PDH_SQL_MORE_RESULTS_FAILED, 0xC0000BE5u},
    {(DWORD)PDH_SQL_CONNECT_FAILED, 0xC0000BE6u},
    {(DWORD)PDH_SQL_BIND_FAILED, 0xC0000BE7u},
    {(DWORD)PDH_CANNOT_CONNECT_WMI_SERVER, 0xC0000BE8u},
    {(DWORD)PDH_PLA_COLLECTION_ALREADY_RUNNING, 0xC0000BE9u},
    {(DWORD)PDH_PLA_ERROR_SCHEDULE_OVERLAP, 0xC0000BEAu},
    {(DWORD)PDH_PLA_COLLECTION_NOT_FOUND, 0xC0000BEBu},
    {(DWORD)PDH_PLA_ERROR_SCHEDULE_ELAPSED, 0xC0000BECu},
    {(DWORD)PDH_PLA_ERROR_NOSTART, 0xC0000BEDu},
    {(DWORD)PDH_PLA_ERROR_ALREADY_EXISTS, 0xC0000BEEu},
    {(DWORD)PDH_PLA_ERROR_TYPE_MISMATCH, 0xC0000BEFu},
    {(DWORD)PDH_PLA_ERROR_FILEPATH, 0xC0000BF0u},
    {(DWORD)PDH_PLA_SERVICE_ERROR, 0xC0000BF1u},
    {(DWORD)PDH_PLA_VALIDATION_ERROR, 0xC0000BF2u},
    {(DWORD)PDH_PLA_VALIDATION_WARNING, 0x80000BF3u},
    {(DWORD)PDH_PLA_ERROR_NAME_TOO_LONG, 0xC0000BF4u},
    {(DWORD)PDH_INVALID_SQL_LOG_FORMAT, 0xC0000BF5u},
    {(DWORD)PDH_COUNTER_ALREADY_IN_QUERY, 0xC0000BF6u},
    {(DWORD)PDH_BINARY_LOG_CORRUPT, 0xC0000BF7u},
    {(DWORD)PDH_LOG_SAMPLE_TOO_SMALL, 0xC0000BF8u},
    {(DWORD)PDH_OS_LATER_VERSION, 0xC0000BF9u},
    {(DWORD)PDH_OS_EARLIER_VERSION, 0xC0000BFAu},
    {(DWORD)PDH_INCORRECT_APPEND_TIME, 0xC0000BFBu},
    {(DWORD)PDH_UNMATCHED_APPEND_COUNTER, 0xC0000BFCu},
    {(DWORD)PDH_SQL_ALTER_DETAIL_FAILED, 0xC0000BFDu},
    {(DWORD)PDH_QUERY_PERF_DATA_TIMEOUT, 0xC0000BFEu},
    /* clang-format on */
};

static void codes(void) {
  for (size_t i = 0; i < sizeof code_rows / sizeof code_rows[0]; ++i) {
    in_row(i);
    EXPECT_CODE(code_rows[i][0], code_rows[i][1]);
  }
}

static void severities(void) {
  const PDH_STATUS statuses[] = {0, 0x40000000, (PDH_STATUS)PDH_MORE_DATA,
                                 (PDH_STATUS)PDH_INVALID_HANDLE};
  EXPECT_EQ(sizeof(PDH_STATUS), 4);
  EXPECT((PDH_STATUS)-1 < 0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(IsSuccessSeverity(statuses[i]), i == 0);
    EXPECT_EQ(IsInformationalSeverity(statuses[i]), i == 1);
    EXPECT_EQ(IsWarningSeverity(statuses[i]), i == 2);
    EXPECT_EQ(IsErrorSeverity(statuses[i]), i == 3);
  }
}

static void data_sources(void) {
  const Number rows[] = {
      {DATA_SOURCE_REGISTRY, 1}, {DATA_SOURCE_LOGFILE, 2}, {DATA_SOURCE_WBEM, 4}};
  EXPECT_NUMBERS(rows);
  EXPECT((HANDLE)H_REALTIME_DATASOURCE == NULL);
  EXPECT(H_WBEM_DATASOURCE == (HANDLE) ~(size_t)0);
}

static void format_flags(void) {
  const Number rows[] = {{PDH_FMT_RAW, 0x10},       {PDH_FMT_ANSI, 0x20},
                         {PDH_FMT_UNICODE, 0x40},   {PDH_FMT_LONG, 0x100},
                         {PDH_FMT_DOUBLE, 0x200},   {PDH_FMT_LARGE, 0x400},
                         {PDH_FMT_NOSCALE, 0x1000}, {PDH_FMT_1000, 0x2000},
                         {PDH_FMT_NODATA, 0x4000},  {PDH_FMT_NOCAP100, 0x8000}};
  EXPECT_NUMBERS(rows);
}

static void detail_levels(void) {
  const Number rows[] = {{PERF_DETAIL_NOVICE, 100},     {PERF_DETAIL_ADVANCED, 200},
                         {PERF_DETAIL_EXPERT, 300},     {PERF_DETAIL_WIZARD, 400},
                         {PERF_DETAIL_COSTLY, 0x10000}, {PERF_DETAIL_STANDARD, 0xFFFF}};
  EXPECT_NUMBERS(rows);
}

static void flags_of_paths(void) {
  const Number rows[] = {{PDH_PATH_WBEM_RESULT, 1},
                         {PDH_PATH_WBEM_INPUT, 2},
                         {PDH_NOEXPANDCOUNTERS, 1},
                         {PDH_NOEXPANDINSTANCES, 2},
                         {PDH_REFRESHCOUNTERS, 4},
                         {PDH_OBJECT_HAS_INSTANCES, 1},
                         {PDH_FLAGS_CLOSE_QUERY, 1},
                         {PDH_FLAGS_FILE_BROWSER_ONLY, 1},
                         {PDH_PATH_LANG_FLAGS(0x407u, 2u), 0x4070002}};
  EXPECT_NUMBERS(rows);
}

static void log_types(void) {
  const Number rows[] = {{PDH_LOG_TYPE_UNDEFINED, 0},     {PDH_LOG_TYPE_CSV, 1},
                         {PDH_LOG_TYPE_TSV, 2},           {PDH_LOG_TYPE_TRACE_KERNEL, 4},
                         {PDH_LOG_TYPE_TRACE_GENERIC, 5}, {PDH_LOG_TYPE_PERFMON, 6},
                         {PDH_LOG_TYPE_SQL, 7},           {PDH_LOG_TYPE_BINARY, 8}};
  EXPECT_NUMBERS(rows);
}

static void log_flags(void) {
  const Number rows[] = {{PDH_LOG_READ_ACCESS, 0x10000},    {PDH_LOG_WRITE_ACCESS, 0x20000},
                         {PDH_LOG_UPDATE_ACCESS, 0x40000},  {PDH_LOG_ACCESS_MASK, 0xF0000},
                         {PDH_LOG_CREATE_NEW, 1},           {PDH_LOG_CREATE_ALWAYS, 2},
                         {PDH_LOG_OPEN_ALWAYS, 3},          {PDH_LOG_OPEN_EXISTING, 4},
                         {PDH_LOG_CREATE_MASK, 0xF},        {PDH_LOG_OPT_USER_STRING, 0x1000000},
                         {PDH_LOG_OPT_CIRCULAR, 0x2000000}, {PDH_LOG_OPT_MAX_IS_BYTES, 0x4000000},
                         {PDH_LOG_OPT_APPEND, 0x8000000},   {PDH_LOG_OPT_MASK, 0xF000000}};
  EXPECT_NUMBERS(rows);
}

static void bounds_of_times(void) {
  EXPECT_EQ(MIN_TIME_VALUE, 0);
  EXPECT_EQ(MAX_TIME_VALUE, 0x7FFFFFFFFFFFFFFFull);
  EXPECT_EQ(sizeof MAX_TIME_VALUE, sizeof(LONGLONG));
}

#define IS_64 (sizeof(void*) == 8)
static void structures(void) {
  const Number rows[] = {{sizeof(PDH_RAW_COUNTER), 40},
                         {sizeof(PDH_RAW_COUNTER_ITEM_A), 48},
                         {sizeof(PDH_RAW_COUNTER_ITEM_W), 48},
                         {sizeof(PDH_FMT_COUNTERVALUE), 16},
                         {sizeof(PDH_FMT_COUNTERVALUE_ITEM_A), 24},
                         {sizeof(PDH_FMT_COUNTERVALUE_ITEM_W), 24},
                         {sizeof(PDH_STATISTICS), 56},
                         {sizeof(PDH_COUNTER_PATH_ELEMENTS_A), IS_64 ? 48 : 24},
                         {sizeof(PDH_COUNTER_PATH_ELEMENTS_W), IS_64 ? 48 : 24},
                         {sizeof(PDH_COUNTER_INFO_A), IS_64 ? 112 : 72},
                         {sizeof(PDH_COUNTER_INFO_W), IS_64 ? 112 : 72},
                         {sizeof(PDH_TIME_INFO), 24},
                         {sizeof(PDH_RAW_LOG_RECORD), 16},
                         {offsetof(PDH_RAW_LOG_RECORD, RawBytes), 12},
                         {sizeof(PDH_BROWSE_DLG_CONFIG_A), IS_64 ? 72 : 40},
                         {sizeof(PDH_BROWSE_DLG_CONFIG_W), IS_64 ? 72 : 40},
                         {sizeof(PDH_BROWSE_DLG_CONFIG_HA), IS_64 ? 72 : 40},
                         {sizeof(PDH_BROWSE_DLG_CONFIG_HW), IS_64 ? 72 : 40}};
  EXPECT_NUMBERS(rows);
}

static void log_service(void) {
  EXPECT_EQ(sizeof(PDH_LOG_SERVICE_QUERY_INFO_A), IS_64 ? 96 : 72);
  EXPECT_EQ(sizeof(PDH_LOG_SERVICE_QUERY_INFO_W), IS_64 ? 96 : 72);
}

static PDH_FUNCTION same(HQUERY query) {
  return query == NULL ? (PDH_STATUS)PDH_INVALID_HANDLE : 0;
}

static PDH_STATUS WINAPI called_back(DWORD_PTR argument) { return (PDH_STATUS)argument; }

static void old_names(void) {
  const PDH_HQUERY query = GARBAGE;
  const HQUERY old_query = query;
  const PDH_HCOUNTER counter = GARBAGE;
  const HCOUNTER old_counter = counter;
  const PDH_HLOG log = GARBAGE;
  const HLOG old_log = log;
  const CounterPathCallBack callback = &called_back;
  EXPECT(old_query == query && old_counter == counter && old_log == log);
  EXPECT_CODE(same(NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(callback(5), 5);
}

static const Promise promises[] = {
    {"the greatest lengths, scales and versions have the numbers of Windows", lengths_and_version},
    {"the codes of pdhmsg.h have the numbers of Windows", codes},
    {"a PDH_STATUS is a LONG, and its two highest bits are its severity", severities},
    {"this machine is the data source NULL, and WBEM is -1", data_sources},
    {"the format flags have the numbers of Windows", format_flags},
    {"the levels of detail have the numbers of Windows", detail_levels},
    {"the flags of paths, expansions and dialogs have the numbers of Windows", flags_of_paths},
    {"the types of logs have the numbers of Windows", log_types},
    {"the flags of PdhOpenLog have the numbers of Windows", log_flags},
    {"times go from 0 to 0x7FFFFFFFFFFFFFFF", bounds_of_times},
    {"the structures have the layout of Windows", structures},
    {"of the log service only its structure is declared", log_service},
    {"HQUERY, HCOUNTER, HLOG, PDH_FUNCTION and CounterPathCallBack are declared", old_names},
};
CHAPTER(numbers, "Numbers and names")
