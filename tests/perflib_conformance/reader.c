#include "reader.h"

#include <stdio.h>

Block block_of(const GUID* set, ULONG counter, const WCHAR* name) {
  Block block;
  memset(&block, 0, sizeof block);
  block.identifier.CounterSetGuid = *set;
  block.identifier.Size = name == NULL ? 40 : (ULONG)sizeof block;
  block.identifier.CounterId = counter;
  block.identifier.InstanceId = ANY;
  for (int i = 0; name != NULL && name[i] != 0 && i < 7; ++i) block.name[i] = name[i];
  return block;
}

ULONG added(HANDLE query, Block block) {
  block.identifier.Status = UNTOUCHED;
  EXPECT_EQ(PerfAddCounters(query, &block.identifier, block.identifier.Size), ERROR_SUCCESS);
  return block.identifier.Status;
}

ULONG removed(HANDLE query, Block block) {
  block.identifier.Status = UNTOUCHED;
  EXPECT_EQ(PerfDeleteCounters(query, &block.identifier, block.identifier.Size), ERROR_SUCCESS);
  return block.identifier.Status;
}

HANDLE opened_query(void) {
  HANDLE query = NULL;
  EXPECT_EQ(PerfOpenQueryHandle(NULL, &query), ERROR_SUCCESS);
  EXPECT(query != NULL);
  return query;
}

void close_query(HANDLE query) { EXPECT_EQ(PerfCloseQueryHandle(query), ERROR_SUCCESS); }

HANDLE query_of(unsigned set, ULONG counter, const WCHAR* name) {
  const GUID guid = guid_of(set);
  HANDLE const query = opened_query();
  EXPECT_EQ(added(query, block_of(&guid, counter, name)), ERROR_SUCCESS);
  return query;
}

const unsigned char* reply_to(HANDLE query, DWORD* size) {
  static ULONGLONG room[ROOM / sizeof(ULONGLONG)];
  *size = 0;
  const ULONG code = PerfQueryCounterData(query, (PPERF_DATA_HEADER)room, ROOM, size);
  EXPECT_EQ(code, ERROR_SUCCESS);
  return code == ERROR_SUCCESS ? (const unsigned char*)room : NULL;
}

ULONG ulong_at(const unsigned char* bytes, size_t at) {
  ULONG number = 0;
  memcpy(&number, bytes + at, sizeof number);
  return number;
}

void narrow(const unsigned char* utf16, size_t size, char* text, size_t room) {
  size_t length = 0;
  for (; 2 * length + 1 < size && length + 1 < room; ++length) {
    const unsigned unit = utf16[2 * length] + 256u * utf16[2 * length + 1];
    if (unit == 0) break;
    text[length] = unit < 128 ? (char)unit : '?';
  }
  text[length] = 0;
}

/* What is left of a reply, and its text. */
typedef struct Scan {
  const unsigned char* at;
  size_t left;
  char text[2048];
  size_t length; /* of the text */
  int is_malformed;
} Scan;

static void append(Scan* scan, const char* text) {
  const size_t length = strlen(text);
  if (scan->length + length >= sizeof scan->text) return;
  memcpy(scan->text + scan->length, text, length + 1);
  scan->length += length;
}

static void append_number(Scan* scan, ULONGLONG number) {
  char text[32];
  snprintf(text, sizeof text, "%llu", (unsigned long long)number);
  append(scan, text);
}

/* The next structure, whose stored size is a multiple of 8 and not less than `least`. */
static const unsigned char* take(Scan* scan, size_t size_at, size_t least) {
  const size_t size = scan->left < least ? 0 : ulong_at(scan->at, size_at);
  if (size < least || size > scan->left || size % 8 != 0) {
    scan->is_malformed = 1;
    return NULL;
  }
  const unsigned char* const taken = scan->at;
  scan->at += size;
  scan->left -= size;
  return taken;
}

/* PERF_COUNTER_DATA. */
static void scan_value(Scan* scan) {
  const unsigned char* const data = take(scan, 4, 16);
  if (data == NULL) return;
  const ULONG size = ulong_at(data, 0);
  ULONGLONG value = 0;
  if (size != 0 && size != 4 && size != 8) scan->is_malformed = 1;
  if (size == 4 || size == 8) memcpy(&value, data + 8, size);
  append(scan, " ");
  if (size == 0) {
    append(scan, "-");
  } else {
    append_number(scan, value);
  }
}

static void scan_values(Scan* scan, ULONG count) {
  for (ULONG i = 0; i < count && !scan->is_malformed; ++i) scan_value(scan);
}

