// The object "Disque Queues" of the test modules, written with the structures of <winperf.h> the
// way Microsoft's pages show it: definitions that are filled in once, a copy of them, then
// instances. Not part of the library.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "openperflib/abi/winperf.h"

// Distances of disque.h from First Counter.
#define DISQUE_QUEUES 0
#define DISQUE_DEPTH 2
#define DISQUE_JOBS 4

#define DISQUE_NAME_UNITS 8  // of an instance's name, its NUL included

// One instance, as it stands in the data: every part has a size that is a multiple of 8.
typedef struct {
  PERF_INSTANCE_DEFINITION definition;
  WCHAR name[DISQUE_NAME_UNITS];
  PERF_COUNTER_BLOCK block;
  DWORD depth;
  uint64_t jobs;
} DISQUE_INSTANCE;  // 56 bytes

// The whole object.
typedef struct {
  PERF_OBJECT_TYPE object;
  PERF_COUNTER_DEFINITION depth;
  PERF_COUNTER_DEFINITION jobs;
  DISQUE_INSTANCE instances[2];
} DISQUE_OBJECT;

// What is put into one instance.
typedef struct {
  const char* name;  // ASCII, shorter than DISQUE_NAME_UNITS
  DWORD depth;
  uint64_t jobs;
} DISQUE_QUEUE;

// The First Counter that a module of the tests is told in the context of its Open, or 1848.
static inline DWORD DisqueFirstCounter(const WCHAR* context) {
  DWORD number = 0;
  if (context == NULL) return 1848;
  while (*context >= '0' && *context <= '9') number = number * 10 + (DWORD)(*context++ - '0');
  return number;
}

// `index`: of the counter's name; its help has the next one. `offset`: bytes from the start of a
// PERF_COUNTER_BLOCK.
static inline void DisqueDefinition(PERF_COUNTER_DEFINITION* definition, DWORD index, DWORD type,
                                    DWORD size, DWORD offset) {
  definition->ByteLength = sizeof(PERF_COUNTER_DEFINITION);
  definition->CounterNameTitleIndex = index;
  definition->CounterHelpTitleIndex = index + 1;
  definition->DetailLevel = PERF_DETAIL_NOVICE;
  definition->CounterType = type;
  definition->CounterSize = size;
  definition->CounterOffset = offset;
}

// The instance has no parent and no unique ID; it must be all 0 before.
static inline void DisqueInstance(DISQUE_INSTANCE* instance, const DISQUE_QUEUE* queue) {
  const DWORD units = (DWORD)strlen(queue->name) + 1;
  DWORD i;
  instance->definition.ByteLength = sizeof(PERF_INSTANCE_DEFINITION) + sizeof(instance->name);
  instance->definition.UniqueID = PERF_NO_UNIQUE_ID;
  instance->definition.NameOffset = sizeof(PERF_INSTANCE_DEFINITION);
  instance->definition.NameLength = (DWORD)(units * sizeof(WCHAR));
  for (i = 0; i < units; ++i) instance->name[i] = (WCHAR)queue->name[i];
  instance->block.ByteLength = sizeof(PERF_COUNTER_BLOCK) + sizeof(DWORD) + sizeof(uint64_t);
  instance->depth = queue->depth;
  instance->jobs = queue->jobs;
}

// Fills in an object with two queues, whose First Counter is `first`.
static inline void DisqueFill(DISQUE_OBJECT* to, DWORD first, const DISQUE_QUEUE queues[2]) {
  memset(to, 0, sizeof(*to));
  to->object.TotalByteLength = sizeof(*to);
  to->object.DefinitionLength = sizeof(PERF_OBJECT_TYPE) + 2 * sizeof(PERF_COUNTER_DEFINITION);
  to->object.HeaderLength = sizeof(PERF_OBJECT_TYPE);
  to->object.ObjectNameTitleIndex = first + DISQUE_QUEUES;
  to->object.ObjectHelpTitleIndex = first + DISQUE_QUEUES + 1;
  to->object.DetailLevel = PERF_DETAIL_NOVICE;
  to->object.NumCounters = 2;
  to->object.NumInstances = 2;
  DisqueDefinition(&to->depth, first + DISQUE_DEPTH, PERF_COUNTER_RAWCOUNT, 4, 4);
  DisqueDefinition(&to->jobs, first + DISQUE_JOBS, PERF_COUNTER_BULK_COUNT, 8, 8);
  DisqueInstance(&to->instances[0], &queues[0]);
  DisqueInstance(&to->instances[1], &queues[1]);
}
