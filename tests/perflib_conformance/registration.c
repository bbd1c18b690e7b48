#include <stdio.h>

#include "reader.h"
#include "registered_sets.h"

#define ENGLISH 0x409
#define GERMAN 0x407
#define FRENCH 0x40C
#define NONE 0xFFFFFFFFu

/* What is registered of a set, or NULL with a failed check. Valid until the next call. */
static const unsigned char* information(unsigned set, PerfRegInfoType code, DWORD language,
                                        DWORD* size) {
  static ULONGLONG room[512];
  const GUID guid = guid_of(set);
  *size = 0;
  const ULONG result = PerfQueryCounterSetRegistrationInfo(NULL, &guid, code, language,
                                                           (LPBYTE)room, (DWORD)sizeof room, size);
  EXPECT_EQ(result, ERROR_SUCCESS);
  return result == ERROR_SUCCESS ? (const unsigned char*)room : NULL;
}

static ULONG code_of(unsigned set, PerfRegInfoType code, DWORD language) {
  ULONGLONG room[512];
  DWORD actual = 0;
  const GUID guid = guid_of(set);
  return PerfQueryCounterSetRegistrationInfo(NULL, &guid, code, language, (LPBYTE)room,
                                             (DWORD)sizeof room, &actual);
}

static const char* text_of(unsigned set, PerfRegInfoType code, DWORD language) {
  static char text[256];
  DWORD size = 0;
  const unsigned char* const told = information(set, code, language, &size);
  if (told == NULL) return "";
  narrow(told, size, text, sizeof text);
  EXPECT_EQ(size, 2 * (strlen(text) + 1));
  return text;
}

/* "1=Pages 2=Bytes per Page 3=-"; the offsets count from the start of the buffer. */
static const char* texts_of(unsigned set, PerfRegInfoType code, DWORD language) {
  static char text[512];
  DWORD size = 0;
  const unsigned char* const told = information(set, code, language, &size);
  if (told == NULL) return "";
  EXPECT_EQ(ulong_at(told, 0), size);
  text[0] = 0;
  for (ULONG i = 0; i < ulong_at(told, 4); ++i) {
    char one[64] = "-";
    const size_t length = strlen(text);
    const ULONG offset = ulong_at(told, 8 + 8 * i + 4);
    if (offset != NONE && offset < size) narrow(told + offset, size - offset, one, sizeof one);
    snprintf(text + length, sizeof text - length, i == 0 ? "%u=%s" : " %u=%s",
             (unsigned)ulong_at(told, 8 + 8 * i), one);
  }
  return text;
}

/* "id type attributes level scale base time frequency multi function", "-" for no id. */
static const char* text_of_counter(const unsigned char* bytes) {
  static char text[128];
  PERF_COUNTER_REG_INFO counter;
  memcpy(&counter, bytes, sizeof counter);
  EXPECT_EQ(counter.Reserved, 0);
  snprintf(text, sizeof text, "%u %08x %u %u %d", (unsigned)counter.CounterId,
           (unsigned)counter.Type, (unsigned)counter.Attrib, (unsigned)counter.DetailLevel,
           (int)counter.DefaultScale);
  const ULONG others[] = {counter.BaseCounterId, counter.PerfTimeId, counter.PerfFreqId,
                          counter.MultiId};
  for (int i = 0; i < 4; ++i) {
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, others[i] == NONE ? " -" : " %u",
             (unsigned)others[i]);
  }
  const size_t length = strlen(text);
  snprintf(text + length, sizeof text - length, " %u", (unsigned)counter.AggregateFunc);
  return text;
}

static const char* const counters_of_idle[] = {
    "1 00010100 0 100 -2 - - - - 0", "2 40020500 0 200 0 3 - - - 0", "3 40030402 2 200 0 - - - - 0",
    "4 20610500 0 100 0 - 5 6 - 0",  "5 00010100 2 100 0 - - - - 0", "6 00010100 2 100 0 - - - - 0",
    "7 22410500 0 100 0 - - - 8 0",  "8 00010000 16 100 0 - - - - 0"};

