#include "pdh_suite.h"

static char* list;

static void enumerate(const char* source) {
  DWORD size = ROOM;
  list = (char*)fresh_room();
  EXPECT_CODE(PdhEnumMachinesA(source, list, &size), ERROR_SUCCESS);
}

static void this_computer_alone(void) {
  enumerate(NULL);
  EXPECT_EQ(count_of(list), 1);
  EXPECT_NAME(list, 0, this_machine());
}

static void connecting_here(void) {
  WCHAR wide[100];
  EXPECT_CODE(PdhConnectMachineA(NULL), ERROR_SUCCESS);
  EXPECT_CODE(PdhConnectMachineW(NULL), ERROR_SUCCESS);
  EXPECT_CODE(PdhConnectMachineA(this_machine()), ERROR_SUCCESS);
  EXPECT_CODE(PdhConnectMachineA(this_machine() + 2), ERROR_SUCCESS);
  EXPECT_CODE(PdhConnectMachineW(widen(this_machine(), wide)), ERROR_SUCCESS);
  enumerate(NULL);
  EXPECT_EQ(count_of(list), 1);
}

static void connecting_elsewhere(void) {
  static char longest[65536];
  memset(longest, 'x', sizeof longest - 1);
  EXPECT_CODE(PdhConnectMachineW(WIDE("\\\\nowhere")), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(PdhConnectMachineA("nowhere"), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(PdhConnectMachineA(longest), PDH_CSTATUS_NO_MACHINE);
  enumerate(NULL);
  EXPECT_EQ(count_of(list), 1);
}

static void names_that_were_connected(void) {
  EXPECT_CODE(PdhConnectMachineW(WIDE("\\\\localhost")), ERROR_SUCCESS);
  EXPECT_CODE(PdhConnectMachineA("LOCALHOST"), ERROR_SUCCESS);
  enumerate(NULL);
  EXPECT_EQ(count_of(list), 2);
  EXPECT_NAME(list, 0, this_machine());
  EXPECT_NAME(list, 1, "\\\\localhost");
}

static void machines_of_a_log(void) {
  PDH_HLOG log = NULL;
  DWORD size = ROOM;
  write_two_machines("two.csv");
  enumerate(path_of("two.csv"));
  EXPECT_EQ(count_of(list), 2);
  EXPECT_NAME(list, 0, "\\\\DB-16");
  EXPECT_NAME(list, 1, "\\\\DB-18");
  EXPECT_CODE(open_log(NULL, "two.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  list = (char*)fresh_room();
  EXPECT_CODE(PdhEnumMachinesHA(log, list, &size), ERROR_SUCCESS);
  EXPECT_NAME(list, 1, "\\\\DB-18");
  close_log(log);
  remove_file("two.csv");
}

static void other_sources(void) {
  DWORD size = 0;
  EXPECT_CODE(PdhEnumMachinesHA(H_WBEM_DATASOURCE, NULL, &size), PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhEnumMachinesA(path_of("none"), NULL, &size), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(size, 0);
}

static const Promise promises[] = {
    {"the machines of NULL are this computer, as \\\\NAME", this_computer_alone},
    {"this computer can be connected to by its name, with and without \\\\, and by NULL",
     connecting_here},
    {"another machine is PDH_CSTATUS_NO_MACHINE", connecting_elsewhere},
    {"a name by which this computer was connected to is listed, once", names_that_were_connected},
    {"the machines of a log are in its order, by name and by handle", machines_of_a_log},
    {"WBEM is PDH_CANNOT_CONNECT_WMI_SERVER, a log that does not exist PDH_FILE_NOT_FOUND",
     other_sources},
};
CHAPTER(machines, "Machines")
