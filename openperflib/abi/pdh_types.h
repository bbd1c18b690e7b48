/* The types of pdh.h, in C11 and C++, with Windows' layout on every machine (tests compare it with
   the output of compilers for Windows). Structures whose name ends in A contain UTF-8, those in W
   UTF-16. Texts in a filled structure are in the buffer that the caller passed, after the
   structures. Source: pdh.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/abi/windows_api_types.h"
#include "openperflib/abi/winperf_constants.h"

typedef LONG PDH_STATUS; /* 0, a PDH_... of pdhmsg.h, or a Win32 code */
#define PDH_FUNCTION PDH_STATUS WINAPI

/* Whether a PDH_STATUS is a success, an information, a warning or an error: 1 or 0. */
#define IsSuccessSeverity(ErrorCode) (((DWORD)(ErrorCode) & 0xC0000000u) == 0u ? 1 : 0)
#define IsInformationalSeverity(ErrorCode) \
  (((DWORD)(ErrorCode) & 0xC0000000u) == 0x40000000u ? 1 : 0)
#define IsWarningSeverity(ErrorCode) (((DWORD)(ErrorCode) & 0xC0000000u) == 0x80000000u ? 1 : 0)
#define IsErrorSeverity(ErrorCode) (((DWORD)(ErrorCode) & 0xC0000000u) == 0xC0000000u ? 1 : 0)

/* What is open. None of these points to anything. */
typedef HANDLE PDH_HCOUNTER;   /* a counter of a query */
typedef HANDLE PDH_HQUERY;     /* a query */
typedef HANDLE PDH_HLOG;       /* a log, or several logs as one data source */
typedef PDH_HCOUNTER HCOUNTER; /* the same by its old name, as the next two */
typedef PDH_HQUERY HQUERY;
#ifndef _LMHLOGDEFINED_
typedef PDH_HLOG HLOG;
#endif

/* The data sources other than logs: this machine's counters as they are now, and those of WBEM,
   which does not exist here. */
#define H_REALTIME_DATASOURCE ((HANDLE)0)
#define H_WBEM_DATASOURCE ((HANDLE)(intptr_t)-1)

/* The bounds of a PDH_TIME_INFO that has none: 100-ns intervals since 1601. */
#define MIN_TIME_VALUE ((LONGLONG)0)
#define MAX_TIME_VALUE ((LONGLONG)0x7FFFFFFFFFFFFFFF)

#pragma pack(push, 8)

/* One reading of a counter. */
typedef struct _PDH_RAW_COUNTER {
  DWORD CStatus;      /* PDH_CSTATUS_...; without VALID_DATA or NEW_DATA there is no value */
  FILETIME TimeStamp; /* when it was collected, in local time */
  LONGLONG FirstValue;
  LONGLONG SecondValue;               /* the clock or the base, as the counter's type says */
  DWORD MultiCount;                   /* of the types that are made of several timers */
} PDH_RAW_COUNTER, *PPDH_RAW_COUNTER; /* 40 bytes */

/* The reading of one instance. */
typedef struct _PDH_RAW_COUNTER_ITEM_A {
  LPSTR szName; /* of the instance, with #n if an earlier one has the same name */
  PDH_RAW_COUNTER RawValue;
} PDH_RAW_COUNTER_ITEM_A, *PPDH_RAW_COUNTER_ITEM_A; /* 48 bytes */

/* The reading of one instance. */
typedef struct _PDH_RAW_COUNTER_ITEM_W {
  LPWSTR szName; /* of the instance, with #n if an earlier one has the same name */
  PDH_RAW_COUNTER RawValue;
} PDH_RAW_COUNTER_ITEM_W, *PPDH_RAW_COUNTER_ITEM_W; /* 48 bytes */

/* A value as the caller of a function wants it. */
typedef struct _PDH_FMT_COUNTERVALUE {
  DWORD CStatus; /* PDH_CSTATUS_...; without VALID_DATA or NEW_DATA there is no value */
  __extension__ union {
    LONG longValue;          /* PDH_FMT_LONG */
    double doubleValue;      /* PDH_FMT_DOUBLE */
    LONGLONG largeValue;     /* PDH_FMT_LARGE */
    LPCSTR AnsiStringValue;  /* not used */
    LPCWSTR WideStringValue; /* not used */
  };
} PDH_FMT_COUNTERVALUE, *PPDH_FMT_COUNTERVALUE; /* 16 bytes */

