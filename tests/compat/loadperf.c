/* The functions of loadperf.h, on a title database in a folder of the test's own. The program
   make_service (MAKE_SERVICE) registers a service, as an installer does with RegCreateKeyEx. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp, setenv */
#endif

#include <loadperf.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

#define SERVICE "DisqueSvc"
#define NOWHERE "/nonexistent/x.ini"

static char folder[200];

static const char* in_folder(const char* name) {
  static char paths[4][300];
  static int next;
  char* path = paths[next++ % 4];
  snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
  return path;
}

static void write_file(const char* name, const char* text, size_t size) {
  FILE* file = fopen(in_folder(name), "wb");
  if (file == NULL || fwrite(text, 1, size, file) != size || fclose(file) != 0) exit(2);
}

static void run(const char* format, const char* first, const char* second) {
  char command[900];
  snprintf(command, sizeof(command), format, first, second);
  if (system(command) != 0) exit(2);
}

/* W twins get the same text in UTF-16. */
static WCHAR wide_one[400], wide_two[400], wide_three[400];
static LPWSTR wide(const char* text, WCHAR* buffer) {
  return (LPWSTR)(uintptr_t)widen(text, buffer);
}

static DWORD load_w(const char* line) {
  return LoadPerfCounterTextStringsW(wide(line, wide_one), 1);
}
static DWORD load_a(const char* line) {
  return LoadPerfCounterTextStringsA((LPSTR)(uintptr_t)line, 0);
}
static DWORD unload_w(const char* line) {
  return UnloadPerfCounterTextStringsW(wide(line, wide_one), 1);
}
static DWORD unload_a(const char* line) {
  return UnloadPerfCounterTextStringsA((LPSTR)(uintptr_t)line, 1);
}

