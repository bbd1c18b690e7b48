#include "pdh_suite.h"

static void dll_version(void) {
  DWORD version = UNTOUCHED;
  EXPECT_CODE(PdhGetDllVersion(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDllVersion(&version), ERROR_SUCCESS);
  EXPECT_EQ(version, PDH_VERSION);
}

static void other_sources(void) {
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_WBEM), PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_LOGFILE), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(99), PDH_INVALID_ARGUMENT);
}

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>

static int set_after_a_query(void) {
  const PDH_HQUERY query = open_live();
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY),
              PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY),
              PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
  return take_failure()[0] != 0;
}

/* In a child: this process has had no query yet. */
static void after_a_query(void) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) _exit(set_after_a_query());
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}
#endif

static void only_once(void) {
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY), ERROR_SUCCESS);
  EXPECT_CODE(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY),
              PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
}

static const Promise promises[] = {
    {"PdhGetDllVersion gives PDH_VERSION, and PDH_INVALID_ARGUMENT without a place for it",
     dll_version},
    {"WBEM as the default source is PDH_CANNOT_CONNECT_WMI_SERVER, anything but the registry "
     "PDH_INVALID_ARGUMENT",
     other_sources},
#ifndef _WIN32
    {"the default source cannot be set after the first query, even if it is closed", after_a_query},
#endif
    {"the default source can be set once", only_once},
};
CHAPTER(default_source, "Default source")
