/* Dialogs, where nobody can be asked: standard input is not a terminal. */
#include <stdio.h>

#include "pdh_suite.h"

static char path[100];
static WCHAR wide_path[100];

static void without_a_dialog(void) {
  EXPECT_CODE(PdhBrowseCountersA(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBrowseCountersW(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBrowseCountersHA(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBrowseCountersHW(NULL), PDH_INVALID_ARGUMENT);
}

static void without_a_buffer(void) {
  PDH_BROWSE_DLG_CONFIG_A dialog;
  memset(&dialog, 0, sizeof dialog);
  dialog.cchReturnPathLength = sizeof path;
  EXPECT_CODE(PdhBrowseCountersA(&dialog), PDH_INVALID_ARGUMENT);
  dialog.szReturnPathBuffer = path;
  dialog.cchReturnPathLength = 0;
  EXPECT_CODE(PdhBrowseCountersA(&dialog), PDH_INVALID_ARGUMENT);
}

static void sources_of_dialogs(void) {
  PDH_BROWSE_DLG_CONFIG_HW dialog;
  memset(&dialog, 0, sizeof dialog);
  dialog.hDataSource = GARBAGE;
  EXPECT_CODE(PdhBrowseCountersHW(&dialog), PDH_INVALID_ARGUMENT);
  dialog.szReturnPathBuffer = wide_path;
  dialog.cchReturnPathLength = 100;
  EXPECT_CODE(PdhBrowseCountersHW(&dialog), PDH_INVALID_HANDLE);
  dialog.hDataSource = H_WBEM_DATASOURCE;
  EXPECT_CODE(PdhBrowseCountersHW(&dialog), PDH_CANNOT_CONNECT_WMI_SERVER);
}

static void nobody_to_choose(void) {
  PDH_BROWSE_DLG_CONFIG_A dialog;
  PDH_BROWSE_DLG_CONFIG_W wide;
  memset(&dialog, 0, sizeof dialog);
  memset(&wide, 0, sizeof wide);
  strcpy(path, "untouched");
  dialog.szReturnPathBuffer = path;
  dialog.cchReturnPathLength = sizeof path;
  wide.szReturnPathBuffer = wide_path;
  wide.cchReturnPathLength = 100;
  EXPECT(freopen("/dev/null", "r", stdin) != NULL);
  EXPECT_CODE(PdhBrowseCountersA(&dialog), PDH_DIALOG_CANCELLED);
  EXPECT_CODE(PdhBrowseCountersW(&wide), PDH_DIALOG_CANCELLED);
  EXPECT_TEXT(path, "untouched");
}

static void selection_of_a_source(void) {
  DWORD size = 0;
  EXPECT(freopen("/dev/null", "r", stdin) != NULL);
  EXPECT_CODE(PdhSelectDataSourceA(NULL, 0, path, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSelectDataSourceA(NULL, 2, path, &size), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSelectDataSourceA(NULL, 0, NULL, &size), PDH_MORE_DATA);
  EXPECT_EQ(size, PDH_MAX_DATASOURCE_PATH);
  size = 10;
  EXPECT_CODE(PdhSelectDataSourceW(NULL, PDH_FLAGS_FILE_BROWSER_ONLY, NULL, &size), PDH_MORE_DATA);
  EXPECT_EQ(size, PDH_MAX_DATASOURCE_PATH);
  size = sizeof path;
  EXPECT_CODE(PdhSelectDataSourceA(NULL, 0, path, &size), PDH_DIALOG_CANCELLED);
  size = 100;
  EXPECT_CODE(PdhSelectDataSourceW(NULL, PDH_FLAGS_FILE_BROWSER_ONLY, wide_path, &size),
              PDH_DIALOG_CANCELLED);
}

static const Promise promises[] = {
    {"a dialog that is NULL is PDH_INVALID_ARGUMENT", without_a_dialog},
    {"a dialog without a buffer is PDH_INVALID_ARGUMENT", without_a_buffer},
    {"a dialog over what is not a data source is PDH_INVALID_HANDLE, over WBEM "
     "PDH_CANNOT_CONNECT_WMI_SERVER",
     sources_of_dialogs},
    {"without a terminal PdhBrowseCounters is PDH_DIALOG_CANCELLED, and nothing is written",
     nobody_to_choose},
    {"PdhSelectDataSource gives the greatest length, and without a terminal is "
     "PDH_DIALOG_CANCELLED",
     selection_of_a_source},
};
CHAPTER(choices, "Dialogs")