/* The value of one instance. */
typedef struct _PDH_FMT_COUNTERVALUE_ITEM_A {
  LPSTR szName; /* of the instance, with #n if an earlier one has the same name */
  PDH_FMT_COUNTERVALUE FmtValue;
} PDH_FMT_COUNTERVALUE_ITEM_A, *PPDH_FMT_COUNTERVALUE_ITEM_A; /* 24 bytes */

/* The value of one instance. */
typedef struct _PDH_FMT_COUNTERVALUE_ITEM_W {
  LPWSTR szName; /* of the instance, with #n if an earlier one has the same name */
  PDH_FMT_COUNTERVALUE FmtValue;
} PDH_FMT_COUNTERVALUE_ITEM_W, *PPDH_FMT_COUNTERVALUE_ITEM_W; /* 24 bytes */

/* The smallest, the largest and the mean of several values. */
typedef struct _PDH_STATISTICS {
  DWORD dwFormat; /* PDH_FMT_..., of the three */
  DWORD count;    /* how many values they are made of */
  PDH_FMT_COUNTERVALUE min;
  PDH_FMT_COUNTERVALUE max;
  PDH_FMT_COUNTERVALUE mean;
} PDH_STATISTICS, *PPDH_STATISTICS; /* 56 bytes */

/* The parts of a counter's path. */
typedef struct _PDH_COUNTER_PATH_ELEMENTS_A {
  LPSTR szMachineName; /* NULL: this computer */
  LPSTR szObjectName;
  LPSTR szInstanceName;   /* NULL: the object has no instances */
  LPSTR szParentInstance; /* NULL: the instance has no parent */
  DWORD dwInstanceIndex;  /* n of #n; 0 or 0xFFFFFFFF: without */
  LPSTR szCounterName;
} PDH_COUNTER_PATH_ELEMENTS_A, *PPDH_COUNTER_PATH_ELEMENTS_A; /* 48 bytes; 24 with 32 bits */

/* The parts of a counter's path. */
typedef struct _PDH_COUNTER_PATH_ELEMENTS_W {
  LPWSTR szMachineName; /* NULL: this computer */
  LPWSTR szObjectName;
  LPWSTR szInstanceName;   /* NULL: the object has no instances */
  LPWSTR szParentInstance; /* NULL: the instance has no parent */
  DWORD dwInstanceIndex;   /* n of #n; 0 or 0xFFFFFFFF: without */
  LPWSTR szCounterName;
} PDH_COUNTER_PATH_ELEMENTS_W, *PPDH_COUNTER_PATH_ELEMENTS_W; /* 48 bytes; 24 with 32 bits */

/* What old versions of Windows gave for a data item. Not filled here. */
typedef struct _PDH_DATA_ITEM_PATH_ELEMENTS_A {
  LPSTR szMachineName;
  GUID ObjectGUID;
  DWORD dwItemId;
  LPSTR szInstanceName;
} PDH_DATA_ITEM_PATH_ELEMENTS_A, *PPDH_DATA_ITEM_PATH_ELEMENTS_A; /* 40 bytes; 28 */

/* What old versions of Windows gave for a data item. Not filled here. */
typedef struct _PDH_DATA_ITEM_PATH_ELEMENTS_W {
  LPWSTR szMachineName;
  GUID ObjectGUID;
  DWORD dwItemId;
  LPWSTR szInstanceName;
} PDH_DATA_ITEM_PATH_ELEMENTS_W, *PPDH_DATA_ITEM_PATH_ELEMENTS_W; /* 40 bytes; 28 */

