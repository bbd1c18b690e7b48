/* The types of perflib.h, in C11 and C++, with Windows' layout on every machine (tests compare it
   with the output of compilers for Windows). The library's own C++ code never overlays the
   structures of a reply on bytes.
   Source: perflib.h and [MS-PCQ] as documented by Microsoft. */
#pragma once

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/windows_types.h"
#include "openperflib/abi/winperf_constants.h"

/* Names of instances: all of them, and the one that sums up the others. */
#define PERF_WILDCARD_INSTANCE OPENPERFLIB_WIDE("*")
#define PERF_AGGREGATE_INSTANCE OPENPERFLIB_WIDE("_Total")

#pragma pack(push, 8)

/* A set as its provider describes it; NumCounters times PERF_COUNTER_INFO follow. */
typedef struct _PERF_COUNTERSET_INFO {
  GUID CounterSetGuid;
  GUID ProviderGuid; /* not looked at: the handle has the provider's */
  ULONG NumCounters;
  ULONG InstanceType;                           /* PERF_COUNTERSET_... */
} PERF_COUNTERSET_INFO, *PPERF_COUNTERSET_INFO; /* 40 bytes and the counters */

/* One counter of it. */
typedef struct _PERF_COUNTER_INFO {
  ULONG CounterId; /* unique in the set */
  ULONG Type;      /* PERF_COUNTER_RAWCOUNT, ... */
  ULONGLONG Attrib;
  ULONG Size; /* not looked at: the type says how wide a value is */
  ULONG DetailLevel;
  LONG Scale;                             /* power of ten */
  ULONG Offset;                           /* not looked at: values lie in the order of counters */
} PERF_COUNTER_INFO, *PPERF_COUNTER_INFO; /* 32 bytes */

/* An instance: one place of 8 bytes for each counter follows, in the order of the template, and
   then the name. A value of 4 bytes is in the low half of its place. */
typedef struct _PERF_COUNTERSET_INSTANCE {
  GUID CounterSetGuid;
  ULONG dwSize; /* with values and name; a multiple of 8 */
  ULONG InstanceId;
  ULONG InstanceNameOffset;                             /* from the start of this structure */
  ULONG InstanceNameSize;                               /* bytes, NUL included */
} PERF_COUNTERSET_INSTANCE, *PPERF_COUNTERSET_INSTANCE; /* 32 bytes, the values, the name */

/* Which counters a request of PERF_ADD_COUNTER or PERF_REMOVE_COUNTER is about. */
typedef struct _PERF_COUNTER_IDENTITY {
  GUID CounterSetGuid;
  ULONG BufferSize; /* of this structure and what follows */
  ULONG CounterId;  /* or PERF_WILDCARD_COUNTER */
  ULONG InstanceId; /* without a meaning if the name is PERF_WILDCARD_INSTANCE */
  ULONG MachineOffset;
  ULONG NameOffset; /* of the instance's name */
  ULONG Reserved;
} PERF_COUNTER_IDENTITY, *PPERF_COUNTER_IDENTITY; /* 40 bytes and the texts */

/* The callback of a provider; gets PERF_ADD_COUNTER, ..., and returns a Win32 code. */
typedef ULONG(WINAPI* PERFLIBREQUEST)(ULONG RequestCode, PVOID Buffer, ULONG BufferSize);
/* A program's own memory functions. */
typedef LPVOID(CALLBACK* PERF_MEM_ALLOC)(SIZE_T AllocSize, LPVOID pContext);
typedef void(CALLBACK* PERF_MEM_FREE)(LPVOID pBuffer, LPVOID pContext);

/* How PerfStartProviderEx starts a provider. Each member may be 0 but ContextSize. */
typedef struct _PERF_PROVIDER_CONTEXT {
  DWORD ContextSize; /* sizeof(PERF_PROVIDER_CONTEXT) */
  DWORD Reserved;
  PERFLIBREQUEST ControlCallback;
  PERF_MEM_ALLOC MemAllocRoutine;
  PERF_MEM_FREE MemFreeRoutine;                   /* NULL if MemAllocRoutine is */
  LPVOID pMemContext;                             /* what both get */
} PERF_PROVIDER_CONTEXT, *PPERF_PROVIDER_CONTEXT; /* 40 bytes with pointers of 64 bits */

/* What is told of an instance that is active; its name follows. */
typedef struct _PERF_INSTANCE_HEADER {
  ULONG Size; /* with name, NUL and padding; a multiple of 8 */
  ULONG InstanceId;
} PERF_INSTANCE_HEADER, *PPERF_INSTANCE_HEADER; /* 8 bytes and the name */

/* A PERF_REG_... of PerfQueryCounterSetRegistrationInfo, and the kind of a reply's block. Numbers
   of 32 bits, because the names of their values are macros. */
