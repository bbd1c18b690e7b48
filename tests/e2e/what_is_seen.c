/* Prints what a program in C finds on the machine: the services below HKEY_LOCAL_MACHINE, then the
   GUIDs of the counter sets that other programs publish. For test_environments.py. */
#include <perflib.h>
#include <stdio.h>
#include <winreg.h>

#define SERVICES OPENPERFLIB_WIDE("SYSTEM\\CurrentControlSet\\Services")
#define MOST_SETS 256

static void print_services(void) {
  HKEY services;
  if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, SERVICES, 0, KEY_READ, &services) != ERROR_SUCCESS) return;
  for (DWORD i = 0;; ++i) {
    char name[256];
    DWORD length = sizeof name;
    if (RegEnumKeyExA(services, i, name, &length, NULL, NULL, NULL, NULL) != ERROR_SUCCESS) break;
    printf("service %s\n", name);
  }
  RegCloseKey(services);
}

static void print_sets(void) {
  GUID sets[MOST_SETS];
  DWORD count = 0;
  if (PerfEnumerateCounterSet(NULL, sets, MOST_SETS, &count) != ERROR_SUCCESS) return;
  for (DWORD i = 0; i < count; ++i) {
    printf("set %08x-%04x-%04x-%02x%02x-", (unsigned)sets[i].Data1, sets[i].Data2, sets[i].Data3,
           sets[i].Data4[0], sets[i].Data4[1]);
    for (int byte = 2; byte < 8; ++byte) printf("%02x", sets[i].Data4[byte]);
    printf("\n");
  }
}

int main(void) {
  print_services();
  print_sets();
  return 0;
}
