#include <stdlib.h>

#include "perflib_suite.h"

/* What a provider's own functions have given out. */
typedef struct Memory {
  void* out[64];
  int count;       /* of those that are out */
  ULONG given;     /* of all */
  int is_confused; /* what was never given, or twice, came back */
  int refuses;
} Memory;

static LPVOID CALLBACK take(SIZE_T size, LPVOID context) {
  Memory* const memory = (Memory*)context;
  if (memory->refuses || memory->count == 64) return NULL;
  void* const block = malloc(size);
  memory->out[memory->count++] = block;
  ++memory->given;
  return block;
}

static void CALLBACK give_back(LPVOID block, LPVOID context) {
  Memory* const memory = (Memory*)context;
  for (int i = 0; i < memory->count; ++i) {
    if (memory->out[i] != block) continue;
    memory->out[i] = memory->out[--memory->count];
    free(block);
    return;
  }
  memory->is_confused = 1;
}

static Memory memory;

static HANDLE started_with(PERF_MEM_FREE give) {
  PERF_PROVIDER_CONTEXT context;
  GUID guid = guid_of(0);
  HANDLE provider = NULL;
  memset(&memory, 0, sizeof memory);
  memset(&context, 0, sizeof context);
  context.ContextSize = (DWORD)sizeof context;
  context.MemAllocRoutine = take;
  context.MemFreeRoutine = give;
  context.pMemContext = &memory;
  EXPECT_EQ(PerfStartProviderEx(&guid, &context, &provider), ERROR_SUCCESS);
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  return provider;
}

static void once_for_each_instance(void) {
  HANDLE const provider = started_with(give_back);
  ULONG before = memory.given;
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) != NULL);
  EXPECT(memory.given > before);
  before = memory.given;
  EXPECT(created(provider, JOBS, WIDE("Ink"), 0) != NULL);
  EXPECT(memory.given > before);
  stop(provider);
}

static void deleted_instance_is_freed(void) {
  HANDLE const provider = started_with(give_back);
  const int before = memory.count;
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  EXPECT_EQ(memory.count, before);
  stop(provider);
  EXPECT_EQ(memory.is_confused, 0);
}

static void stop_frees_the_rest(void) {
  HANDLE const provider = started_with(give_back);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) != NULL);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) == NULL); /* nor does a failure keep any */
  stop(provider);
  EXPECT_EQ(memory.count, 0);
  EXPECT_EQ(memory.is_confused, 0);
}

static void refusal_is_8(void) {
  HANDLE const provider = started_with(give_back);
  memory.refuses = 1;
  SetLastError(UNTOUCHED);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) == NULL);
  EXPECT_EQ(GetLastError(), ERROR_NOT_ENOUGH_MEMORY);
  memory.refuses = 0;
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) != NULL);
  stop(provider);
}

static void nothing_need_be_freed(void) {
  HANDLE const provider = started_with(NULL);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  stop(provider);
  EXPECT(memory.count > 0);
  while (memory.count > 0) free(memory.out[--memory.count]);
}

static const Promise promises[] = {
    {"the function that allocates gets the context, and is called for each instance",
     once_for_each_instance},
    {"PerfDeleteInstance frees what the instance had, once", deleted_instance_is_freed},
    {"PerfStopProvider frees the rest, once", stop_frees_the_rest},
    {"where the function allocates nothing, creating an instance is 8, and succeeds later",
     refusal_is_8},
    {"without a function that frees, nothing is freed", nothing_need_be_freed},
};
CHAPTER(memory_functions, "Memory functions")