/* What is known of a counter of a query. */
typedef struct _PDH_COUNTER_INFO_A {
  DWORD dwLength; /* of everything, with the texts; bytes */
  DWORD dwType;   /* PERF_COUNTER_RAWCOUNT, ...; 0 in a text log */
  DWORD CVersion;
  DWORD CStatus;             /* of the last reading */
  LONG lScale;               /* what PdhSetCounterScaleFactor has set: a power of ten */
  LONG lDefaultScale;        /* the counter's own */
  DWORD_PTR dwUserData;      /* what PdhAddCounter got */
  DWORD_PTR dwQueryUserData; /* what PdhOpenQuery got */
  LPSTR szFullPath;          /* with the machine */
  __extension__ union {
    PDH_DATA_ITEM_PATH_ELEMENTS_A DataItemPath;
    PDH_COUNTER_PATH_ELEMENTS_A CounterPath;
    __extension__ struct { /* the members of CounterPath */
      LPSTR szMachineName;
      LPSTR szObjectName;
      LPSTR szInstanceName;
      LPSTR szParentInstance;
      DWORD dwInstanceIndex;
      LPSTR szCounterName;
    };
  };
  LPSTR szExplainText;                      /* NULL: not asked for, or there is none */
  DWORD DataBuffer[1];                      /* the texts begin here */
} PDH_COUNTER_INFO_A, *PPDH_COUNTER_INFO_A; /* 112 bytes and the texts; 72 */

/* What is known of a counter of a query. */
typedef struct _PDH_COUNTER_INFO_W {
  DWORD dwLength; /* of everything, with the texts; bytes */
  DWORD dwType;   /* PERF_COUNTER_RAWCOUNT, ...; 0 in a text log */
  DWORD CVersion;
  DWORD CStatus;             /* of the last reading */
  LONG lScale;               /* what PdhSetCounterScaleFactor has set: a power of ten */
  LONG lDefaultScale;        /* the counter's own */
  DWORD_PTR dwUserData;      /* what PdhAddCounter got */
  DWORD_PTR dwQueryUserData; /* what PdhOpenQuery got */
  LPWSTR szFullPath;         /* with the machine */
  __extension__ union {
    PDH_DATA_ITEM_PATH_ELEMENTS_W DataItemPath;
    PDH_COUNTER_PATH_ELEMENTS_W CounterPath;
    __extension__ struct { /* the members of CounterPath */
      LPWSTR szMachineName;
      LPWSTR szObjectName;
      LPWSTR szInstanceName;
      LPWSTR szParentInstance;
      DWORD dwInstanceIndex;
      LPWSTR szCounterName;
    };
  };
  LPWSTR szExplainText;                     /* NULL: not asked for, or there is none */
  DWORD DataBuffer[1];                      /* the texts begin here */
} PDH_COUNTER_INFO_W, *PPDH_COUNTER_INFO_W; /* 112 bytes and the texts; 72 */

/* A time range; both ends belong to it. */
typedef struct _PDH_TIME_INFO {
  LONGLONG StartTime; /* 100-ns intervals since 1601, local time */
  LONGLONG EndTime;
  DWORD SampleCount;              /* filled by PdhGetDataSourceTimeRange, ignored otherwise */
} PDH_TIME_INFO, *PPDH_TIME_INFO; /* 24 bytes */

/* A record of a log as it is stored. */
typedef struct _PDH_RAW_LOG_RECORD {
  DWORD dwStructureSize;                    /* of everything, in bytes */
  DWORD dwRecordType;                       /* PDH_LOG_TYPE_... */
  DWORD dwItems;                            /* how many bytes RawBytes has */
  UCHAR RawBytes[1];                        /* they begin here */
} PDH_RAW_LOG_RECORD, *PPDH_RAW_LOG_RECORD; /* 16 bytes and the rest of RawBytes */

/* What the log service of Windows 2000 was asked. No function takes it: the structure alone is
   declared. */
typedef struct _PDH_LOG_SERVICE_QUERY_INFO_A {
  DWORD dwSize;
  DWORD dwFlags;
  DWORD dwLogQuota;
  LPSTR szLogFileCaption;
  LPSTR szDefaultDir;
  LPSTR szBaseFileName;
  DWORD dwFileType;
  DWORD dwReserved;
  __extension__ union {
    __extension__ struct {
      DWORD PdlAutoNameInterval;
      DWORD PdlAutoNameUnits;
      LPSTR PdlCommandFilename;
      LPSTR PdlCounterList;
      DWORD PdlAutoNameFormat;
      DWORD PdlSampleInterval;
      FILETIME PdlLogStartTime;
      FILETIME PdlLogEndTime;
    };
    __extension__ struct {
      DWORD TlNumberOfBuffers;
      DWORD TlMinimumBuffers;
      DWORD TlMaximumBuffers;
      DWORD TlFreeBuffers;
      DWORD TlBufferSize;
      DWORD TlEventsLost;
      DWORD TlLoggerThreadId;
      DWORD TlBuffersWritten;
      DWORD TlLogHandle;
      LPSTR TlLogFileName;
    };
  };
} PDH_LOG_SERVICE_QUERY_INFO_A, *PPDH_LOG_SERVICE_QUERY_INFO_A; /* 96 bytes; 72 */

