/* Types of GetLogicalProcessorInformationEx, for programs that look it up by GetProcAddress and do
   without it: it does not exist here. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef ULONG_PTR KAFFINITY; /* a bit for each processor of a group */

#define ALL_PROCESSOR_GROUPS 0xFFFF
#define LTP_PC_SMT 0x1
#define CACHE_FULLY_ASSOCIATIVE 0xFF

/* What a record describes. RelationAll asks for all records and is in none. */
typedef enum _LOGICAL_PROCESSOR_RELATIONSHIP {
  RelationProcessorCore,
  RelationNumaNode,
  RelationCache,
  RelationProcessorPackage,
  RelationGroup,
  RelationProcessorDie,
  RelationNumaNodeEx,
  RelationProcessorModule,
  RelationAll = 0xFFFF
} LOGICAL_PROCESSOR_RELATIONSHIP;

/* What a cache holds; CacheUnified: instructions and data. */
typedef enum _PROCESSOR_CACHE_TYPE {
  CacheUnified,
  CacheInstruction,
  CacheData,
  CacheTrace
} PROCESSOR_CACHE_TYPE;

/* Processors of one group. */
typedef struct _GROUP_AFFINITY {
  KAFFINITY Mask;
  WORD Group;
  WORD Reserved[3];
} GROUP_AFFINITY, *PGROUP_AFFINITY; /* 16 bytes where pointers have 64 bits */

/* A core or a package. */
typedef struct _PROCESSOR_RELATIONSHIP {
  BYTE Flags;
  BYTE EfficiencyClass;
  BYTE Reserved[20];
  WORD GroupCount;
  GROUP_AFFINITY GroupMask[ANYSIZE_ARRAY];
} PROCESSOR_RELATIONSHIP, *PPROCESSOR_RELATIONSHIP; /* 40 bytes where pointers have 64 bits */

/* A NUMA node. A GroupCount of 0 means GroupMask; otherwise there are that many GroupMasks. */
typedef struct _NUMA_NODE_RELATIONSHIP {
  DWORD NodeNumber;
  BYTE Reserved[18];
  WORD GroupCount;
  __extension__ union {
    GROUP_AFFINITY GroupMask;
    GROUP_AFFINITY GroupMasks[ANYSIZE_ARRAY];
  };
} NUMA_NODE_RELATIONSHIP, *PNUMA_NODE_RELATIONSHIP; /* 40 bytes */

/* A cache: its sizes in bytes, and the processors that share it, as for a NUMA node. Associativity
   may be CACHE_FULLY_ASSOCIATIVE. */
typedef struct _CACHE_RELATIONSHIP {
  BYTE Level;
  BYTE Associativity;
  WORD LineSize;
  DWORD CacheSize;
  PROCESSOR_CACHE_TYPE Type;
  BYTE Reserved[18];
  WORD GroupCount;
  __extension__ union {
    GROUP_AFFINITY GroupMask;
    GROUP_AFFINITY GroupMasks[ANYSIZE_ARRAY];
  };
} CACHE_RELATIONSHIP, *PCACHE_RELATIONSHIP; /* 48 bytes */

/* One group of up to 64 processors. */
typedef struct _PROCESSOR_GROUP_INFO {
  BYTE MaximumProcessorCount;
  BYTE ActiveProcessorCount;
  BYTE Reserved[38];
  KAFFINITY ActiveProcessorMask;
} PROCESSOR_GROUP_INFO, *PPROCESSOR_GROUP_INFO; /* 48 bytes */

/* All groups: ActiveGroupCount elements of GroupInfo. */
typedef struct _GROUP_RELATIONSHIP {
  WORD MaximumGroupCount;
  WORD ActiveGroupCount;
  BYTE Reserved[20];
  PROCESSOR_GROUP_INFO GroupInfo[ANYSIZE_ARRAY];
} GROUP_RELATIONSHIP, *PGROUP_RELATIONSHIP; /* 72 bytes */

/* One record of the list; Relationship says which member of the union it has. */
typedef struct _SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX {
  LOGICAL_PROCESSOR_RELATIONSHIP Relationship;
  DWORD Size;
  __extension__ union {
    PROCESSOR_RELATIONSHIP Processor;
    NUMA_NODE_RELATIONSHIP NumaNode;
    CACHE_RELATIONSHIP Cache;
    GROUP_RELATIONSHIP Group;
  };
} SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX,
    *PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX; /* 80 bytes where pointers have 64 bits */

#ifdef __cplusplus
} /* extern "C" */
#endif
