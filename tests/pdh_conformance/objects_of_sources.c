/* Objects, their counters and instances, and the defaults of a choice. */
#include <stdio.h>

#include "pdh_suite.h"

static char* list;

static DWORD enumerate_objects(const char* source, const char* machine, DWORD detail,
                               BOOL refresh) {
  DWORD size = ROOM;
  list = (char*)fresh_room();
  return (DWORD)PdhEnumObjectsA(source, machine, list, &size, detail, refresh);
}

/* What PdhEnumObjectItems gives. */
static char counters[ROOM / 4], instances[ROOM / 4];
static DWORD counters_size, instances_size;

static DWORD read_items(const char* source, const char* machine, const char* object, DWORD detail) {
  counters_size = sizeof counters;
  instances_size = sizeof instances;
  return (DWORD)PdhEnumObjectItemsA(source, machine, object, counters, &counters_size, instances,
                                    &instances_size, detail, 0);
}

static void objects(void) {
  EXPECT_CODE(enumerate_objects(NULL, this_machine(), PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT(has_name(list, "Processor"));
  EXPECT(has_name(list, "Memory"));
  EXPECT(has_name(list, "Process"));
}

static void objects_of_blocks(void) {
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD | PERF_DETAIL_COSTLY, 0),
              ERROR_SUCCESS);
  EXPECT(!has_name(list, "Collection Status"));
  EXPECT(!has_name(list, "Titles"));
  EXPECT(!has_name(list, "Counter Links"));
}

static void costly_objects(void) {
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 0), ERROR_SUCCESS);
  EXPECT(!has_name(list, "GPU Engine"));
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD | PERF_DETAIL_COSTLY, 0),
              ERROR_SUCCESS);
  EXPECT(has_name(list, "GPU Engine"));
  EXPECT(has_name(list, "Processor"));
  const PDH_HQUERY query = open_live();
  EXPECT_CODE(code_of_adding(query, "\\GPU Engine(*)\\Utilization Percentage"), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void levels_of_detail(void) {
  static const DWORD wrong[] = {99, PERF_DETAIL_COSTLY, PERF_DETAIL_WIZARD | 0x20000};
  DWORD size = 0, other = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    in_row(i);
    EXPECT_CODE(PdhEnumObjectsA(NULL, NULL, NULL, &size, wrong[i], 0), PDH_INVALID_ARGUMENT);
    EXPECT_CODE(PdhEnumObjectItemsA(NULL, NULL, "Memory", NULL, &size, NULL, &other, wrong[i], 0),
                PDH_INVALID_ARGUMENT);
  }
  EXPECT_EQ(size + other, 0);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_STANDARD, 0), ERROR_SUCCESS);
}

/* As programs write "all of them". */
static void all_levels_of_detail(void) {
  static const DWORD all[] = {0, 0xFFFFFFFFu};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    in_row(i);
    EXPECT_CODE(enumerate_objects(NULL, NULL, all[i], 0), ERROR_SUCCESS);
    EXPECT(has_name(list, "Processor"));
    EXPECT_EQ(has_name(list, "GPU Engine"), i == 1);
    EXPECT_CODE(read_items(NULL, NULL, "Memory", all[i]), ERROR_SUCCESS);
    EXPECT(has_name(counters, "Available Bytes")); /* of PERF_DETAIL_EXPERT */
  }
}

static void refresh_of_objects(void) {
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  const int before = has_name(list, "{c0f03a11-0024-4000-8000-000000000001}");
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  (void)created(provider, JOBS, WIDE("One"), 0);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 0), ERROR_SUCCESS);
  const int kept = has_name(list, "{c0f03a11-0024-4000-8000-000000000001}");
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  const int after = has_name(list, "{c0f03a11-0024-4000-8000-000000000001}");
  stop(provider);
  EXPECT_EQ(before, 0);
  EXPECT_EQ(kept, 0);
  EXPECT_EQ(after, 1);
}

