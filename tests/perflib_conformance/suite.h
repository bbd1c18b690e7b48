/* What the files of the suite share: promises, expectations, and what a provider needs to publish.

   Each file checks the promises of one section of docs/perflib_h.md. Those of the provider half
   need only perflib.h, and so compile for Windows, too. C11, C++20, and C11 with -fshort-wchar. */
#pragma once

#include <stddef.h>
#include <string.h>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

#include <perflib.h>
#include <winperf.h>

#include "windows_names.h"

#ifdef OPENPERFLIB_WIDE
#define WIDE(literal) OPENPERFLIB_WIDE(literal)
#else
#define WIDE(literal) L##literal
#endif

/* What an output has that no function has written to; also a last error. */
#define UNTOUCHED 0xDEADBEEFu

/* One sentence, and what finds out whether it is true. */
typedef struct Promise {
  const char* text;
  void (*check)(void);
} Promise;

/* The promises of a section. */
typedef struct Chapter {
  const char* title; /* of the section */
  const Promise* promises;
  size_t count;
} Chapter;
#define CHAPTER(name, title) \
  const Chapter name = {title, promises, sizeof promises / sizeof promises[0]};

extern const Chapter starting_and_stopping;
extern const Chapter templates;
extern const Chapter instances;
extern const Chapter values;
extern const Chapter references;
extern const Chapter memory_functions;
extern const Chapter callbacks;
extern const Chapter visibility;
extern const Chapter instance_types;
extern const Chapter lists;
extern const Chapter registration;
extern const Chapter queries;
extern const Chapter replies;
extern const Chapter buffers;
extern const Chapter own_objects;
extern const Chapter objects_of_sets;

/* An expectation that is not met fails the check that runs. */
#define EXPECT_EQ(got, wanted) \
  expect_at(__FILE__, __LINE__, #got, (ULONGLONG)(got), (ULONGLONG)(wanted))
#define EXPECT(condition) expect_at(__FILE__, __LINE__, #condition, (condition) ? 1u : 0u, 1u)
#define EXPECT_TEXT(got, wanted) expect_text_at(__FILE__, __LINE__, #got, got, wanted)
void expect_at(const char* file, int line, const char* what, ULONGLONG got, ULONGLONG wanted);
void expect_text_at(const char* file, int line, const char* what, const char* got,
                    const char* wanted);
/* Why the check that runs has failed, as a line, "" if it passed. The next check begins. */
const char* take_failure(void);

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
