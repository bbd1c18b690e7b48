// Children that wait, so that a bench has processes of its own.
#pragma once

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <vector>

namespace openperflib::bench {

// Resource: children of one thread that wait to be killed; they do not outlive us.
class Sleepers {
 public:
  // Starts `count` processes; fewer if the system allows no more.
  explicit Sleepers(std::size_t count) {
    const pid_t parent = ::getpid();
    for (std::size_t i = 0; i < count; ++i) {
      const pid_t child = ::fork();
      if (child == 0) sleep_while_lives(parent);
      if (child > 0) ids_.push_back(child);
    }
  }
  ~Sleepers() {
    for (const pid_t id : ids_) ::kill(id, SIGKILL);
    for (const pid_t id : ids_) ::waitpid(id, nullptr, 0);
  }
  Sleepers(const Sleepers&) = delete;
  Sleepers& operator=(const Sleepers&) = delete;
  // Process IDs, in the order of their start.
  [[nodiscard]] const std::vector<pid_t>& ids() const noexcept { return ids_; }

 private:
  // Runs in the child; ends with the parent, even if that is killed.
  [[noreturn]] static void sleep_while_lives(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (::getppid() == parent)
      ::pause();  // it may have ended before the death signal was requested
    ::_exit(0);
  }
  std::vector<pid_t> ids_;
};

// As many descriptors as the system lets us have.
inline void raise_descriptor_limit() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace openperflib::bench
