// Procedures of the tests that try what a confined module may or may not do. The value name is a
// path where one is needed. Signals are number 0, which only asks whether another may be sent. Each
// collects no object, and the errno of what it tried as their number, or 0; those that tell
// something give what they tell as this number.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "openperflib/abi/winperf.h"

namespace {

std::string path_of(const WCHAR* name) {
  std::string path;
  while (*name != 0) path += static_cast<char>(*name++);
  return path;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

// The result is that of a call that returns a negative number on failure.
int error_of(long result) { return result < 0 ? errno : 0; }

int opening(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags | O_CLOEXEC, 0600);
  const int error = error_of(fd);
  if (fd >= 0) close(fd);
  return error;
}

int open_socket(int domain) {
  const int fd = socket(domain, SOCK_STREAM, 0);
  const int error = error_of(fd);
  if (fd >= 0) close(fd);
  return error;
}

int listening() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno;
  int error = error_of(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address));
  if (error == 0) error = error_of(listen(fd, 1));
  close(fd);
  return error;
}

int forking() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return error_of(child);
}

// What the library tried while it was loaded.
const int error_at_loading = forking();

int spawning() {
  char program[] = "/bin/true";
  char* arguments[] = {program, nullptr};
  pid_t child = 0;
  return posix_spawn(&child, program, nullptr, nullptr, arguments, nullptr);
}

int executing() {
  char program[] = "/bin/true";
  char* arguments[] = {program, nullptr};
  return error_of(execv(program, arguments));
}

int executing_descriptor() {
  const int fd = open("/usr/bin/env", O_RDONLY);
  char* none[] = {nullptr};
  return error_of(fexecve(fd, none, none));
}

void* nothing(void* argument) { return argument; }

int starting_a_thread() {
  pthread_t thread;
  const int error = pthread_create(&thread, nullptr, nothing, nullptr);
  return error != 0 ? error : pthread_join(thread, nullptr);
}

int reading_the_parents_memory() {
  char byte = 0;
  iovec here{&byte, 1};
  iovec there{&byte, 1};
  return error_of(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

int signalling_by_descriptor() { return error_of(fcntl(0, F_SETOWN, getppid())); }

int sharing_memory() {
  const std::string name = "/openperflib-test-" + std::to_string(getpid());
  const int fd = shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
  if (fd < 0) return errno;
  const int error = error_of(ftruncate(fd, 4096));
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) memset(memory, 1, 4096);
  shm_unlink(name.c_str());
  return memory == MAP_FAILED ? errno : error;
}

int sharing_much_memory() {
  const std::string name = "/openperflib-test-" + std::to_string(getpid());
  const int fd = shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
  if (fd < 0) return errno;
  const int error = error_of(ftruncate(fd, off_t{65} << 20));
  shm_unlink(name.c_str());
  close(fd);
  return error;
}

// The upper half of a register is not part of an int: the kernel does not read it.
int signalling_by_wide_command() {
  return error_of(syscall(SYS_fcntl, 0L, F_SETOWN | 1L << 32, long{getppid()}));
}

// Truncates without opening for writing, where Landlock may not look.
int truncating_by_opening(const std::string& path) { return opening(path, O_RDONLY | O_TRUNC); }

int changing_attributes(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int flags = 0;
  const int error = error_of(ioctl(fd, FS_IOC_SETFLAGS, &flags));
  close(fd);
  return error;
}

int calling_as_32_bits() {
#ifdef __x86_64__
  long result = 20;  // getpid
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  const int returned = static_cast<int>(result);
  return returned < 0 ? -returned : 0;
#else
  return EPERM;
#endif
}

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

int opening_many() {
  std::vector<int> opened;
  int error = 0;
  for (int i = 0; error == 0 && i < 1000; ++i) {
    opened.push_back(open("/dev/null", O_RDONLY));
    error = error_of(opened.back());
  }
  for (const int fd : opened) close(fd);
  return error;
}

// How many MiB it got, up to 2,000.
int filling_memory() {
  std::vector<void*> pieces;
  for (void* piece = malloc(1 << 20); piece != nullptr && pieces.size() < 2000;
       piece = malloc(1 << 20)) {
    memset(piece, 1, 1 << 20);
    pieces.push_back(piece);
  }
  for (void* piece : pieces) free(piece);
  return static_cast<int>(pieces.size());
}

int throwing_for_memory() {
  char* volatile all = new char[std::size_t{1} << 40U];  // volatile: compilers may leave new out
  delete[] all;
  return 0;
}

// Connects to the socket of a test, which passes another socket on with an address, and connects
// that one to the address. EBADMSG: it was passed none.
int connecting_what_is_passed(const std::string& path) {
  sockaddr_un test{};
  test.sun_family = AF_UNIX;
  path.copy(test.sun_path, sizeof test.sun_path - 1);
  const int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  if (connect(fd, reinterpret_cast<sockaddr*>(&test), sizeof test) != 0) return EBADMSG;
  sockaddr_in address{};
  iovec part{&address, sizeof address};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const bool is_whole = recvmsg(fd, &message, 0) == static_cast<ssize_t>(sizeof address);
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  close(fd);
  if (!is_whole || header == nullptr) return EBADMSG;
  int passed = -1;
  memcpy(&passed, CMSG_DATA(header), sizeof passed);
  const int error =
      error_of(connect(passed, reinterpret_cast<sockaddr*>(&address), sizeof address));
  close(passed);
  return error;
}

// The hexadecimal number of a line in /proc/self/status, with both of its halves in one; -1: there
// is no such line.
int telling_status(const std::string& name) {
  const std::string start = name + ":";
  unsigned long long number = ~0ULL;
  char line[256];
  FILE* const file = fopen("/proc/self/status", "r");
  while (file != nullptr && fgets(line, sizeof line, file) != nullptr) {
    if (strncmp(line, start.c_str(), start.size()) == 0) {
      number = strtoull(line + start.size(), nullptr, 16);
    }
  }
  if (file != nullptr) fclose(file);
  return static_cast<int>(number | number >> 32U);
}

// The largest core file that it could make, in bytes; -1: it is unknown, or there is no limit.
int telling_core_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_max > rlim_t{1} << 30U) return -1;
  return static_cast<int>(limit.rlim_max);
}

