/* pdh_browse WORD...: lets the user choose through pdh.h, and prints what the functions return.
   Words: a field of PDH_BROWSE_DLG_CONFIG; log=FILE, path=PATH, room=N; callback; wide; source;
   handle FILE. */
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PDH_BROWSE_DLG_CONFIG_A dialog;
static char small[64];
static char large[65536];

static void print_paths(void) {
  const char* path = dialog.szReturnPathBuffer;
  if (dialog.bSingleCounterPerAdd) {
    printf("path %s.\n", path);
    return;
  }
  for (; *path != 0; path += strlen(path) + 1) printf("path %s.\n", path);
}

/* Gives a larger buffer where the paths did not fit. */
static PDH_STATUS WINAPI tell(DWORD_PTR argument) {
  printf("told %lu %08x\n", (unsigned long)argument, (unsigned)dialog.CallBackStatus);
  if (dialog.CallBackStatus == (PDH_STATUS)PDH_MORE_DATA) {
    dialog.szReturnPathBuffer = large;
    dialog.cchReturnPathLength = sizeof large;
    return (PDH_STATUS)PDH_RETRY;
  }
  if (dialog.CallBackStatus == ERROR_SUCCESS) print_paths();
  fflush(stdout);
  return ERROR_SUCCESS;
}

static void take(const char* word) {
  if (strcmp(word, "bIncludeInstanceIndex") == 0) dialog.bIncludeInstanceIndex = 1;
  if (strcmp(word, "bSingleCounterPerAdd") == 0) dialog.bSingleCounterPerAdd = 1;
  if (strcmp(word, "bSingleCounterPerDialog") == 0) dialog.bSingleCounterPerDialog = 1;
  if (strcmp(word, "bLocalCountersOnly") == 0) dialog.bLocalCountersOnly = 1;
  if (strcmp(word, "bWildCardInstances") == 0) dialog.bWildCardInstances = 1;
  if (strcmp(word, "bHideDetailBox") == 0) dialog.bHideDetailBox = 1;
  if (strcmp(word, "bShowObjectBrowser") == 0) dialog.bShowObjectBrowser = 1;
  if (strcmp(word, "callback") == 0) dialog.pCallBack = &tell;
  if (strncmp(word, "log=", 4) == 0) dialog.szDataSource = strdup(word + 4);
  if (strncmp(word, "room=", 5) == 0) dialog.cchReturnPathLength = (DWORD)atoi(word + 5);
  if (strncmp(word, "path=", 5) == 0) {
    strcpy(large, word + 5);
    dialog.bInitializePath = 1;
  }
}

/* The same through the W function, of which only the status is printed. */
static PDH_STATUS browse_wide(void) {
  static WCHAR buffer[65536];
  PDH_BROWSE_DLG_CONFIG_W wide;
  memset(&wide, 0, sizeof wide);
  wide.bSingleCounterPerDialog = 1;
  wide.bSingleCounterPerAdd = 1;
  wide.bLocalCountersOnly = 1;
  wide.bWildCardInstances = 1;
  wide.szReturnPathBuffer = buffer;
  wide.cchReturnPathLength = 65536;
  const PDH_STATUS status = PdhBrowseCountersW(&wide);
  size_t i = 0;
  for (; buffer[i] != 0; ++i) large[i] = (char)buffer[i];
  large[i] = 0;
  dialog.bSingleCounterPerAdd = 1;
  return status;
}

/* Browses a log by its handle. */
static PDH_STATUS browse_handle(const char* log) {
  PDH_BROWSE_DLG_CONFIG_HA of_handle;
  char list[4096];
  memset(&of_handle, 0, sizeof of_handle);
  memset(list, 0, sizeof list);
  strcpy(list, log);
  of_handle.bSingleCounterPerDialog = 1;
  of_handle.bSingleCounterPerAdd = 1;
  of_handle.bIncludeInstanceIndex = 1;
  of_handle.bDisableMachineSelection = 1;
  of_handle.szReturnPathBuffer = large;
  of_handle.cchReturnPathLength = sizeof large;
  PDH_STATUS status = PdhBindInputDataSourceA(&of_handle.hDataSource, list);
  if (status == ERROR_SUCCESS) status = PdhBrowseCountersHA(&of_handle);
  if (status == ERROR_SUCCESS) status = PdhCloseLog(of_handle.hDataSource, 0);
  dialog.bSingleCounterPerAdd = 1;
  return status;
}

static PDH_STATUS choose_source(DWORD flags) {
  DWORD size = sizeof large;
  const PDH_STATUS status = PdhSelectDataSourceA(NULL, flags, large, &size);
  dialog.bSingleCounterPerAdd = 1;
  return status;
}

int main(int count, char** words) {
  PDH_STATUS status;
  dialog.szReturnPathBuffer = large;
  dialog.cchReturnPathLength = sizeof large;
  dialog.dwCallBackArg = 17;
  dialog.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
  static char caption[] = "Add counters";
  dialog.szDialogBoxCaption = caption;
  for (int i = 1; i < count; ++i) take(words[i]);
  if (dialog.cchReturnPathLength < sizeof small) dialog.szReturnPathBuffer = small;
  if (count > 1 && strcmp(words[1], "wide") == 0) {
    status = browse_wide();
  } else if (count > 2 && strcmp(words[1], "handle") == 0) {
    status = browse_handle(words[2]);
  } else if (count > 1 && strcmp(words[1], "source") == 0) {
    status = choose_source(count > 2 ? PDH_FLAGS_FILE_BROWSER_ONLY : 0);
  } else {
    status = PdhBrowseCountersA(&dialog);
  }
  if (status == ERROR_SUCCESS && dialog.pCallBack == NULL) print_paths();
  printf("returned %08x, status %08x\n", (unsigned)status, (unsigned)dialog.CallBackStatus);
  return 0;
}
