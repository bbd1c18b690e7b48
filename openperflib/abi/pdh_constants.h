/* The numbers of pdh.h (Performance Data Helper), and nothing else; its status codes are in
   pdhmsg_constants.h, and PERF_DETAIL_... in winperf_constants.h.
   Source: pdh.h as documented by Microsoft. */
#pragma once

/* What PdhGetDllVersion returns, and CVersion of a PDH_COUNTER_INFO. */
#define PDH_CVERSION_WIN40 0x0400u
#define PDH_CVERSION_WIN50 0x0500u
#define PDH_VERSION 0x0503u

/* The greatest lengths in characters, with the NUL; MAX_COUNTER_PATH is that of old programs. */
#define MAX_COUNTER_PATH 256
#define PDH_MAX_COUNTER_NAME 1024
#define PDH_MAX_INSTANCE_NAME 1024
#define PDH_MAX_COUNTER_PATH 2048
#define PDH_MAX_DATASOURCE_PATH 1024

/* The powers of ten that PdhSetCounterScaleFactor takes. */
#define PDH_MAX_SCALE 7
#define PDH_MIN_SCALE (-7)

/* dwFormat: exactly one of LONG, DOUBLE and LARGE, and any of NOSCALE, 1000 and NOCAP100. The
   others are refused. */
#define PDH_FMT_RAW 0x00000010u
#define PDH_FMT_ANSI 0x00000020u
#define PDH_FMT_UNICODE 0x00000040u
#define PDH_FMT_LONG 0x00000100u
#define PDH_FMT_DOUBLE 0x00000200u
#define PDH_FMT_LARGE 0x00000400u
#define PDH_FMT_NOSCALE 0x00001000u
#define PDH_FMT_1000 0x00002000u
#define PDH_FMT_NODATA 0x00004000u
#define PDH_FMT_NOCAP100 0x00008000u

/* What an object has in some versions of Windows. */
#define PDH_OBJECT_HAS_INSTANCES 0x00000001u

/* dwFlags of PdhMakeCounterPath and PdhParseCounterPath. */
#define PDH_PATH_WBEM_RESULT 0x00000001u
#define PDH_PATH_WBEM_INPUT 0x00000002u
#define PDH_PATH_LANG_FLAGS(LangId, Flags) ((((LangId) & 0xFFFFu) << 16) | ((Flags) & 0xFFFFu))

/* dwFlags of PdhExpandWildCardPath. */
#define PDH_NOEXPANDCOUNTERS 1
#define PDH_NOEXPANDINSTANCES 2
#define PDH_REFRESHCOUNTERS 4

/* dwAccessFlags of PdhOpenLog: one access, one way to create, and options. */
#define PDH_LOG_READ_ACCESS 0x00010000u
#define PDH_LOG_WRITE_ACCESS 0x00020000u
#define PDH_LOG_UPDATE_ACCESS 0x00040000u
#define PDH_LOG_ACCESS_MASK 0x000F0000u
#define PDH_LOG_CREATE_NEW 0x00000001u
#define PDH_LOG_CREATE_ALWAYS 0x00000002u
#define PDH_LOG_OPEN_ALWAYS 0x00000003u
#define PDH_LOG_OPEN_EXISTING 0x00000004u
#define PDH_LOG_CREATE_MASK 0x0000000Fu
#define PDH_LOG_OPT_USER_STRING 0x01000000u
#define PDH_LOG_OPT_CIRCULAR 0x02000000u
#define PDH_LOG_OPT_MAX_IS_BYTES 0x04000000u
#define PDH_LOG_OPT_APPEND 0x08000000u
#define PDH_LOG_OPT_MASK 0x0F000000u

/* Kinds of log. */
#define PDH_LOG_TYPE_UNDEFINED 0
#define PDH_LOG_TYPE_CSV 1
#define PDH_LOG_TYPE_TSV 2
#define PDH_LOG_TYPE_TRACE_KERNEL 4
#define PDH_LOG_TYPE_TRACE_GENERIC 5
#define PDH_LOG_TYPE_PERFMON 6
#define PDH_LOG_TYPE_SQL 7
#define PDH_LOG_TYPE_BINARY 8

/* dwFlags of PdhCloseLog and of PdhSelectDataSource. */
#define PDH_FLAGS_CLOSE_QUERY 0x00000001u
#define PDH_FLAGS_FILE_BROWSER_ONLY 0x00000001u

/* What PdhSetDefaultRealTimeDataSource takes. */
#define DATA_SOURCE_REGISTRY 0x00000001u
#define DATA_SOURCE_LOGFILE 0x00000002u
#define DATA_SOURCE_WBEM 0x00000004u
