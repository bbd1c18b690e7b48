#include <stdio.h>

#include "pdh_suite.h"

static PDH_HQUERY query;

static void expect_adding(const char* path, DWORD code) {
  query = open_live();
  EXPECT_CODE(code_of_adding(query, path), code);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void unknown_names(void) {
  expect_adding("\\No Such Object\\Processes", PDH_CSTATUS_NO_OBJECT);
  expect_adding("\\System\\No Such Counter", PDH_CSTATUS_NO_COUNTER);
  query = open_live();
  EXPECT_CODE(code_of_adding(query, "\\No Such Object\\Processes"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA); /* it has no counters */
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void other_machines(void) {
  expect_adding("\\\\no-such-machine\\System\\Processes", PDH_CSTATUS_NO_MACHINE);
}

static void this_machine_by_name(void) {
  char path[200];
  snprintf(path, sizeof path, "%s\\System\\Processes", this_machine());
  expect_adding(path, ERROR_SUCCESS);
}

static void empty_path(void) { expect_adding("", PDH_CSTATUS_NO_COUNTERNAME); }

static void no_paths(void) {
  expect_adding("System", PDH_CSTATUS_BAD_COUNTERNAME);
  expect_adding("\\System", PDH_CSTATUS_BAD_COUNTERNAME);
  expect_adding("\\\\machine", PDH_CSTATUS_BAD_COUNTERNAME);
  expect_adding("System/Processes", PDH_CSTATUS_BAD_COUNTERNAME);
  expect_adding("/System/Processes", PDH_CSTATUS_BAD_COUNTERNAME);
}

static void lengths(void) {
  static char path[65536];
  memset(path, 'x', sizeof path - 1);
  path[0] = '\\';
  path[3] = '\\';
  expect_adding(path, PDH_CSTATUS_BAD_COUNTERNAME); /* 64 KiB */
  path[PDH_MAX_COUNTER_PATH + 1] = 0;
  expect_adding(path, PDH_CSTATUS_BAD_COUNTERNAME);
  path[PDH_MAX_COUNTER_PATH - 1] = 0; /* with its NUL it is as long as a path may be */
  expect_adding(path, PDH_CSTATUS_NO_OBJECT);
}

static void unpaired_surrogates(void) {
  static const WCHAR path[] = {'\\', 0xD800, '\\', 'x', 0};
  PDH_HCOUNTER counter = GARBAGE;
  query = open_live();
  EXPECT_CODE(PdhAddCounterW(query, path, 0, &counter), PDH_CSTATUS_NO_OBJECT);
  EXPECT(counter == NULL);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void letter_case(void) {
  expect_adding("\\system\\PROCESSES", ERROR_SUCCESS);
  expect_adding("\\PROCESSOR(_TOTAL)\\% idle time", ERROR_SUCCESS);
}

static void wide_twin(void) {
  PDH_HCOUNTER counter = NULL;
  query = open_live();
  EXPECT_CODE(PdhAddCounterW(query, WIDE("\\System\\Processes"), 0, &counter), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(long_of(counter) > 0);
  EXPECT_CODE(PdhAddEnglishCounterW(query, WIDE("\\System\\Processes"), 0, &counter),
              ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(long_of(counter) > 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void unknown_instances(void) {
  expect_adding("\\Process(no such process)\\ID Process", ERROR_SUCCESS);
  expect_adding("\\Process(a#99)\\ID Process", ERROR_SUCCESS);
}

static void numbers_of_instances(void) {
  Printers printers = start_printers();
  set_large(&printers, printers.laser, PAGES_ID, 1);
  set_large(&printers, printer(&printers, "Laser", 1), PAGES_ID, 2);
  query = open_live();
  const PDH_HCOUNTER bare = add(query, PRINTER("Laser", "Pages"));
  const PDH_HCOUNTER zero = add(query, PRINTER("Laser#0", "Pages"));
  const PDH_HCOUNTER one = add(query, PRINTER("laser#1", "Pages"));
  const PDH_HCOUNTER two = add(query, PRINTER("Laser#2", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(bare), 1);
  EXPECT_EQ(long_of(zero), 1);
  EXPECT_EQ(long_of(one), 2);
  EXPECT_CODE(cstatus_of(two), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

/* How many instances a path has now. */
static DWORD instances_of(const char* path) {
  DWORD size = 0, count = 0;
  query = open_live();
  const PDH_HCOUNTER counter = add(query, path);
  (void)PdhCollectQueryData(query);
  const PDH_STATUS status = PdhGetRawCounterArrayA(counter, &size, &count, NULL);
  EXPECT((DWORD)status == PDH_MORE_DATA || (DWORD)status == PDH_NO_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  return count;
}

static void wildcards(void) {
  Printers printers = start_printers();
  (void)printer(&printers, "Laser", 1);
  (void)printer(&printers, "Ink (old)", 0);
  EXPECT_EQ(instances_of(PRINTER("*", "Pages")), 3);
  EXPECT_EQ(instances_of(PRINTER("La*", "Pages")), 2);
  EXPECT_EQ(instances_of(PRINTER("*(*", "Pages")), 1);
  EXPECT_EQ(instances_of(PRINTER("Ink*#*", "Pages")), 1);
  EXPECT_EQ(instances_of(PRINTER("Paper*", "Pages")), 0);
  stop_printers(&printers);
}

static void only_asterisks(void) {
  Printers printers = start_printers();
  EXPECT_EQ(instances_of(PRINTER("Las*", "Pages")), 1);
  query = open_live();
  const PDH_HCOUNTER question = add(query, PRINTER("Lase?", "Pages"));
  (void)PdhCollectQueryData(query);
  EXPECT_CODE(cstatus_of(question), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void names_with_asterisks(void) {
  PDH_RAW_COUNTER_ITEM_A* const items = (PPDH_RAW_COUNTER_ITEM_A)(void*)fresh_room();
  DWORD size = ROOM, count = 0;
  Printers printers = start_printers();
  (void)printer(&printers, "a*b", 0);
  (void)printer(&printers, "a-b", 0);
  query = open_live();
  const PDH_HCOUNTER both = add(query, PRINTER("a*b", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetRawCounterArrayA(both, &size, &count, items), ERROR_SUCCESS);
  EXPECT_EQ(count, 2);
  EXPECT_TEXT(items[0].szName, "a*b");
  EXPECT_TEXT(items[1].szName, "a-b");
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void names_with_marks(void) {
  static const char* const names[] = {"Ink (old)", "C:/queue", "A#B", "back\\slash"};
  Printers printers = start_printers();
  query = open_live();
  for (ULONG i = 0; i < 4; ++i) {
    char path[100];
    set_large(&printers, printer(&printers, names[i], i + 1), PAGES_ID, i + 10);
    snprintf(path, sizeof path, "\\Conformance Printers(%s)\\Pages", names[i]);
    const PDH_HCOUNTER counter = add(query, path);
    EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
    EXPECT_EQ(long_of(counter), i + 10);
  }
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void sets_that_do_not_run(void) {
  query = open_live();
  const PDH_HCOUNTER counter = add(query, "\\Conformance Scanners(Hall)\\Scanned");
  EXPECT_CODE(cstatus_of(counter), PDH_CSTATUS_ITEM_NOT_VALIDATED);
  (void)PdhCollectQueryData(query);
  EXPECT(cstatus_of(counter) != PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void counter_twice(void) {
  query = open_live();
  const PDH_HCOUNTER first = add(query, AVAILABLE_BYTES);
  const PDH_HCOUNTER second = add(query, AVAILABLE_BYTES);
  EXPECT(first != second);
  EXPECT_CODE(PdhRemoveCounter(first), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(double_of(second) > 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void removal(void) {
  query = open_live();
  const PDH_HCOUNTER removed = add(query, "\\System\\Processes");
  const PDH_HCOUNTER kept = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhRemoveCounter(removed), ERROR_SUCCESS);
  EXPECT_CODE(PdhRemoveCounter(removed), PDH_INVALID_HANDLE);
  EXPECT(double_of(kept) > 0); /* what was collected before */
  EXPECT_CODE(PdhRemoveCounter(kept), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void counters_of_a_log(void) {
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  EXPECT_CODE(code_of_adding(query, "\\System\\Processes"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(code_of_adding(query, "\\Memory\\Cache Bytes"), PDH_CSTATUS_NO_COUNTER);
  EXPECT_CODE(code_of_adding(query, "\\\\b\\Memory\\Available Bytes"), PDH_CSTATUS_NO_MACHINE);
  const PDH_HCOUNTER missing = add(query, "\\Disk(y)\\Queue");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_NO_VALUE(missing, PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static void machine_of_a_log(void) {
  write_two_machines("two.csv");
  query = open_file("two.csv");
  const PDH_HCOUNTER first = add(query, AVAILABLE_BYTES);
  const PDH_HCOUNTER named = add(query, "\\\\db-18\\Processor(_Total)\\% Processor Time");
  EXPECT_CODE(code_of_adding(query, "\\Processor(_Total)\\% Processor Time"),
              PDH_CSTATUS_NO_OBJECT); /* the first machine lacks it */
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(first), 3);
  EXPECT_EQ(long_of(named), 4);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("two.csv");
}

static void this_machine_in_a_log(void) {
  char text[400];
  snprintf(text, sizeof text,
           "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\A\\o\\c\",\"%s\\o\\c\"\r\n"
           "\"01/02/2026 03:04:05.000\",\"1\",\"2\"\r\n",
           this_machine());
  write_file("ours.csv", text);
  query = open_file("ours.csv");
  const PDH_HCOUNTER ours = add(query, "\\o\\c");
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(ours), 2);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("ours.csv");
}

static const Promise promises[] = {
    {"an unknown object is PDH_CSTATUS_NO_OBJECT, an unknown counter PDH_CSTATUS_NO_COUNTER, and "
     "it is not added",
     unknown_names},
    {"another machine is PDH_CSTATUS_NO_MACHINE", other_machines},
    {"a path may name this computer", this_machine_by_name},
    {"the path \"\" is PDH_CSTATUS_NO_COUNTERNAME", empty_path},
    {"what is not a path, as with slashes, is PDH_CSTATUS_BAD_COUNTERNAME", no_paths},
    {"a path longer than PDH_MAX_COUNTER_PATH is PDH_CSTATUS_BAD_COUNTERNAME", lengths},
    {"an unpaired surrogate is a character of a name", unpaired_surrogates},
    {"paths do not distinguish upper and lower case", letter_case},
    {"W and A functions add the same counters", wide_twin},
    {"an unknown instance is added", unknown_instances},
    {"the instances of one name are bare, #1 and so on; #0 is the bare one", numbers_of_instances},
    {"wildcards in the instance, its parts and its number are accepted", wildcards},
    {"only * is a wildcard; ? is a character", only_asterisks},
    {"the path of a name with a * means all names that match", names_with_asterisks},
    {"an instance is what is between the first ( and the last )", names_with_marks},
    {"a counter of a registered set that does not run is added, and has no value",
     sets_that_do_not_run},
    {"a counter may be added twice", counter_twice},
    {"PdhRemoveCounter removes a counter alone", removal},
    {"a log has only its own objects, counters and machines; unknown instances are added",
     counters_of_a_log},
    {"a path without a machine means this computer if a log has it", this_machine_in_a_log},
    {"it means the first machine of a log that has it not", machine_of_a_log},
};
CHAPTER(adding_counters, "Counters of a query")
