#include "perflib_suite.h"

static void starts_without_a_callback(void) {
  GUID guid = guid_of(0);
  HANDLE provider = NULL;
  EXPECT_EQ(PerfStartProvider(&guid, NULL, &provider), ERROR_SUCCESS);
  EXPECT(provider != NULL);
  stop(provider);
}

static void start_needs_its_pointers(void) {
  GUID guid = guid_of(0);
  HANDLE provider = NULL;
  EXPECT_EQ(PerfStartProvider(NULL, NULL, &provider), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfStartProvider(&guid, NULL, NULL), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfStartProviderEx(NULL, NULL, &provider), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfStartProviderEx(&guid, NULL, NULL), ERROR_INVALID_PARAMETER);
  EXPECT(provider == NULL);
}

static LPVOID CALLBACK no_memory(SIZE_T size, LPVOID context) {
  (void)size;
  return context;
}
static void CALLBACK free_nothing(LPVOID memory, LPVOID context) {
  (void)memory;
  (void)context;
}

static ULONG start_with(PERF_PROVIDER_CONTEXT* context, HANDLE* provider) {
  GUID guid = guid_of(0);
  return PerfStartProviderEx(&guid, context, provider);
}

static PERF_PROVIDER_CONTEXT new_context(void) {
  PERF_PROVIDER_CONTEXT context;
  memset(&context, 0, sizeof context);
  context.ContextSize = (DWORD)sizeof context;
  return context;
}

static void starts_with_a_context(void) {
  PERF_PROVIDER_CONTEXT context = new_context();
  HANDLE provider = NULL;
  EXPECT_EQ(start_with(&context, &provider), ERROR_SUCCESS);
  EXPECT(provider != NULL);
  stop(provider);
}

static void context_may_be_missing(void) {
  HANDLE provider = NULL;
  EXPECT_EQ(start_with(NULL, &provider), ERROR_SUCCESS);
  stop(provider);
}

static void context_that_is_too_small(void) {
  PERF_PROVIDER_CONTEXT context = new_context();
  HANDLE provider = NULL;
  for (DWORD size = 0; size < sizeof context; ++size) {
    context.ContextSize = size;
    EXPECT_EQ(start_with(&context, &provider), ERROR_INVALID_PARAMETER);
  }
  EXPECT(provider == NULL);
}

static void context_that_is_larger(void) {
  PERF_PROVIDER_CONTEXT context = new_context();
  HANDLE provider = NULL;
  context.ContextSize += 64;
  EXPECT_EQ(start_with(&context, &provider), ERROR_SUCCESS);
  stop(provider);
}

static void free_without_alloc(void) {
  PERF_PROVIDER_CONTEXT context = new_context();
  HANDLE provider = NULL;
  context.MemFreeRoutine = free_nothing;
  EXPECT_EQ(start_with(&context, &provider), ERROR_INVALID_PARAMETER);
  EXPECT(provider == NULL);
}

static void alloc_without_free(void) {
  PERF_PROVIDER_CONTEXT context = new_context();
  HANDLE provider = NULL;
  context.MemAllocRoutine = no_memory;
  EXPECT_EQ(start_with(&context, &provider), ERROR_SUCCESS);
  stop(provider);
}

static void one_guid_twice(void) {
  HANDLE const one = started_provider();
  HANDLE const two = started_provider();
  EXPECT(one != two);
  stop(one);
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(describe(two, &jobs), ERROR_SUCCESS);
  stop(two);
}

static void handles_that_are_not_open(void) {
  const HANDLE* const handles = foreign_handles();
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    EXPECT_EQ(PerfStopProvider(handles[i]), ERROR_INVALID_HANDLE);
  }
}

static void stop_ends_instances(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  stop(provider);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 1), ERROR_INVALID_HANDLE);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_INVALID_HANDLE);
}

static void success_leaves_the_last_error(void) {
  const GUID jobs = guid_of(JOBS);
  SetLastError(UNTOUCHED);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT(PerfQueryInstance(provider, &jobs, WIDE("Laser"), 0) == laser);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 1), ERROR_SUCCESS);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  stop(provider);
  EXPECT_EQ(GetLastError(), UNTOUCHED);
}

static const Promise promises[] = {
    {"PerfStartProvider starts a provider without a callback", starts_without_a_callback},
    {"a start without a GUID or without a place for the handle is 87, and writes no handle",
     start_needs_its_pointers},
    {"PerfStartProviderEx starts a provider with a context whose members are 0 but its size",
     starts_with_a_context},
    {"PerfStartProviderEx needs no context", context_may_be_missing},
    {"a context that is too small is 87, by each byte", context_that_is_too_small},
    {"a context may be larger than this version's", context_that_is_larger},
    {"a function that frees memory without one that allocates it is 87", free_without_alloc},
    {"a function that allocates memory needs none that frees it", alloc_without_free},
    {"two providers of a process may have one GUID, and end independently", one_guid_twice},
    {"PerfStopProvider with a handle that is not open is 6", handles_that_are_not_open},
    {"PerfStopProvider ends the instances that are left", stop_ends_instances},
    {"success leaves the last error alone", success_leaves_the_last_error},
};
CHAPTER(starting_and_stopping, "Starting and stopping")
