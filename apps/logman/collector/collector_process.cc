#include "apps/logman/collector/collector_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include "apps/logman/collection/collector_lock.h"
#include "apps/logman/collector/collector_group.h"
#include "apps/logman/run/messenger.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::logman {
namespace {

constexpr int kPatienceMilliseconds = 60'000;  // for a slow disk with the last log

// The process of the collection: a grandchild, so that no process has to wait for it.
[[noreturn]] void be_the_collector(const CollectionStore& store, const DataCollectorSet& set,
                                   CollectorLock lock, UniqueFd messages) {
  (void)std::signal(SIGPIPE, SIG_IGN);  // the process that waited for the message may be gone
  Messenger messenger(std::move(messages));
  (void)::chdir("/");
  Outcome outcome = lock.sign();
  if (outcome.has_value()) outcome = run_collectors(set, store, messenger);
  // Released before the failure is reported: an exit closes all files, but in no defined order, so
  // the collection could still look as if it ran to the command that follows the failed start.
  lock.release();
  if (!outcome.has_value()) note_failure(store, set.name, outcome.error().text);
  if (!outcome.has_value()) messenger.say_failed(outcome.error(), set.name);
  ::_exit(outcome.has_value() ? 0 : 1);
}

// Waits for its end. Also 0 if another process has already waited for it.
int exit_status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

UniqueFd open_process(pid_t pid) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

// The process with that identity, not another one that has its number now.
UniqueFd open_holder(const LockState& state) {
  if (!state.holder.has_value()) return {};
  UniqueFd process = open_process(state.holder->pid);
  if (identity_of(state.holder->pid) != state.holder) return {};
  return process;
}

bool ends_in_time(int process) {
  pollfd waited{.fd = process, .events = POLLIN, .revents = 0};
  int ready = 0;
  do {
    ready = ::poll(&waited, 1, kPatienceMilliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready == 1;
}

}  // namespace

Outcome start_collection(const CollectionStore& store, const std::string& name, Wait wait) {
  // Descriptors of the caller would stay open as long as the collection runs.
  (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
  (void)OPENPERFLIB_TRY(
      store.load(name));  // before a lock file is created for a missing collection
  auto lock = OPENPERFLIB_TRY(CollectorLock::take(store.lock_path(name)));
  if (!lock.has_value()) return refusal(kInUse, fmt::format("{} is running", name));
  store.forget_error(name);
  const DataCollectorSet set = OPENPERFLIB_TRY(store.load(name));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure(errno, "a pipe");
  const UniqueFd from_collector(ends[0]);
  UniqueFd to_starter(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return system_failure(errno, "a process");
  if (child == 0) {
    ::setsid();
    const pid_t grandchild = ::fork();
    if (grandchild != 0) ::_exit(grandchild < 0 ? errno : 0);
    if (wait == Wait::not_at_all)
      to_starter.reset();  // without a listener, messages go to the system log
    be_the_collector(store, set, *std::move(lock), std::move(to_starter));
  }
  lock.reset();
  to_starter.reset();
  const int refused = exit_status_of(child);
  if (refused != 0) return system_failure(refused, "a process");
  if (wait == Wait::not_at_all) return {};
  return heard_from(from_collector.get());
}

Outcome stop_collection(const CollectionStore& store, const std::string& name, Wait wait) {
  (void)OPENPERFLIB_TRY(store.load(name));
  const LockState state = OPENPERFLIB_TRY(lock_state(store.lock_path(name)));
  if (state.is_held && !state.holder.has_value()) {
    return refusal(kInUse, fmt::format("{} is being started", name));
  }
  const UniqueFd process = open_holder(state);
  if (!process) return refusal(kNotRunning, name);
  if (::syscall(SYS_pidfd_send_signal, process.get(), SIGTERM, nullptr, 0) != 0) {
    if (errno == ESRCH) return refusal(kNotRunning, name);
    return system_failure(errno, fmt::format("process {}", state.holder->pid));
  }
  if (wait == Wait::not_at_all || ends_in_time(process.get())) return {};
  return std::unexpected(
      Failure{fmt::format("Process {} of the collection does not end.", state.holder->pid), {}});
}

}  // namespace openperflib::logman
