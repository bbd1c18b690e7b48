/* What the files of the suite share. README.md says which file checks which promises. */
#pragma once

#include <pdh.h>
#include <pdhmsg.h>

#include "published_set.h"

extern const Chapter numbers;
extern const Chapter default_source;
extern const Chapter queries;
extern const Chapter adding_counters;
extern const Chapter collecting;
extern const Chapter background_collecting;
extern const Chapter states_of_values;
extern const Chapter formats;
extern const Chapter readings;
extern const Chapter statistics;
extern const Chapter arrays;
extern const Chapter counter_information;
extern const Chapter paths;
extern const Chapter two_calls;
extern const Chapter validation;
extern const Chapter expansion;
extern const Chapter machines;
extern const Chapter objects_of_sources;
extern const Chapter titles;
extern const Chapter choices;
extern const Chapter languages;
extern const Chapter opening_logs;
extern const Chapter existing_logs;
extern const Chapter writing_logs;
extern const Chapter text_logs;
extern const Chapter sizes_of_logs;
extern const Chapter reading_logs;
extern const Chapter time_ranges;
extern const Chapter bound_logs;
extern const Chapter copying_logs;
extern const Chapter raw_records;
extern const Chapter log_sets;
extern const Chapter wrong_arguments;
extern const Chapter foreign_handles_of_pdh;
extern const Chapter processes_and_threads;

#define GARBAGE ((HANDLE)(size_t)0x12345678u)
#define QUERY_DATA 77 /* the user data of open_live() */
#define COUNTER_DATA 78

#define AVAILABLE_BYTES "\\Memory\\Available Bytes"  /* a raw count, on every machine */
#define IDLE_TIME "\\Processor(_Total)\\% Idle Time" /* of two samples */

/* --- queries and values; a call that fails fails the check that runs */

PDH_HQUERY open_live(void);
PDH_HCOUNTER add(PDH_HQUERY query, const char* path);
/* What PdhAddCounter returns; that it has written no handle on failure. */
DWORD code_of_adding(PDH_HQUERY query, const char* path);
DWORD cstatus_of(PDH_HCOUNTER counter); /* of its reading */
LONG long_of(PDH_HCOUNTER counter);
double double_of(PDH_HCOUNTER counter); /* not capped */
PDH_RAW_COUNTER reading_of(PDH_HCOUNTER counter);
/* That a counter has no value, and which code the call and which status the value has. */
void expect_no_value(const char* file, int line, PDH_HCOUNTER counter, DWORD code, DWORD cstatus);
#define EXPECT_NO_VALUE(counter, code, cstatus) \
  expect_no_value(__FILE__, __LINE__, counter, code, cstatus)
/* A reading that a program has. */
PDH_RAW_COUNTER made_reading(LONGLONG first, LONGLONG second);

/* --- texts and lists */

/* ASCII as 16-bit characters; `wide` has room for it and its NUL. */
const WCHAR* widen(const char* text, WCHAR* wide);
/* The n-th name of a list; NULL: it has fewer. */
const char* name_at(const char* list, int n);
int has_name(const char* list, const char* name);
int count_of(const char* list);
#define EXPECT_NAME(list, n, wanted) expect_name(__FILE__, __LINE__, list, n, wanted)
void expect_name(const char* file, int line, const char* list, int n, const char* wanted);

/* --- buffers */

#define ROOM (1u << 20) /* bytes: more than any list or array here */
/* A buffer of ROOM bytes, aligned, filled with 0xAA; the same at each call. */
unsigned char* fresh_room(void);
/* Whether the first `count` bytes still have their fill value. */
int is_untouched(const unsigned char* buffer, size_t count);

/* --- files in the folder of the run */

/* The path of a name; six are valid at a time. */
const char* path_of(const char* name);
void write_file(const char* name, const char* text);
/* The whole file, up to 64 KiB; valid until the next call. */
const char* text_of(const char* name);
long size_of_file(const char* name); /* bytes; -1: there is none */
void remove_file(const char* name);
PDH_HQUERY open_file(const char* name); /* a query of the log */

/* Two machines, one record: \\DB-16\Process(bash and bash#1)\ID Process, \\DB-16\Memory\Available
   Bytes, \\DB-18\Processor(_Total)\% Processor Time are 1 to 4. */
void write_two_machines(const char* name);
/* Three records of \\a\Memory\Available Bytes (1, 2, 3) and \\a\Disk(x)\Queue (none, 1/3, 50.5),
   at TEN_O_CLOCK and each ten seconds later, an hour ahead of UTC. */
extern const char* const three_records;
#define TEN_O_CLOCK 134398152000000000ll /* 2026-11-22 10:00:00 */
#define SECOND 10000000ll

#define WRITE_NEW (PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW)
#define WRITE_ALWAYS (PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS)
#define READ_EXISTING (PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING)
/* What PdhOpenLog returns for a file; `*log` is GARBAGE on failure. */
DWORD open_log(PDH_HQUERY query, const char* name, DWORD access, DWORD type, PDH_HLOG* log);
PDH_HLOG new_log(PDH_HQUERY query, const char* name, DWORD type);
void update(PDH_HLOG log, int times);
void close_log(PDH_HLOG log);
FILETIME filetime_of(LONGLONG time);

/* --- a set of counters whose values the check decides: see printers.c */

#define PRINTERS 30  /* the number of its GUID; its name is "Conformance Printers" */
#define PAGES_ID 1   /* Pages: PERF_COUNTER_LARGE_RAWCOUNT */
#define WAITING_ID 2 /* Waiting: PERF_COUNTER_RAWCOUNT */
#define BYTES_ID 3   /* Bytes/sec: PERF_COUNTER_BULK_COUNT */
#define FULL_ID 4    /* % Full: PERF_RAW_FRACTION, of */
#define FULL_BASE 5  /* its base */
#define MEAN_ID 6    /* Bytes per Page: PERF_AVERAGE_BULK, of */
#define MEAN_BASE 7  /* its base */
#define NEW_ID 8     /* New Pages: PERF_COUNTER_LARGE_DELTA */
#define PRINTER(instance, counter) "\\Conformance Printers(" instance ")\\" counter

typedef struct Printers {
  HANDLE provider;
  PERF_COUNTERSET_INSTANCE* laser; /* "Laser", which start_printers() makes */
} Printers;
Printers start_printers(void);
PERF_COUNTERSET_INSTANCE* printer(const Printers* printers, const char* name, ULONG id);
void set_large(const Printers* printers, PERF_COUNTERSET_INSTANCE* one, ULONG id, ULONGLONG value);
void set_small(const Printers* printers, PERF_COUNTERSET_INSTANCE* one, ULONG id, ULONG value);
void stop_printers(Printers* printers);

/* --- what differs between systems: see system.c */

const char* this_machine(void); /* with \\ */
/* Now in local time, as PDH has it. */
LONGLONG local_time_now(void);
long minutes_to_utc(void); /* from local time, now */
/* Waits until the next millisecond, so that the records of a log differ in their times. */
void next_millisecond(void);
/* Lets other threads run, for a millisecond or so. */
void rest(void);
/* A process with the name of a program, which no other process has if the name is made by
   unique_name(). end_child() ends it, and returns when it has ended. */
typedef struct Child {
  HANDLE process;
  HANDLE input;
  DWORD id;
} Child;
const char* unique_name(const char* prefix); /* valid until the next call */
Child start_child(const char* name);
void end_child(Child child);
/* The main of such a process: it has begun, and waits until its parent ends it. */
int live_as_child(void);
