/* forked_users DOOR ARGUMENT CHILDREN: four threads use an interface again and again while the
   program forks, and each child uses it once. Prints what fails. DOOR: registry, loadperf
   (ARGUMENT: a folder for backups), pdh, sql (ARGUMENT: the name of a log). */
#include <loadperf.h>
#include <pdh.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <winreg.h>

enum { kThreads = 4, kMostBytes = 1 << 22, kSecondsUntilHung = 120 };

static const char* argument;
static atomic_bool is_over;
static atomic_uint uses;
static atomic_long first_failure;

static LONG use_registry(unsigned number) {
  (void)number;
  BYTE* const titles = malloc(kMostBytes);
  DWORD type = 0, size = kMostBytes;
  LONG status = RegQueryValueExA(HKEY_PERFORMANCE_TEXT, "Counter", NULL, &type, titles, &size);
  free(titles);
  HKEY key = NULL;
  if (status == 0) {
    status = RegOpenKeyExA(HKEY_LOCAL_MACHINE,
                           "SYSTEM\\CurrentControlSet\\Services\\Disque\\Performance", 0, KEY_READ,
                           &key);
  }
  return status == 0 ? RegCloseKey(key) : status;
}

static LONG use_loadperf(unsigned number) {
  char name[1024];
  WCHAR wide[1024];
  const int length = snprintf(name, sizeof(name), "%s/%d.%u.ini", argument, getpid(), number);
  for (int i = 0; i <= length; ++i) wide[i] = (WCHAR)(unsigned char)name[i];
  const DWORD status = BackupPerfRegistryToFileW(wide, NULL);
  if (status == 0) (void)unlink(name);
  return (LONG)status;
}

static LONG collect_once(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = NULL;
  PDH_STATUS status = PdhAddEnglishCounterA(query, path, 0, &counter);
  return status == 0 ? PdhCollectQueryData(query) : status;
}

static LONG collect_from(const char* source, const char* path) {
  PDH_HQUERY query = NULL;
  PDH_STATUS status = PdhOpenQueryA(source, 0, &query);
  if (status != 0) return status;
  status = collect_once(query, path);
  (void)PdhCloseQuery(query);
  return status;
}

static LONG use_pdh(unsigned number) {
  (void)number;
  return collect_from(NULL, "\\Memory\\Available Bytes");
}

static LONG use_sql(unsigned number) {
  (void)number;
  return collect_from(argument, "\\Processor(_Total)\\% Processor Time");
}

typedef LONG (*Use)(unsigned number);

static Use use_of(const char* door) {
  static const struct {
    const char* door;
    Use use;
  } kUses[] = {
      {"registry", use_registry}, {"loadperf", use_loadperf}, {"pdh", use_pdh}, {"sql", use_sql}};
  for (size_t i = 0; i < sizeof(kUses) / sizeof(kUses[0]); ++i) {
    if (strcmp(door, kUses[i].door) == 0) return kUses[i].use;
  }
  return NULL;
}

static void* use_again_and_again(void* use) {
  while (!is_over) {
    const LONG status = (*(Use*)use)(uses++);
    long none = 0;
    if (status != 0) (void)atomic_compare_exchange_strong(&first_failure, &none, (long)status);
  }
  return NULL;
}

/* The status of what a child did; -1: it ended in another way, or hung. */
static int status_of_child(Use use) {
  const pid_t child = fork();
  if (child == 0) {
    (void)alarm(kSecondsUntilHung);
    const LONG status = use(0);
    if (status != 0) printf("child: %08X\n", (unsigned)status);
    (void)fflush(stdout);
    _exit(status == 0 ? 0 : 1);
  }
  int how = 0;
  if (child < 0 || waitpid(child, &how, 0) != child) return -1;
  return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

int main(int count, char** arguments) {
  Use use = count == 4 ? use_of(arguments[1]) : NULL;
  if (use == NULL) return 2;
  argument = arguments[2];
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    if (pthread_create(&threads[i], NULL, use_again_and_again, &use) != 0) return 2;
  }
  int status = 0;
  for (int i = atoi(arguments[3]); i > 0 && status == 0; --i) {
    const unsigned before = uses;
    status = status_of_child(use);
    while (uses == before) (void)sched_yield(); /* the next child is forked amid another use */
  }
  is_over = 1;
  for (int i = 0; i < kThreads; ++i) (void)pthread_join(threads[i], NULL);
  if (status < 0) printf("child: hung or crashed\n");
  if (first_failure != 0) printf("thread: %08X\n", (unsigned)first_failure);
  return status == 0 && first_failure == 0 ? 0 : 1;
}