int telling_who_it_is() { return static_cast<int>(getuid()); }

int gaining_privileges() { return error_of(setuid(0)); }

}  // namespace

// A Collect with what it tries.
#define COLLECT(procedure, attempt)                                                         \
  extern "C" DWORD WINAPI procedure(LPWSTR name, LPVOID*, LPDWORD bytes, LPDWORD objects) { \
    *bytes = 0;                                                                             \
    *objects = static_cast<DWORD>(attempt);                                                 \
    return 0;                                                                               \
  }

COLLECT(CollectForks, forking())
COLLECT(CollectTellsHowLoadingForked, error_at_loading)
COLLECT(CollectVforks, error_of(syscall(SYS_clone, CLONE_VM | CLONE_VFORK, 0, 0, 0, 0)))
COLLECT(CollectClones3, error_of(syscall(SYS_clone3, nullptr, 0)))
COLLECT(CollectSpawns, spawning())
COLLECT(CollectExecutes, executing())
COLLECT(CollectExecutesDescriptor, executing_descriptor())
COLLECT(CollectKillsParent, error_of(kill(getppid(), 0)))
COLLECT(CollectKillsAll, error_of(kill(-1, 0)))
COLLECT(CollectKillsGroup, error_of(kill(0, 0)))
COLLECT(CollectKillsThread, error_of(syscall(SYS_tgkill, getppid(), getppid(), 0)))
COLLECT(CollectSignalsItself, error_of(kill(getpid(), 0)))
COLLECT(CollectSignalsByDescriptor, signalling_by_descriptor())
COLLECT(CollectTraces, error_of(ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr)))
COLLECT(CollectReadsParent, reading_the_parents_memory())
COLLECT(CollectLimitsParent, error_of(prlimit(getppid(), RLIMIT_CPU, nullptr, nullptr)))
COLLECT(CollectStartsThread, starting_a_thread())
COLLECT(CollectReads, opening(path_of(name), O_RDONLY))
COLLECT(CollectWrites, opening(path_of(name), O_WRONLY | O_CREAT))
COLLECT(CollectRemoves, error_of(unlink(path_of(name).c_str())))
COLLECT(CollectRemovesFolder, error_of(rmdir(path_of(name).c_str())))
COLLECT(CollectRenames, error_of(rename(path_of(name).c_str(), (path_of(name) + "2").c_str())))
COLLECT(CollectMoves, error_of(rename(path_of(name).c_str(),
                                      (folder_of(path_of(name)) + "/folder/moved").c_str())))