/* What the log service of Windows 2000 was asked. No function takes it: the structure alone is
   declared. */
typedef struct _PDH_LOG_SERVICE_QUERY_INFO_W {
  DWORD dwSize;
  DWORD dwFlags;
  DWORD dwLogQuota;
  LPWSTR szLogFileCaption;
  LPWSTR szDefaultDir;
  LPWSTR szBaseFileName;
  DWORD dwFileType;
  DWORD dwReserved;
  __extension__ union {
    __extension__ struct {
      DWORD PdlAutoNameInterval;
      DWORD PdlAutoNameUnits;
      LPWSTR PdlCommandFilename;
      LPWSTR PdlCounterList;
      DWORD PdlAutoNameFormat;
      DWORD PdlSampleInterval;
      FILETIME PdlLogStartTime;
      FILETIME PdlLogEndTime;
    };
    __extension__ struct {
      DWORD TlNumberOfBuffers;
      DWORD TlMinimumBuffers;
      DWORD TlMaximumBuffers;
      DWORD TlFreeBuffers;
      DWORD TlBufferSize;
      DWORD TlEventsLost;
      DWORD TlLoggerThreadId;
      DWORD TlBuffersWritten;
      DWORD TlLogHandle;
      LPWSTR TlLogFileName;
    };
  };
} PDH_LOG_SERVICE_QUERY_INFO_W, *PPDH_LOG_SERVICE_QUERY_INFO_W; /* 96 bytes; 72 */

/* What PdhBrowseCounters calls after each choice. The status that it returns goes to
   CallBackStatus; PDH_RETRY: there is a larger buffer now. */
typedef PDH_STATUS(WINAPI* CounterPathCallBack)(DWORD_PTR argument);

/* What PdhBrowseCountersH shows and how it answers. Bits that are set: */
typedef struct _BrowseDlgConfig_HW {
  DWORD bIncludeInstanceIndex : 1;    /* instances of one name have their #n */
  DWORD bSingleCounterPerAdd : 1;     /* one counter at a time */
  DWORD bSingleCounterPerDialog : 1;  /* ends after the first choice; no callback */
  DWORD bLocalCountersOnly : 1;       /* paths without a machine */
  DWORD bWildCardInstances : 1;       /* all instances are given as * */
  DWORD bHideDetailBox : 1;           /* no choice of the detail level */
  DWORD bInitializePath : 1;          /* begins at the path in the buffer */
  DWORD bDisableMachineSelection : 1; /* no choice of the machine */
  DWORD bIncludeCostlyObjects : 1;    /* objects that take long to collect, too */
  DWORD bShowObjectBrowser : 1;       /* objects alone */
  DWORD bReserved : 22;
  HWND hWndOwner;            /* not looked at */
  PDH_HLOG hDataSource;      /* a log; H_REALTIME_DATASOURCE: this machine */
  LPWSTR szReturnPathBuffer; /* what was chosen; several are a list that ends with two NULs */
  DWORD cchReturnPathLength; /* characters of the buffer */
  CounterPathCallBack pCallBack;
  DWORD_PTR dwCallBackArg;    /* what pCallBack gets */
  PDH_STATUS CallBackStatus;  /* PDH_MORE_DATA where the buffer is too small */
  DWORD dwDefaultDetailLevel; /* PERF_DETAIL_... */
  LPWSTR szDialogBoxCaption;  /* NULL: there is none */
} PDH_BROWSE_DLG_CONFIG_HW, *PPDH_BROWSE_DLG_CONFIG_HW; /* 72 bytes; 40 with 32 bits */

