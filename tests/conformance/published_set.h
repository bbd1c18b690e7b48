/* What a provider of the suites needs to publish: templates, and the set of most checks. It needs
   perflib.h alone, and so compiles for Windows, too. */
#pragma once

#ifdef _WIN32 /* whose headers need it before them */
#include <windows.h>
#endif

#include <perflib.h>
#include <winperf.h>

#include "suite.h"
#include "windows_names.h"

/* A GUID of the suite. 0 is that of its provider, from 1 on those of its sets. */
GUID guid_of(unsigned number);

#define MOST_COUNTERS 40
/* What PerfSetCounterSetInfo gets. */
typedef struct Template {
  PERF_COUNTERSET_INFO set;
  PERF_COUNTER_INFO counters[MOST_COUNTERS];
} Template;
/* Without counters yet. */
Template empty_template(unsigned number, ULONG instance_type);
PERF_COUNTER_INFO* add_counter(Template* to, ULONG id, ULONG type);
ULONG size_of(const Template* described); /* bytes, of the counters that it has */

/* The set of most checks. Its counters, in their order: */
#define JOBS 1        /* the number of its GUID */
#define PAGES 10      /* 8 bytes */
#define WAITING 20    /* 4 bytes */
#define BYTES 30      /* 8 bytes, of */
#define BYTES_BASE 31 /* which this is the base: 4 bytes */
Template jobs_template(ULONG instance_type);

HANDLE started_provider(void);
/* One that has described the set, which has these instances. */
HANDLE started_jobs(ULONG instance_type);
ULONG describe(HANDLE provider, Template* described);
PERF_COUNTERSET_INSTANCE* created(HANDLE provider, unsigned set, const WCHAR* name, ULONG id);
void stop(HANDLE provider);

/* The place of the value of the counter at a position, 8 bytes. */
unsigned char* place_of(PERF_COUNTERSET_INSTANCE* instance, ULONG position);
ULONGLONG value_of(PERF_COUNTERSET_INSTANCE* instance, ULONG position);

/* Handles that are not open; FOREIGN_HANDLES of them. */
#define FOREIGN_HANDLES 5
const HANDLE* foreign_handles(void);