static void items(void) {
  EXPECT_CODE(read_items(NULL, this_machine(), "processor", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT(has_name(counters, "% Processor Time"));
  EXPECT(has_name(instances, "_Total"));
  EXPECT_EQ(counters[counters_size - 1], 0);
  EXPECT_EQ(counters[counters_size - 2], 0);
}

static void items_at_a_level(void) {
  EXPECT_CODE(read_items(NULL, NULL, "Memory", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT(has_name(counters, "Available Bytes"));
  EXPECT_CODE(read_items(NULL, NULL, "Memory", PERF_DETAIL_NOVICE), ERROR_SUCCESS);
  EXPECT(!has_name(counters, "Available Bytes")); /* of PERF_DETAIL_EXPERT */
}

static void object_without_instances(void) {
  EXPECT_CODE(read_items(NULL, NULL, "Memory", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(instances_size, 0);
}

static void object_without_instances_now(void) {
  Printers printers = start_printers();
  EXPECT_CODE(PerfDeleteInstance(printers.provider, printers.laser), ERROR_SUCCESS);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(instances_size, 2);
  EXPECT_EQ(count_of(instances), 0);
  stop_printers(&printers);
}

static void names_are_listed_once(void) {
  Printers printers = start_printers();
  (void)printer(&printers, "Laser", 1);
  (void)printer(&printers, "Ink", 0);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(count_of(instances), 2);
  EXPECT_NAME(instances, 0, "Laser");
  EXPECT_NAME(instances, 1, "Ink");
  EXPECT_EQ(count_of(counters), 6); /* bases are not listed */
  stop_printers(&printers);
}

static void items_are_kept(void) {
  Printers printers = start_printers();
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  (void)printer(&printers, "Ink", 0);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(count_of(instances), 1);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 0), ERROR_SUCCESS);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(count_of(instances), 1);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT_CODE(read_items(NULL, NULL, "Conformance Printers", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_EQ(count_of(instances), 2);
  stop_printers(&printers);
  EXPECT_CODE(enumerate_objects(NULL, NULL, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
}

static void one_list_without_room(void) {
  DWORD size = 0, other = 5;
  EXPECT_CODE(read_items(NULL, NULL, "Processor", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  size = sizeof counters;
  memset(counters, 0xAA, sizeof counters);
  EXPECT_CODE(PdhEnumObjectItemsA(NULL, NULL, "Processor", counters, &size, NULL, &other,
                                  PERF_DETAIL_WIZARD, 0),
              PDH_MORE_DATA);
  EXPECT_EQ(size, counters_size);
  EXPECT_EQ(other, instances_size);
  EXPECT(has_name(counters, "% Processor Time"));
  --size;
  memset(counters, 0xAA, sizeof counters);
  memset(instances, 0xAA, sizeof instances);
  EXPECT_CODE(PdhEnumObjectItemsHA(NULL, NULL, "Processor", counters, &size, instances, &other,
                                   PERF_DETAIL_WIZARD, 0),
              PDH_MORE_DATA);
  EXPECT_EQ(size, counters_size);
  EXPECT(is_untouched((const unsigned char*)counters, sizeof counters));
  EXPECT(has_name(instances, "_Total"));
}

static void wide_items(void) {
  WCHAR* const wide = (WCHAR*)(void*)counters;
  WCHAR* const wide_instances = (WCHAR*)(void*)instances;
  DWORD size = sizeof counters / sizeof(WCHAR), other = sizeof instances / sizeof(WCHAR);
  EXPECT_CODE(read_items(NULL, NULL, "Processor", PERF_DETAIL_WIZARD), ERROR_SUCCESS);
  EXPECT_CODE(PdhEnumObjectItemsW(NULL, NULL, WIDE("Processor"), wide, &size, wide_instances,
                                  &other, PERF_DETAIL_WIZARD, 0),
              ERROR_SUCCESS);
  EXPECT_EQ(size, counters_size);
  EXPECT_EQ(other, instances_size);
  EXPECT_EQ(wide[0], '%');
}

static void flags_of_items(void) {
  static const DWORD flags[] = {1, PDH_OBJECT_HAS_INSTANCES, 0x400, 0xFFFFFFFFu};
  EXPECT_CODE(read_items(NULL, NULL, "Memory", 100), ERROR_SUCCESS);
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
    DWORD size = sizeof counters, other = 0;
    in_row(i);
    EXPECT_CODE(
        PdhEnumObjectItemsA(NULL, NULL, "Memory", counters, &size, NULL, &other, 100, flags[i]),
        ERROR_SUCCESS);
    EXPECT_EQ(size, counters_size);
    EXPECT_EQ(other, 0);
  }
}

static void what_does_not_exist(void) {
  static char longest[65536];
  DWORD size = ROOM;
  memset(longest, 'x', sizeof longest - 1);
  EXPECT_CODE(read_items(NULL, NULL, "Nothing", PERF_DETAIL_WIZARD), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(read_items(NULL, NULL, longest, PERF_DETAIL_WIZARD), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(read_items(NULL, "nowhere", "Memory", 100), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(enumerate_objects(NULL, "\\\\nowhere", 100, 0), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(enumerate_objects(NULL, longest, 100, 0), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(PdhGetDefaultPerfCounterA(NULL, NULL, "Nothing", list, &size), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(PdhGetDefaultPerfObjectA(NULL, "nowhere", list, &size), PDH_CSTATUS_NO_MACHINE);
}

static void defaults(void) {
  DWORD size = ROOM;
  list = (char*)fresh_room();
  EXPECT_CODE(PdhGetDefaultPerfObjectA(NULL, NULL, list, &size), ERROR_SUCCESS);
  EXPECT_TEXT(list, "Processor");
  EXPECT_EQ(size, sizeof "Processor");
  size = ROOM;
  EXPECT_CODE(PdhGetDefaultPerfCounterA(NULL, this_machine(), "processor", list, &size),
              ERROR_SUCCESS);
  EXPECT_TEXT(list, "% Processor Time");
}

static void of_a_log(void) {
  DWORD size = ROOM;
  write_two_machines("two.csv");
  const char* const log = path_of("two.csv");
  EXPECT_CODE(enumerate_objects(log, NULL, 100, 0), ERROR_SUCCESS);
  EXPECT_EQ(count_of(list), 2); /* of the first machine */
  EXPECT_NAME(list, 0, "Process");
  EXPECT_NAME(list, 1, "Memory");
  EXPECT_CODE(enumerate_objects(log, "DB-18", 100, 0), ERROR_SUCCESS);
  EXPECT_EQ(count_of(list), 1);
  EXPECT_CODE(enumerate_objects(log, "nowhere", 100, 0), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(read_items(log, "db-16", "process", 100), ERROR_SUCCESS);
  EXPECT_EQ(count_of(instances), 1);
  EXPECT_NAME(instances, 0, "bash");
  EXPECT_CODE(read_items(log, NULL, "Processor", 100), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(PdhGetDefaultPerfObjectA(log, "\\\\DB-18", list, &size), ERROR_SUCCESS);
  EXPECT_TEXT(list, "Processor");
  remove_file("two.csv");
}

static void by_handle(void) {
  PDH_HLOG log = NULL;
  DWORD size = ROOM;
  write_two_machines("two.csv");
  EXPECT_CODE(open_log(NULL, "two.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  list = (char*)fresh_room();
  EXPECT_CODE(PdhEnumObjectsHA(log, "DB-18", list, &size, 100, 0), ERROR_SUCCESS);
  EXPECT_NAME(list, 0, "Processor");
  counters_size = sizeof counters;
  instances_size = sizeof instances;
  EXPECT_CODE(PdhEnumObjectItemsHA(log, NULL, "Process", counters, &counters_size, instances,
                                   &instances_size, 100, 0),
              ERROR_SUCCESS);
  EXPECT_NAME(counters, 0, "ID Process");
  DWORD wide_size = 0, wide_other = 0;
  EXPECT_CODE(
      PdhEnumObjectItemsHW(log, NULL, WIDE("Process"), NULL, &wide_size, NULL, &wide_other, 100, 0),
      PDH_MORE_DATA);
  EXPECT_EQ(wide_size, counters_size);
  EXPECT_EQ(wide_other, instances_size);
  size = ROOM;
  EXPECT_CODE(PdhGetDefaultPerfObjectHA(log, "DB-18", list, &size), ERROR_SUCCESS);
  EXPECT_TEXT(list, "Processor");
  size = ROOM;
  EXPECT_CODE(PdhGetDefaultPerfCounterHA(log, NULL, "Memory", list, &size), ERROR_SUCCESS);
  EXPECT_TEXT(list, "Available Bytes");
  close_log(log);
  remove_file("two.csv");
}

static void of_wbem(void) {
  DWORD size = 0, other = 0;
  EXPECT_CODE(PdhEnumObjectsHA(H_WBEM_DATASOURCE, NULL, NULL, &size, 100, 0),
              PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(
      PdhEnumObjectItemsHA(H_WBEM_DATASOURCE, NULL, "Memory", NULL, &size, NULL, &other, 100, 0),
      PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhGetDefaultPerfObjectHA(H_WBEM_DATASOURCE, NULL, NULL, &size),
              PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhGetDefaultPerfCounterHA(H_WBEM_DATASOURCE, NULL, "Memory", NULL, &size),
              PDH_CANNOT_CONNECT_WMI_SERVER);
}

static const Promise promises[] = {
    {"PdhEnumObjects lists the objects of this machine", objects},
    {"objects that describe a collection are not listed", objects_of_blocks},
    {"costly objects are listed with PERF_DETAIL_COSTLY, and always answer to their names",
     costly_objects},
    {"a level of detail from 1 to 99 and unknown bits are PDH_INVALID_ARGUMENT", levels_of_detail},
    {"the levels of detail 0 and -1 mean all levels", all_levels_of_detail},
    {"objects are kept until they are refreshed", refresh_of_objects},
    {"PdhEnumObjectItems lists the counters and the instances of an object", items},
    {"a level of detail means this one or a lower one", items_at_a_level},
    {"the list of instances has the size 0 for an object that has none", object_without_instances},
    {"it has the size 2 for an object that has none now", object_without_instances_now},
    {"equal names are listed once, without #n", names_are_listed_once},
    {"items are kept until PdhEnumObjects refreshes them", items_are_kept},
    {"one list without room is PDH_MORE_DATA with both sizes, and the other one is filled",
     one_list_without_room},
    {"the W functions give the same in UTF-16", wide_items},
    {"flags have no effect", flags_of_items},
    {"an unknown object is PDH_CSTATUS_NO_OBJECT, another machine PDH_CSTATUS_NO_MACHINE",
     what_does_not_exist},
    {"the default object is Processor, its default counter % Processor Time", defaults},
    {"a log has what it contains; without a machine that is its first one", of_a_log},
    {"a handle of a log is what its name is", by_handle},
    {"WBEM is PDH_CANNOT_CONNECT_WMI_SERVER", of_wbem},
};
CHAPTER(objects_of_sources, "Objects and their items")