/* What PdhBrowseCountersH shows and how it answers. Bits that are set: */
typedef struct _BrowseDlgConfig_HA {
  DWORD bIncludeInstanceIndex : 1;    /* instances of one name have their #n */
  DWORD bSingleCounterPerAdd : 1;     /* one counter at a time */
  DWORD bSingleCounterPerDialog : 1;  /* ends after the first choice; no callback */
  DWORD bLocalCountersOnly : 1;       /* paths without a machine */
  DWORD bWildCardInstances : 1;       /* all instances are given as * */
  DWORD bHideDetailBox : 1;           /* no choice of the detail level */
  DWORD bInitializePath : 1;          /* begins at the path in the buffer */
  DWORD bDisableMachineSelection : 1; /* no choice of the machine */
  DWORD bIncludeCostlyObjects : 1;    /* objects that take long to collect, too */
  DWORD bShowObjectBrowser : 1;       /* objects alone */
  DWORD bReserved : 22;
  HWND hWndOwner;            /* not looked at */
  PDH_HLOG hDataSource;      /* a log; H_REALTIME_DATASOURCE: this machine */
  LPSTR szReturnPathBuffer;  /* what was chosen; several are a list that ends with two NULs */
  DWORD cchReturnPathLength; /* characters of the buffer */
  CounterPathCallBack pCallBack;
  DWORD_PTR dwCallBackArg;    /* what pCallBack gets */
  PDH_STATUS CallBackStatus;  /* PDH_MORE_DATA where the buffer is too small */
  DWORD dwDefaultDetailLevel; /* PERF_DETAIL_... */
  LPSTR szDialogBoxCaption;   /* NULL: there is none */
} PDH_BROWSE_DLG_CONFIG_HA, *PPDH_BROWSE_DLG_CONFIG_HA; /* 72 bytes; 40 with 32 bits */

/* What PdhBrowseCounters shows and how it answers. Bits that are set: */
typedef struct _BrowseDlgConfig_W {
  DWORD bIncludeInstanceIndex : 1;    /* instances of one name have their #n */
  DWORD bSingleCounterPerAdd : 1;     /* one counter at a time */
  DWORD bSingleCounterPerDialog : 1;  /* ends after the first choice; no callback */
  DWORD bLocalCountersOnly : 1;       /* paths without a machine */
  DWORD bWildCardInstances : 1;       /* all instances are given as * */
  DWORD bHideDetailBox : 1;           /* no choice of the detail level */
  DWORD bInitializePath : 1;          /* begins at the path in the buffer */
  DWORD bDisableMachineSelection : 1; /* no choice of the machine */
  DWORD bIncludeCostlyObjects : 1;    /* objects that take long to collect, too */
  DWORD bShowObjectBrowser : 1;       /* objects alone */
  DWORD bReserved : 22;
  HWND hWndOwner;            /* not looked at */
  LPWSTR szDataSource;       /* a log; NULL: this machine */
  LPWSTR szReturnPathBuffer; /* what was chosen; several are a list that ends with two NULs */
  DWORD cchReturnPathLength; /* characters of the buffer */
  CounterPathCallBack pCallBack;
  DWORD_PTR dwCallBackArg;    /* what pCallBack gets */
  PDH_STATUS CallBackStatus;  /* PDH_MORE_DATA where the buffer is too small */
  DWORD dwDefaultDetailLevel; /* PERF_DETAIL_... */
  LPWSTR szDialogBoxCaption;  /* NULL: there is none */
} PDH_BROWSE_DLG_CONFIG_W, *PPDH_BROWSE_DLG_CONFIG_W; /* 72 bytes; 40 with 32 bits */

/* What PdhBrowseCounters shows and how it answers. Bits that are set: */
typedef struct _BrowseDlgConfig_A {
  DWORD bIncludeInstanceIndex : 1;    /* instances of one name have their #n */
  DWORD bSingleCounterPerAdd : 1;     /* one counter at a time */
  DWORD bSingleCounterPerDialog : 1;  /* ends after the first choice; no callback */
  DWORD bLocalCountersOnly : 1;       /* paths without a machine */
  DWORD bWildCardInstances : 1;       /* all instances are given as * */
  DWORD bHideDetailBox : 1;           /* no choice of the detail level */
  DWORD bInitializePath : 1;          /* begins at the path in the buffer */
  DWORD bDisableMachineSelection : 1; /* no choice of the machine */
  DWORD bIncludeCostlyObjects : 1;    /* objects that take long to collect, too */
  DWORD bShowObjectBrowser : 1;       /* objects alone */
  DWORD bReserved : 22;
  HWND hWndOwner;            /* not looked at */
  LPSTR szDataSource;        /* a log; NULL: this machine */
  LPSTR szReturnPathBuffer;  /* what was chosen; several are a list that ends with two NULs */
  DWORD cchReturnPathLength; /* characters of the buffer */
  CounterPathCallBack pCallBack;
  DWORD_PTR dwCallBackArg;    /* what pCallBack gets */
  PDH_STATUS CallBackStatus;  /* PDH_MORE_DATA where the buffer is too small */
  DWORD dwDefaultDetailLevel; /* PERF_DETAIL_... */
  LPSTR szDialogBoxCaption;   /* NULL: there is none */
} PDH_BROWSE_DLG_CONFIG_A, *PPDH_BROWSE_DLG_CONFIG_A; /* 72 bytes; 40 with 32 bits */

