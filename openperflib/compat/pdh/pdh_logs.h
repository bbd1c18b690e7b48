/* The functions of pdh.h that write logs and treat logs as data sources, for C11 and C++. The
   conventions are those of pdh_query.h.
   Source: pdh.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/pdh_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a log for reading, as a data source, or for writing the counters of `query`. `access`: one
   PDH_LOG_..._ACCESS, one way to create, and options; `type`: PDH_LOG_TYPE_..., which a log that is
   read gets here; `max_size`: bytes, 0 without a limit; `caption`: of the last column of a text log
   with PDH_LOG_OPT_USER_STRING, or NULL. A call that is refused leaves no file.
   PDH_FILE_ALREADY_EXISTS, PDH_FILE_NOT_FOUND, PDH_LOG_TYPE_NOT_FOUND, PDH_LOG_FILE_CREATE_ERROR,
   PDH_LOG_SAMPLE_TOO_SMALL, PDH_UNMATCHED_APPEND_COUNTER, PDH_INCORRECT_APPEND_TIME, ... */
PDH_STATUS WINAPI PdhOpenLogW(LPCWSTR file, DWORD access, LPDWORD type, PDH_HQUERY query,
                              DWORD max_size, LPCWSTR caption, PDH_HLOG* log);
PDH_STATUS WINAPI PdhOpenLogA(LPCSTR file, DWORD access, LPDWORD type, PDH_HQUERY query,
                              DWORD max_size, LPCSTR caption, PDH_HLOG* log);
/* Collects the query of a log and appends a record, with a comment or NULL. PDH_END_OF_LOG_FILE:
   the log has its largest size; PDH_NO_MORE_DATA: the query reads a log, which has ended;
   PDH_INVALID_ARGUMENT for the comment "". */
PDH_STATUS WINAPI PdhUpdateLogW(PDH_HLOG log, LPCWSTR comment);
PDH_STATUS WINAPI PdhUpdateLogA(PDH_HLOG log, LPCSTR comment); /* `comment` in UTF-8 */
/* Writes a binary log to the disk with its index, or reads it again. PDH_NOT_IMPLEMENTED for other
   logs. */
PDH_STATUS WINAPI PdhUpdateLogFileCatalog(PDH_HLOG log);
/* The size in bytes; of several logs their sum. PDH_NOT_IMPLEMENTED for SQL. */
PDH_STATUS WINAPI PdhGetLogFileSize(PDH_HLOG log, LONGLONG* size);
/* Completes and closes a log or a bound data source; with PDH_FLAGS_CLOSE_QUERY its query too. */
PDH_STATUS WINAPI PdhCloseLog(PDH_HLOG log, DWORD flags);

/* Binds a list of logs as one data source: up to 32 binary logs, or one text log; otherwise
   PDH_INVALID_ARGUMENT. NULL: this machine. PdhCloseLog closes it. */
PDH_STATUS WINAPI PdhBindInputDataSourceW(PDH_HLOG* source, LPCWSTR files);
PDH_STATUS WINAPI PdhBindInputDataSourceA(PDH_HLOG* source, LPCSTR files); /* `files` in UTF-8 */
/* The times of the first and the last record, and how many there are: one PDH_TIME_INFO. `size` is
   in bytes. PDH_NO_DATA: there is no record; PDH_DATA_SOURCE_IS_REAL_TIME. */
PDH_STATUS WINAPI PdhGetDataSourceTimeRangeW(LPCWSTR source, LPDWORD count, PPDH_TIME_INFO range,
                                             LPDWORD size);
PDH_STATUS WINAPI PdhGetDataSourceTimeRangeA(LPCSTR source, LPDWORD count, PPDH_TIME_INFO range,
                                             LPDWORD size);
/* The same for H_REALTIME_DATASOURCE, or a log that is open for reading. */
PDH_STATUS WINAPI PdhGetDataSourceTimeRangeH(PDH_HLOG source, LPDWORD count, PPDH_TIME_INFO range,
                                             LPDWORD size);
/* The record of a local time, else the last one before it: PDH_ENTRY_NOT_IN_LOG_FILE if there is
   none. `size` is in bytes. */
PDH_STATUS WINAPI PdhReadRawLogRecord(PDH_HLOG log, FILETIME time, PPDH_RAW_LOG_RECORD record,
                                      LPDWORD size);

/* The log sets of a database, as a list. `source`: DSN or SQL:DSN. PDH_SQL_CONNECT_FAILED,
   PDH_INVALID_SQLDB, PDH_INVALID_DATASOURCE. */
PDH_STATUS WINAPI PdhEnumLogSetNamesW(LPCWSTR source, LPWSTR names, LPDWORD size);
PDH_STATUS WINAPI PdhEnumLogSetNamesA(LPCSTR source, LPSTR names, LPDWORD size); /* UTF-8 */
/* Whether a database has the tables of logs: PDH_INVALID_SQLDB. */
PDH_STATUS WINAPI PdhVerifySQLDBW(LPCWSTR source);
PDH_STATUS WINAPI PdhVerifySQLDBA(LPCSTR source);
/* Creates them. */
PDH_STATUS WINAPI PdhCreateSQLTablesW(LPCWSTR source);
PDH_STATUS WINAPI PdhCreateSQLTablesA(LPCSTR source);
/* The GUID and the number of the run of a log set; PDH_NOT_IMPLEMENTED for a log that is none. */
PDH_STATUS WINAPI PdhGetLogSetGUID(PDH_HLOG log, GUID* guid, int* run_id);
/* Changes the number of the run in the database. PDH_SQL_EXEC_DIRECT_FAILED. */
PDH_STATUS WINAPI PdhSetLogSetRunID(PDH_HLOG log, int run_id);

#ifdef UNICODE
#define PdhOpenLog PdhOpenLogW
#define PdhUpdateLog PdhUpdateLogW
#define PdhBindInputDataSource PdhBindInputDataSourceW
#define PdhGetDataSourceTimeRange PdhGetDataSourceTimeRangeW
#define PdhEnumLogSetNames PdhEnumLogSetNamesW
#define PdhVerifySQLDB PdhVerifySQLDBW
#define PdhCreateSQLTables PdhCreateSQLTablesW
#else
#define PdhOpenLog PdhOpenLogA
#define PdhUpdateLog PdhUpdateLogA
#define PdhBindInputDataSource PdhBindInputDataSourceA
#define PdhGetDataSourceTimeRange PdhGetDataSourceTimeRangeA
#define PdhEnumLogSetNames PdhEnumLogSetNamesA
#define PdhVerifySQLDB PdhVerifySQLDBA
#define PdhCreateSQLTables PdhCreateSQLTablesA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
