// A program that is started without its caller noticing, and that ends with its caller.
//
// The caller's process handling sees nothing of it: no SIGCHLD, nothing for wait(-1), no zombie,
// also where the caller is PID 1 or a child subreaper. How that is done:
// docs/adr/0021-modules-run-in-hosts.md.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

struct KeeperArea;  // of child_keeper_internal.h

// Value. What to start, and with what. The descriptors are not owned: the caller may close them
// once start() has returned.
struct ChildProcessOptions {
  std::string program;                        // absolute path
  std::vector<std::string> arguments = {};    // after the program's name
  std::vector<std::string> environment = {};  // NAME=value; nothing is inherited
  int socket = -1;                            // becomes descriptor 3; -1: none
  int output = -1;                            // becomes descriptors 1 and 2; -1: /dev/null
  // The child is ended when it has used more of processors since it started, or since note_use().
  // 0: unlimited.
  std::chrono::milliseconds idle_processor_time{0};
};

// Resource: one child, with a keeper process that ends it when the caller ends, however that
// happens. It costs the caller one descriptor and no thread. The child has no other descriptor than
// 0 to 3 (0 is /dev/null), default signals, its own session, and / as its working folder.
//
// Threads: start() may be called by any, and the calling thread may end before the child. An object
// is used by one thread at a time.
// Fork: a forked child of the caller must call forget() instead of using or destroying its copy.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;  // monotonic

  // Returns when the program runs. Errors: those of execve, with the program as the file; no
  // process or descriptor is left then.
  [[nodiscard]] static std::expected<ChildProcess, SourceFault> start(
      const ChildProcessOptions& options);
  // The object that was moved from counts as ended.
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  // Kills, and waits for at most a second. A process that even SIGKILL does not end in that time
  // (it waits for a disk or a file server) costs this one 40 KiB of memory.
  ~ChildProcess();

  // Whether the child has ended, by itself or killed. No system call.
  [[nodiscard]] bool has_ended() const noexcept;
  // Says that the child works for its caller: its idle time begins again. No system call.
  void note_use() noexcept;
  // Ends the child by SIGKILL, unless it has ended; returns at once. May be repeated.
  void kill() noexcept;
  // Waits until the child has ended. Returns whether it has.
  [[nodiscard]] bool wait_until(Clock::time_point deadline) noexcept;
  // In a forked child of the caller: lets go of the copy without touching the process.
  void forget() noexcept;

 private:
  ChildProcess(KeeperArea* area, pid_t keeper, UniqueFd control) noexcept;
  // Kills and waits as the destructor does; after a second it leaves the memory to the keeper.
  void end() noexcept;

  KeeperArea* area_;  // mapped memory, shared with the keeper; null: moved from or forgotten
  pid_t keeper_;      // our child; not reaped while the area is mapped, so the id is its own
  UniqueFd control_;  // the keeper kills when this socket is shut down or closed
};

}  // namespace openperflib