/* PERF_MULTI_COUNTERS; returns how many ids it has. */
static ULONG scan_ids(Scan* scan) {
  const unsigned char* const ids = take(scan, 0, 8);
  if (ids == NULL) return 0;
  const ULONG count = ulong_at(ids, 4);
  if ((ulong_at(ids, 0) - 8) / 4 < count) scan->is_malformed = 1;
  for (ULONG i = 0; i < count && !scan->is_malformed; ++i) {
    append(scan, i == 0 ? " " : ",");
    append_number(scan, ulong_at(ids, 8 + 4 * i));
  }
  append(scan, ":");
  return count;
}

/* PERF_INSTANCE_HEADER. */
static void scan_instance(Scan* scan) {
  char name[64];
  const unsigned char* const header = take(scan, 0, 16);
  if (header == NULL) return;
  narrow(header + 8, ulong_at(header, 0) - 8, name, sizeof name);
  append(scan, name);
  append(scan, "#");
  append_number(scan, ulong_at(header, 4));
}

/* PERF_MULTI_INSTANCES, whose size ends with its last instance. */
static void scan_instances(Scan* scan, ULONG counters) {
  if (scan->left < 8 || ulong_at(scan->at, 0) != scan->left) {
    scan->is_malformed = 1;
    return;
  }
  const ULONG count = ulong_at(scan->at, 4);
  scan->at += 8;
  scan->left -= 8;
  for (ULONG i = 0; i < count && !scan->is_malformed; ++i) {
    append(scan, i == 0 ? " [" : "[");
    scan_instance(scan);
    scan_values(scan, counters);
    append(scan, "]");
  }
}

static void scan_payload(Scan* scan, ULONG type) {
  switch (type) {
    case PERF_ERROR_RETURN:
      break;
    case PERF_SINGLE_COUNTER:
      scan_value(scan);
      break;
    case PERF_MULTIPLE_COUNTERS:
      scan_values(scan, scan_ids(scan));
      break;
    case PERF_MULTIPLE_INSTANCES:
      scan_instances(scan, 1);
      break;
    case PERF_COUNTERSET:
      scan_instances(scan, scan_ids(scan));
      break;
    default:
      scan->is_malformed = 1;
  }
}

/* PERF_COUNTER_HEADER with what follows it, all of which must be used. */
static void scan_block(Scan* scan) {
  const unsigned char* const header = take(scan, 8, 16);
  if (header == NULL) return;
  append_number(scan, ulong_at(header, 4));
  append(scan, "/");
  append_number(scan, ulong_at(header, 0));
  const Scan rest = *scan;
  scan->at = header + 16;
  scan->left = ulong_at(header, 8) - 16;
  scan_payload(scan, ulong_at(header, 4));
  if (scan->left != 0) scan->is_malformed = 1;
  scan->at = rest.at;
  scan->left = rest.left;
}

const char* text_of_reply(HANDLE query) {
  static Scan scan;
  DWORD size = 0;
  const unsigned char* const reply = reply_to(query, &size);
  if (reply == NULL) return "none";
  memset(&scan, 0, sizeof scan);
  scan.is_malformed = size < 48 || ulong_at(reply, 0) != size;
  scan.at = reply + 48;
  scan.left = scan.is_malformed ? 0 : size - 48;
  const ULONG blocks = ulong_at(reply, 4);
  for (ULONG i = 0; i < blocks && !scan.is_malformed; ++i) {
    if (i != 0) append(&scan, "; ");
    scan_block(&scan);
  }
  return scan.is_malformed || scan.left != 0 ? "malformed" : scan.text;
}

const char* read_once(unsigned set, ULONG counter, const WCHAR* name) {
  HANDLE const query = query_of(set, counter, name);
  const char* const text = text_of_reply(query);
  close_query(query);
  return text;
}

const char* text_of_instances(unsigned set) {
  static ULONGLONG room[ROOM / sizeof(ULONGLONG)];
  static Scan scan;
  const GUID guid = guid_of(set);
  DWORD size = 0;
  const ULONG code =
      PerfEnumerateCounterSetInstances(NULL, &guid, (PPERF_INSTANCE_HEADER)room, ROOM, &size);
  memset(&scan, 0, sizeof scan);
  scan.at = (const unsigned char*)room;
  scan.left = code == ERROR_SUCCESS ? size : 0;
  if (code != ERROR_SUCCESS) append_number(&scan, code);
  while (scan.left != 0 && !scan.is_malformed) {
    if (scan.length != 0) append(&scan, " ");
    scan_instance(&scan);
  }
  return scan.is_malformed ? "malformed" : scan.text;
}