static void check_arguments(void) {
  CHECK_EQ(InstallPerfDllA(NULL, NULL, 0), ERROR_INVALID_PARAMETER);
  CHECK_EQ(InstallPerfDllW(NULL, NULL, 0), ERROR_INVALID_PARAMETER);
  CHECK_EQ(InstallPerfDllA(NULL, "", 0), ERROR_INVALID_PARAMETER);
  CHECK_EQ(InstallPerfDllA(NULL, NOWHERE, 16), ERROR_INVALID_PARAMETER);
  CHECK_EQ(InstallPerfDllA(NULL, NOWHERE, LOADPERF_FLAGS_CREATE_MOF_ONLY), ERROR_NOT_SUPPORTED);
  CHECK_EQ(InstallPerfDllA("another.invalid", NOWHERE, 0), ERROR_BAD_NETPATH);
  CHECK_EQ(InstallPerfDllW(wide("\\\\another", wide_one), wide(NOWHERE, wide_two), 0),
           ERROR_BAD_NETPATH);
  CHECK_EQ(InstallPerfDllA("", NOWHERE, LOADPERF_FLAGS_LOAD_REGISTRY_ONLY), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(LoadPerfCounterTextStringsA(NULL, 1), ERROR_INVALID_PARAMETER);
  CHECK_EQ(LoadPerfCounterTextStringsW(NULL, 1), ERROR_INVALID_PARAMETER);
  CHECK_EQ(UnloadPerfCounterTextStringsA(NULL, 1), ERROR_INVALID_PARAMETER);
  CHECK_EQ(UnloadPerfCounterTextStringsW(NULL, 1), ERROR_INVALID_PARAMETER);
  CHECK_EQ(load_a(""), ERROR_INVALID_PARAMETER);
  CHECK_EQ(load_a(NOWHERE), ERROR_INVALID_PARAMETER); /* the first word is skipped */
  CHECK_EQ(load_w("lodctr  "), ERROR_INVALID_PARAMETER);
  CHECK_EQ(unload_a("unlodctr"), ERROR_INVALID_PARAMETER);
  CHECK_EQ(load_a("lodctr " NOWHERE), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(UpdatePerfNameFilesA(NULL, NOWHERE, (LPSTR)(uintptr_t)"009", 0),
           ERROR_INVALID_PARAMETER);
  CHECK_EQ(UpdatePerfNameFilesA(NOWHERE, NULL, (LPSTR)(uintptr_t)"009", 0),
           ERROR_INVALID_PARAMETER);
  CHECK_EQ(UpdatePerfNameFilesA(NOWHERE, NOWHERE, NULL, 0), ERROR_INVALID_PARAMETER);
  CHECK_EQ(UpdatePerfNameFilesA(NOWHERE, NOWHERE, (LPSTR)(uintptr_t)"009", 1),
           ERROR_INVALID_PARAMETER);
  CHECK_EQ(UpdatePerfNameFilesA(NOWHERE, NOWHERE, (LPSTR)(uintptr_t)"009", 0),
           ERROR_FILE_NOT_FOUND);
  CHECK_EQ(SetServiceAsTrustedA(NULL, NULL), ERROR_INVALID_PARAMETER);
  CHECK_EQ(SetServiceAsTrustedW(wide("x", wide_one), wide(SERVICE, wide_two)),
           ERROR_INVALID_PARAMETER);
  CHECK_EQ(BackupPerfRegistryToFileW(NULL, NULL), ERROR_INVALID_PARAMETER);
  CHECK_EQ(RestorePerfRegistryFromFileW(NULL, NULL), ERROR_INVALID_PARAMETER);
  CHECK_EQ(RestorePerfRegistryFromFileW(wide(NOWHERE, wide_one), NULL), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(RestorePerfRegistryFromFileW(wide(NOWHERE, wide_one), wide("English", wide_two)),
           ERROR_INVALID_PARAMETER);
}

static void write_files(void) {
  static const char ini[] =
      "[info]\r\ndrivername=" SERVICE
      "\r\nsymbolfile=q.h\r\n[objects]\r\nQ_009_NAME=\r\n"
      "[languages]\r\n009=English\r\n[text]\r\nQ_009_NAME=Queues\r\nD_009_NAME=Depth\r\n";
  static const char header[] = "#define Q 0\n#define D 2\n";
  write_file("q u.ini", ini, sizeof(ini) - 1);
  write_file("q.h", header, sizeof(header) - 1);
  write_file("odd.ini", "[info]\n", 7);
}

static void check_loading(void) {
  char line[400];
  CHECK_EQ(InstallPerfDllA(NULL, in_folder("q u.ini"), 0), ERROR_SERVICE_DOES_NOT_EXIST);
  CHECK_EQ(unload_a("unlodctr " SERVICE), ERROR_SERVICE_DOES_NOT_EXIST);
  run("\"$MAKE_SERVICE\" \"%s/openperflib\" %s " SERVICE " Library=/nonexistent.so", folder,
      geteuid() == 0 ? "system" : "user");
  CHECK_EQ(unload_w("unlodctr " SERVICE), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(InstallPerfDllA(NULL, in_folder("odd.ini"), 0), ERROR_INVALID_DATA);
  snprintf(line, sizeof(line), "lodctr \"%s\"", in_folder("q u.ini"));
  CHECK_EQ(load_w(line), ERROR_SUCCESS);
  CHECK_EQ(load_a(line), ERROR_ALREADY_EXISTS);
  CHECK_EQ(SetServiceAsTrustedA(NULL, SERVICE), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(SetServiceAsTrustedW(NULL, wide("None", wide_one)), ERROR_SERVICE_DOES_NOT_EXIST);
  CHECK_EQ(unload_w("  \"my unlodctr\"   " SERVICE "  "), ERROR_SUCCESS);
  snprintf(line, sizeof(line), "x %s", in_folder("q u.ini")); /* a blank in a name without quotes */
  CHECK_EQ(load_a(line), ERROR_SUCCESS);
  CHECK_EQ(unload_a("x " SERVICE), ERROR_SUCCESS);
  CHECK_EQ(InstallPerfDllW(wide("", wide_one), wide(in_folder("q u.ini"), wide_two), 0),
           ERROR_SUCCESS);
}

static void check_backup(void) {
  char names[100];
  const int length =
      snprintf(names, sizeof(names), "%d%cSchlangen%c%c", geteuid() == 0 ? 1848 : 200000, 0, 0, 0);
  write_file("names", names, (size_t)length);
  CHECK_EQ(BackupPerfRegistryToFileW(wide(in_folder("backup"), wide_one), wide("a", wide_two)),
           ERROR_SUCCESS);
  CHECK_EQ(UpdatePerfNameFilesW(wide(in_folder("names"), wide_one),
                                wide(in_folder("names"), wide_two), wide("009", wide_three), 0),
           ERROR_SUCCESS);
  CHECK_EQ(BackupPerfRegistryToFileW(wide(in_folder("changed"), wide_one), NULL), ERROR_SUCCESS);
  run("! cmp -s '%s' '%s'", in_folder("backup"), in_folder("changed"));
  CHECK_EQ(RestorePerfRegistryFromFileW(wide(in_folder("backup"), wide_one), wide("010", wide_two)),
           ERROR_SUCCESS); /* the file has no such language */
  CHECK_EQ(RestorePerfRegistryFromFileW(wide(in_folder("backup"), wide_one), wide("009", wide_two)),
           ERROR_SUCCESS);
  CHECK_EQ(BackupPerfRegistryToFileW(wide(in_folder("again"), wide_one), NULL), ERROR_SUCCESS);
  run("cmp '%s' '%s'", in_folder("backup"), in_folder("again"));
  CHECK_EQ(unload_a("unlodctr " SERVICE), ERROR_SUCCESS);
  CHECK_EQ(RestorePerfRegistryFromFileW(wide(in_folder("backup"), wide_one), NULL), ERROR_SUCCESS);
  CHECK_EQ(BackupPerfRegistryToFileW(wide(in_folder("again"), wide_one), NULL), ERROR_SUCCESS);
  run("cmp '%s' '%s'", in_folder("backup"), in_folder("again"));
}

int main(void) {
  strcpy(folder, "/tmp/loadperf-XXXXXX");
  if (mkdtemp(folder) == NULL || setenv("XDG_STATE_HOME", folder, 1) != 0) return 2;
  write_files();
  check_arguments();
  check_loading();
  check_backup();
  run("rm -r '%s'%s", folder, "");
  return finish("loadperf");
}