COLLECT(CollectLinks, error_of(link(path_of(name).c_str(), (path_of(name) + "2").c_str())))
COLLECT(CollectLinksSymbolically, error_of(symlink("file", (path_of(name) + "2").c_str())))
COLLECT(CollectMakesFolder, error_of(mkdir((path_of(name) + "2").c_str(), 0700)))
COLLECT(CollectListens, listening())
COLLECT(CollectOpensPackets, open_socket(AF_PACKET))
COLLECT(CollectOpensNetlink, open_socket(AF_NETLINK))
COLLECT(CollectOpensUnix, open_socket(AF_UNIX))
COLLECT(CollectConnectsWhatIsPassed, connecting_what_is_passed(path_of(name)))
COLLECT(CollectSharesMemory, sharing_memory())
COLLECT(CollectSharesMuch, sharing_much_memory())
COLLECT(CollectOpensMany, opening_many())
COLLECT(CollectFillsMemory, filling_memory())
COLLECT(CollectThrowsForMemory, throwing_for_memory())
COLLECT(CollectWhoAmI, telling_who_it_is())
COLLECT(CollectTellsStatus, telling_status(path_of(name)))
COLLECT(CollectTellsCoreLimit, telling_core_limit())
COLLECT(CollectTellsGroups, getgroups(0, nullptr))
COLLECT(CollectBecomesRoot, gaining_privileges())
COLLECT(CollectUnshares, error_of(syscall(SYS_unshare, CLONE_NEWUSER)))
COLLECT(CollectKeys, error_of(syscall(SYS_keyctl, 0, 0, 0, 0, 0)))
COLLECT(CollectRings, error_of(syscall(SYS_io_uring_setup, 1, nullptr)))
COLLECT(CollectSignalsByWideCommand, signalling_by_wide_command())
COLLECT(CollectCallsAs32Bits, calling_as_32_bits())
COLLECT(CollectChangesMode, error_of(chmod(path_of(name).c_str(), 0777)))
COLLECT(CollectChangesModeAt,
        error_of(syscall(SYS_fchmodat2, AT_FDCWD, path_of(name).c_str(), 0777, 0)))
COLLECT(CollectChangesOwner, error_of(chown(path_of(name).c_str(), getuid(), getgid())))
COLLECT(CollectChangesTimes, error_of(utimensat(AT_FDCWD, path_of(name).c_str(), nullptr, 0)))
COLLECT(CollectSetsAttribute, error_of(setxattr(path_of(name).c_str(), "user.a", "b", 1, 0)))
COLLECT(CollectReadsAttribute, error_of(getxattr(path_of(name).c_str(), "user.a", nullptr, 0)))
COLLECT(CollectRemovesAttribute, error_of(removexattr(path_of(name).c_str(), "user.a")))
COLLECT(CollectChangesFlags, changing_attributes(path_of(name)))
COLLECT(CollectTruncates, error_of(truncate(path_of(name).c_str(), 0)))
COLLECT(CollectTruncatesByOpening, truncating_by_opening(path_of(name)))
COLLECT(CollectMakesSegment, error_of(shmget(IPC_PRIVATE, 4096, 0600)))
COLLECT(CollectMakesSemaphores, error_of(semget(IPC_PRIVATE, 1, 0600)))
COLLECT(CollectMakesQueue, error_of(msgget(IPC_PRIVATE, 0600)))
COLLECT(CollectMakesPosixQueue, error_of(syscall(SYS_mq_open, "q", O_CREAT, 0600, nullptr)))
COLLECT(CollectMakesMemoryFile, error_of(memfd_create("much", MFD_CLOEXEC)))
COLLECT(CollectMeasures, error_of(syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0)))
