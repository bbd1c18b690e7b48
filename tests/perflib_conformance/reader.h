/* Reading counter sets: what the files that have both halves of perflib.h share. For POSIX. */
#pragma once

#include "perflib_suite.h"

#define ANY 0xFFFFFFFFu
#define ROOM 65536u /* bytes: more than any reply here */

/* An identifier; `name` has room for 8 units with its NUL. */
typedef struct Block {
  PERF_COUNTER_IDENTIFIER identifier;
  WCHAR name[8];
} Block;
/* Returns a block of any instance id. Without a name, NULL, it has 40 bytes. */
Block block_of(const GUID* set, ULONG counter, const WCHAR* name);
/* Adds or removes one, and returns the status that is written to it. */
ULONG added(HANDLE query, Block block);
ULONG removed(HANDLE query, Block block);

HANDLE opened_query(void);
void close_query(HANDLE query);
/* With one identifier. */
HANDLE query_of(unsigned set, ULONG counter, const WCHAR* name);

/* A reply, and what else is read; valid until the next one is. NULL, after a failed check: there is
   none. */
const unsigned char* reply_to(HANDLE query, DWORD* size);
/* A reply as text, blocks between "; ": type/status, ids, and values. A missing value is "-":
     1/0 5
     2/0 10,20: 5 6
     4/0 [Laser#1 5][Ink#2 6]
     6/0 10,20: [Laser#1 5 6]
     0/4201
   "malformed": sizes and counts do not agree. */
const char* text_of_reply(HANDLE query);
/* Reads through a query that is opened for it, of a set of the suite. */
const char* read_once(unsigned set, ULONG counter, const WCHAR* name);
#define EXPECT_READ(set, counter, name, text) EXPECT_TEXT(read_once(set, counter, name), text)

/* The instances of a set as text, or the code: "Laser#1 Ink#2", "4201". */
const char* text_of_instances(unsigned set);

/* A text of UTF-16, whose characters are ASCII; others are '?'. Ends at a NUL or after `size`
   bytes. */
void narrow(const unsigned char* utf16, size_t size, char* text, size_t room);
ULONG ulong_at(const unsigned char* bytes, size_t at);