static void set_with_its_counters(void) {
  const GUID idle = guid_of(IDLE);
  PERF_COUNTERSET_REG_INFO set;
  DWORD size = 0;
  const unsigned char* const told = information(IDLE, PERF_REG_COUNTERSET_STRUCT, 0, &size);
  EXPECT_EQ(size, 32 + 8 * 48);
  if (told == NULL) return;
  memcpy(&set, told, sizeof set);
  EXPECT_EQ(memcmp(&set.CounterSetGuid, &idle, sizeof idle), 0);
  EXPECT_EQ(set.CounterSetType, 0);
  EXPECT_EQ(set.DetailLevel, 100);
  EXPECT_EQ(set.NumCounters, 8);
  EXPECT_EQ(set.InstanceType, PERF_COUNTERSET_MULTI_INSTANCES);
  for (int i = 0; i < 8; ++i) {
    EXPECT_TEXT(text_of_counter(told + 32 + 48 * i), counters_of_idle[i]);
  }
}

static void one_counter(void) {
  for (DWORD id = 1; id <= 8; ++id) {
    DWORD size = 0;
    const unsigned char* const told = information(IDLE, PERF_REG_COUNTER_STRUCT, id, &size);
    EXPECT_EQ(size, 48);
    if (told != NULL) EXPECT_TEXT(text_of_counter(told), counters_of_idle[id - 1]);
  }
}

static void registered_functions(void) {
  const ULONG functions[] = {PERF_AGGREGATE_TOTAL, PERF_AGGREGATE_AVG, PERF_AGGREGATE_MIN,
                             PERF_AGGREGATE_MAX, PERF_AGGREGATE_UNDEFINED};
  for (DWORD id = 1; id <= 5; ++id) {
    DWORD size = 0;
    const unsigned char* const told = information(TOTALS, PERF_REG_COUNTER_STRUCT, id, &size);
    if (told != NULL) EXPECT_EQ(ulong_at(told, 40), functions[id - 1]);
  }
}

static void counter_that_the_set_lacks(void) {
  EXPECT_EQ(code_of(IDLE, PERF_REG_COUNTER_STRUCT, 9), ERROR_WMI_ITEMID_NOT_FOUND);
  EXPECT_EQ(code_of(IDLE, PERF_REG_COUNTER_STRUCT, NONE), ERROR_WMI_ITEMID_NOT_FOUND);
}

static void texts_of_the_set(void) {
  const DWORD english[] = {0, ENGLISH};
  for (int i = 0; i < 2; ++i) {
    EXPECT_TEXT(text_of(IDLE, PERF_REG_COUNTERSET_NAME_STRING, english[i]), "Conformance Idle");
    EXPECT_TEXT(text_of(IDLE, PERF_REG_COUNTERSET_HELP_STRING, english[i]),
                "A set that does not run.");
  }
}

static void texts_of_the_counters(void) {
  const DWORD english[] = {0, ENGLISH};
  for (int i = 0; i < 2; ++i) {
    EXPECT_TEXT(texts_of(IDLE, PERF_REG_COUNTER_NAME_STRINGS, english[i]),
                "1=Pages 2=Bytes per Page 3=- 4=Busy 5=- 6=- 7=Heads Busy 8=Heads");
    EXPECT_TEXT(texts_of(IDLE, PERF_REG_COUNTER_HELP_STRINGS, english[i]),
                "1=Pages that were printed. 2=Their mean size. 3=- 4=Time with work. 5=- 6=- "
                "7=Their mean. 8=How many there are.");
  }
}

static void english_texts(void) {
  EXPECT_TEXT(text_of(IDLE, PERF_REG_COUNTERSET_ENGLISH_NAME, 0), "Conformance Idle");
  EXPECT_TEXT(texts_of(IDLE, PERF_REG_COUNTER_ENGLISH_NAMES, 0),
              "1=Pages 2=Bytes per Page 3=- 4=Busy 5=- 6=- 7=Heads Busy 8=Heads");
}

static void translated_texts(void) {
  EXPECT_TEXT(text_of(IDLE, PERF_REG_COUNTERSET_NAME_STRING, GERMAN), "Leerlauf der Konformit?t");
  EXPECT_TEXT(text_of(IDLE, PERF_REG_COUNTERSET_HELP_STRING, GERMAN),
              "Eine Menge, die nicht l?uft.");
  EXPECT_EQ(strncmp(texts_of(IDLE, PERF_REG_COUNTER_NAME_STRINGS, GERMAN), "1=Seiten ", 9), 0);
  EXPECT_EQ(
      strncmp(texts_of(IDLE, PERF_REG_COUNTER_HELP_STRINGS, GERMAN), "1=Gedruckte Seiten. ", 20),
      0);
}

