/* winperf.h: the structures of a performance data block and the procedures of a V1 provider, in
   C11 and C++, with Windows' layout on every machine (tests compare it with the output of compilers
   for Windows). The title pointers in objects and counters are 32-bit words without meaning, as on
   64-bit Windows.
   The library's own C++ code never overlays these on bytes: it reads through the views of wire.
   Source: winperf.h as documented by Microsoft; docs/formats/perf_data_block.md. */
#pragma once

#include "openperflib/abi/windows_types.h"
#include "openperflib/abi/winperf_constants.h"

#pragma pack(push, 8)

/* What a query of HKEY_PERFORMANCE_DATA returns begins with this; objects follow at
   HeaderLength. */
typedef struct _PERF_DATA_BLOCK {
  WCHAR Signature[4]; /* "PERF" */
  DWORD LittleEndian; /* 1 little, 0 big */
  DWORD Version;
  DWORD Revision;
  DWORD TotalByteLength; /* of the whole block, including this header */
  DWORD HeaderLength;    /* of this header and the machine name after it */
  DWORD NumObjectTypes;
  LONG DefaultObject; /* title index, or -1 */
  SYSTEMTIME SystemTime;
  LARGE_INTEGER PerfTime;             /* ticks */
  LARGE_INTEGER PerfFreq;             /* ticks per second */
  LARGE_INTEGER PerfTime100nSec;      /* FILETIME, UTC */
  DWORD SystemNameLength;             /* bytes, NUL included */
  DWORD SystemNameOffset;             /* from the start of the block */
} PERF_DATA_BLOCK, *PPERF_DATA_BLOCK; /* 88 bytes */

/* One object; its definitions follow at HeaderLength, its data at DefinitionLength. */
typedef struct _PERF_OBJECT_TYPE {
  DWORD TotalByteLength;
  DWORD DefinitionLength;
  DWORD HeaderLength;
  DWORD ObjectNameTitleIndex;
  DWORD ObjectNameTitle;
  DWORD ObjectHelpTitleIndex;
  DWORD ObjectHelpTitle;
  DWORD DetailLevel;
  DWORD NumCounters;
  LONG DefaultCounter; /* ordinal of a definition, or -1 */
  LONG NumInstances;   /* or PERF_NO_INSTANCES, PERF_METADATA_... */
  DWORD CodePage;      /* of the instance names, 0: UTF-16 */
  LARGE_INTEGER PerfTime;
  LARGE_INTEGER PerfFreq;
} PERF_OBJECT_TYPE, *PPERF_OBJECT_TYPE; /* 64 bytes */

/* One counter, or a base of the one before it. */
typedef struct _PERF_COUNTER_DEFINITION {
  DWORD ByteLength;
  DWORD CounterNameTitleIndex;
  DWORD CounterNameTitle;
  DWORD CounterHelpTitleIndex;
  DWORD CounterHelpTitle;
  LONG DefaultScale; /* power of ten */
  DWORD DetailLevel;
  DWORD CounterType;
  DWORD CounterSize;                                  /* bytes */
  DWORD CounterOffset;                                /* from the start of the PERF_COUNTER_BLOCK */
} PERF_COUNTER_DEFINITION, *PPERF_COUNTER_DEFINITION; /* 40 bytes; step by ByteLength */

/* One instance, with its name at NameOffset; its PERF_COUNTER_BLOCK follows at ByteLength. */
typedef struct _PERF_INSTANCE_DEFINITION {
  DWORD ByteLength;
  DWORD ParentObjectTitleIndex; /* 0: no parent */
  DWORD ParentObjectInstance;   /* position in that object */
  LONG UniqueID;                /* or PERF_NO_UNIQUE_ID */
  DWORD NameOffset;
  DWORD NameLength;                                     /* bytes, NUL included; 0: no name */
} PERF_INSTANCE_DEFINITION, *PPERF_INSTANCE_DEFINITION; /* 24 bytes and the name */

/* The values of one instance, or of an object without instances. */
typedef struct _PERF_COUNTER_BLOCK {
  DWORD ByteLength;                         /* values included */
} PERF_COUNTER_BLOCK, *PPERF_COUNTER_BLOCK; /* 4 bytes and the values */

#pragma pack(pop)

/* The procedures that a provider's module exports; they return a Win32 error code. */
typedef DWORD(OPENPERFLIB_WINAPI PM_OPEN_PROC)(LPWSTR device_names);
/* `data` is advanced past what was written; `bytes` is the space on entry, the bytes written on
 * return. */
typedef DWORD(OPENPERFLIB_WINAPI PM_COLLECT_PROC)(LPWSTR value_name, LPVOID* data, LPDWORD bytes,
                                                  LPDWORD object_types);
/* Ends what PM_OPEN_PROC began. */
typedef DWORD(OPENPERFLIB_WINAPI PM_CLOSE_PROC)(void);
/* The old form of a query: a list of ids that begins with PERF_QUERY_OBJECTS. */
typedef DWORD(OPENPERFLIB_WINAPI PM_QUERY_PROC)(LPDWORD ids, LPVOID* data, LPDWORD bytes,
                                                LPDWORD object_types);