#pragma pack(pop)

/* The structures by the names that UNICODE selects. */
#ifdef UNICODE
typedef PDH_RAW_COUNTER_ITEM_W PDH_RAW_COUNTER_ITEM;
typedef PPDH_RAW_COUNTER_ITEM_W PPDH_RAW_COUNTER_ITEM;
typedef PDH_FMT_COUNTERVALUE_ITEM_W PDH_FMT_COUNTERVALUE_ITEM;
typedef PPDH_FMT_COUNTERVALUE_ITEM_W PPDH_FMT_COUNTERVALUE_ITEM;
typedef PDH_COUNTER_PATH_ELEMENTS_W PDH_COUNTER_PATH_ELEMENTS;
typedef PPDH_COUNTER_PATH_ELEMENTS_W PPDH_COUNTER_PATH_ELEMENTS;
typedef PDH_COUNTER_INFO_W PDH_COUNTER_INFO;
typedef PPDH_COUNTER_INFO_W PPDH_COUNTER_INFO;
typedef PDH_LOG_SERVICE_QUERY_INFO_W PDH_LOG_SERVICE_QUERY_INFO;
typedef PPDH_LOG_SERVICE_QUERY_INFO_W PPDH_LOG_SERVICE_QUERY_INFO;
typedef PDH_BROWSE_DLG_CONFIG_W PDH_BROWSE_DLG_CONFIG;
typedef PPDH_BROWSE_DLG_CONFIG_W PPDH_BROWSE_DLG_CONFIG;
typedef PDH_BROWSE_DLG_CONFIG_HW PDH_BROWSE_DLG_CONFIG_H;
typedef PPDH_BROWSE_DLG_CONFIG_HW PPDH_BROWSE_DLG_CONFIG_H;
#else
typedef PDH_RAW_COUNTER_ITEM_A PDH_RAW_COUNTER_ITEM;
typedef PPDH_RAW_COUNTER_ITEM_A PPDH_RAW_COUNTER_ITEM;
typedef PDH_FMT_COUNTERVALUE_ITEM_A PDH_FMT_COUNTERVALUE_ITEM;
typedef PPDH_FMT_COUNTERVALUE_ITEM_A PPDH_FMT_COUNTERVALUE_ITEM;
typedef PDH_COUNTER_PATH_ELEMENTS_A PDH_COUNTER_PATH_ELEMENTS;
typedef PPDH_COUNTER_PATH_ELEMENTS_A PPDH_COUNTER_PATH_ELEMENTS;
typedef PDH_COUNTER_INFO_A PDH_COUNTER_INFO;
typedef PPDH_COUNTER_INFO_A PPDH_COUNTER_INFO;
typedef PDH_LOG_SERVICE_QUERY_INFO_A PDH_LOG_SERVICE_QUERY_INFO;
typedef PPDH_LOG_SERVICE_QUERY_INFO_A PPDH_LOG_SERVICE_QUERY_INFO;
typedef PDH_BROWSE_DLG_CONFIG_A PDH_BROWSE_DLG_CONFIG;
typedef PPDH_BROWSE_DLG_CONFIG_A PPDH_BROWSE_DLG_CONFIG;
typedef PDH_BROWSE_DLG_CONFIG_HA PDH_BROWSE_DLG_CONFIG_H;
typedef PPDH_BROWSE_DLG_CONFIG_HA PPDH_BROWSE_DLG_CONFIG_H;
#endif