typedef ULONG PerfRegInfoType;
typedef ULONG PerfCounterDataType; /* PERF_ERROR_RETURN, ..., PERF_COUNTERSET */

/* A registered set; NumCounters times PERF_COUNTER_REG_INFO follow. */
typedef struct _PERF_COUNTERSET_REG_INFO {
  GUID CounterSetGuid;
  ULONG CounterSetType; /* 0 */
  ULONG DetailLevel;
  ULONG NumCounters;
  ULONG InstanceType;
} PERF_COUNTERSET_REG_INFO, *PPERF_COUNTERSET_REG_INFO; /* 32 bytes and the counters */

/* One counter of it. The id of a counter that there is not is 0xFFFFFFFF. */
typedef struct _PERF_COUNTER_REG_INFO {
  ULONG CounterId;
  ULONG Type;
  ULONGLONG Attrib;
  ULONG DetailLevel;
  LONG DefaultScale; /* power of ten */
  ULONG BaseCounterId;
  ULONG PerfTimeId;
  ULONG PerfFreqId;
  ULONG MultiId;
  ULONG AggregateFunc; /* PERF_AGGREGATE_... */
  ULONG Reserved;
} PERF_COUNTER_REG_INFO, *PPERF_COUNTER_REG_INFO; /* 48 bytes */

/* Names or help texts of the counters; dwCounters times PERF_STRING_COUNTER_HEADER follow, and the
   texts. */
typedef struct _PERF_STRING_BUFFER_HEADER {
  DWORD dwSize; /* of everything */
  DWORD dwCounters;
} PERF_STRING_BUFFER_HEADER, *PPERF_STRING_BUFFER_HEADER; /* 8 bytes */

/* Where the text of a counter is. */
typedef struct _PERF_STRING_COUNTER_HEADER {
  DWORD dwCounterId;
  DWORD dwOffset; /* from the start of the buffer; 0xFFFFFFFF: it has none */
} PERF_STRING_COUNTER_HEADER, *PPERF_STRING_COUNTER_HEADER; /* 8 bytes */

/* What a query asks for; the name of the instance follows, if the set has several. */
typedef struct _PERF_COUNTER_IDENTIFIER {
  GUID CounterSetGuid;
  ULONG Status;                                       /* of this block: a Win32 code */
  ULONG Size;                                         /* with the name; a multiple of 8 */
  ULONG CounterId;                                    /* or PERF_WILDCARD_COUNTER */
  ULONG InstanceId;                                   /* 0xFFFFFFFF: any */
  ULONG Index;                                        /* of its block in a reply */
  ULONG Reserved;                                     /* 0 */
} PERF_COUNTER_IDENTIFIER, *PPERF_COUNTER_IDENTIFIER; /* 40 bytes and the name */

/* A reply begins with this; dwNumCounters times PERF_COUNTER_HEADER and their data follow. */
typedef struct _PERF_DATA_HEADER {
  ULONG dwTotalSize;
  ULONG dwNumCounters;
  LONGLONG PerfTimeStamp;   /* ticks */
  LONGLONG PerfTime100NSec; /* FILETIME, UTC */
  LONGLONG PerfFreq;        /* ticks per second */
  SYSTEMTIME SystemTime;
} PERF_DATA_HEADER, *PPERF_DATA_HEADER; /* 48 bytes */

/* The reply to one block of a query. */
typedef struct _PERF_COUNTER_HEADER {
  ULONG dwStatus;             /* a Win32 code */
  PerfCounterDataType dwType; /* what follows: PERF_ERROR_RETURN (nothing), ... */
  ULONG dwSize;               /* with what follows; a multiple of 8 */
  ULONG Reserved;
} PERF_COUNTER_HEADER, *PPERF_COUNTER_HEADER; /* 16 bytes */

/* dwInstances instances: each a PERF_INSTANCE_HEADER, its name, and the counters' data. */
typedef struct _PERF_MULTI_INSTANCES {
  ULONG dwTotalSize; /* with the instances */
  ULONG dwInstances;
} PERF_MULTI_INSTANCES, *PPERF_MULTI_INSTANCES; /* 8 bytes */

/* dwCounters ids of counters, in the order of the data. */
typedef struct _PERF_MULTI_COUNTERS {
  ULONG dwSize; /* with the ids and padding; a multiple of 8 */
  ULONG dwCounters;
} PERF_MULTI_COUNTERS, *PPERF_MULTI_COUNTERS; /* 8 bytes and the ids */

/* One value. */
typedef struct _PERF_COUNTER_DATA {
  ULONG dwDataSize;                       /* 4 or 8; 0: there is no value */
  ULONG dwSize;                           /* with the value and padding; a multiple of 8 */
} PERF_COUNTER_DATA, *PPERF_COUNTER_DATA; /* 8 bytes and the value */

#pragma pack(pop)