static void language_that_is_missing(void) {
  for (PerfRegInfoType code = 3; code <= 6; ++code) {
    EXPECT_EQ(code_of(IDLE, code, FRENCH), ERROR_RESOURCE_LANG_NOT_FOUND);
  }
}

static void name_and_guid_of_the_provider(void) {
  const GUID provider = guid_of(0);
  DWORD size = 0;
  EXPECT_TEXT(text_of(IDLE, PERF_REG_PROVIDER_NAME, 0), "Conformance");
  const unsigned char* const told = information(IDLE, PERF_REG_PROVIDER_GUID, 0, &size);
  EXPECT_EQ(size, 16);
  if (told != NULL) EXPECT_EQ(memcmp(told, &provider, sizeof provider), 0);
}

static void no_choice_of_a_language(void) {
  const PerfRegInfoType codes[] = {PERF_REG_COUNTERSET_STRUCT, PERF_REG_PROVIDER_NAME,
                                   PERF_REG_PROVIDER_GUID, PERF_REG_COUNTERSET_ENGLISH_NAME,
                                   PERF_REG_COUNTER_ENGLISH_NAMES};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(code_of(IDLE, codes[i], ENGLISH), ERROR_INVALID_PARAMETER);
  }
}

static void codes_that_do_not_exist(void) {
  EXPECT_EQ(code_of(IDLE, 0, 0), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(code_of(IDLE, 11, 0), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(code_of(IDLE, 0xFFFFFFFFu, 0), ERROR_INVALID_PARAMETER);
}

static void set_that_nobody_knows(void) {
  for (PerfRegInfoType code = 1; code <= 10; ++code) {
    EXPECT_EQ(code_of(99, code, 0), ERROR_WMI_GUID_NOT_FOUND);
  }
}

static void running_set(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  DWORD size = 0;
  EXPECT_TEXT(text_of(JOBS, PERF_REG_COUNTERSET_NAME_STRING, 0),
              "{c0f03a11-0024-4000-8000-000000000001}");
  EXPECT_TEXT(texts_of(JOBS, PERF_REG_COUNTER_NAME_STRINGS, 0),
              "10=Counter 10 20=Counter 20 30=Counter 30 31=Counter 31");
  const unsigned char* const told = information(JOBS, PERF_REG_COUNTER_STRUCT, PAGES, &size);
  if (told != NULL) EXPECT_TEXT(text_of_counter(told), "10 00010100 0 100 0 - - - - 1");
  stop(provider);
}

static const Promise promises[] = {
    {"PERF_REG_COUNTERSET_STRUCT is the set and all of its counters", set_with_its_counters},
    {"PERF_REG_COUNTER_STRUCT is the counter whose id stands in place of the language",
     one_counter},
    {"AggregateFunc is 1 for the sum, 2 for the mean, 3 and 4 for the least and the greatest, 0 "
     "for "
     "none",
     registered_functions},
    {"the id of a counter that the set lacks is 4202", counter_that_the_set_lacks},
    {"the name and the help text of a set are in English for 0 and 0x409", texts_of_the_set},
    {"those of its counters too, at offsets from the start, 0xFFFFFFFF for none",
     texts_of_the_counters},
    {"PERF_REG_COUNTERSET_ENGLISH_NAME and PERF_REG_COUNTER_ENGLISH_NAMES are in English",
     english_texts},
    {"texts are in the language that is asked for, if it is registered", translated_texts},
    {"a language that is not registered is 1815", language_that_is_missing},
    {"PERF_REG_PROVIDER_NAME and PERF_REG_PROVIDER_GUID are those of the provider",
     name_and_guid_of_the_provider},
    {"a language where there is no choice is 87", no_choice_of_a_language},
    {"a code that does not exist is 87", codes_that_do_not_exist},
    {"a set that does not exist is 4200", set_that_nobody_knows},
    {"a set that is not registered is called by its GUID and the ids, and is added up",
     running_set},
};
CHAPTER(registration, "What is registered")
