// SetConsoleCtrlHandler. A signal handler writes the number of the signal to a pipe. A thread reads
// it and calls the handlers, because they may do what a signal handler must not do.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <optional>
#include <vector>

#include "openperflib/compat/windows/console/console_output.h"
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

struct ControlSignal {
  int number;
  DWORD event;
};
constexpr auto kSignals = std::to_array<ControlSignal>({{SIGINT, CTRL_C_EVENT},
                                                        {SIGQUIT, CTRL_BREAK_EVENT},
                                                        {SIGHUP, CTRL_CLOSE_EVENT},
                                                        {SIGTERM, CTRL_SHUTDOWN_EVENT}});

int pipe_in = -1;  // written by signal handlers
pid_t owner = -1;  // the process whose thread reads it

// Ends the process as it would end without handlers, so that its parent sees the signal.
void end_by(int number) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  (void)::sigaction(number, &action, nullptr);
  (void)::kill(::getpid(), number);
}

// After fork() the child has no thread that reads the pipe.
void tell(int number) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(number);
  if (::getpid() == owner) {
    (void)!::write(pipe_in, &byte, 1);
  } else {
    end_by(number);
  }
  errno = before;
}

// A signal that was ignored when the program started (nohup) stays ignored.
void catch_signal(int number) {
  struct sigaction action = {};
  if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = &tell;
  action.sa_flags = SA_RESTART;
  (void)::sigaction(number, &action, nullptr);
}

// Resource: one per process, never destroyed, because signals can come at any time.
class ControlHandlers {
 public:
  static ControlHandlers& instance() {
    return made_once([] { return new ControlHandlers(); });
  }

  bool add(PHANDLER_ROUTINE handler) {
    const std::lock_guard lock(mutex_);
    if (!is_started_ && !start()) return false;
    handlers_.push_back(handler);
    return true;
  }
  bool remove(PHANDLER_ROUTINE handler) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(handlers_, handler);
    if (found == handlers_.end()) return false;
    handlers_.erase(found);
    return true;
  }
  // Applies to Ctrl+C only, whatever the handlers say.
  bool ignore_interrupts(bool is_ignored) {
    const std::lock_guard lock(mutex_);
    if (!is_started_ && !start()) return false;
    is_interrupt_ignored_ = is_ignored;
    return true;
  }

 private:
  bool start() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    pipe_out_ = above_standard_streams(UniqueFd(ends[0]));
    static UniqueFd& in = *new UniqueFd();
    in = above_standard_streams(UniqueFd(ends[1]));
    if (!pipe_out_ || !in) return false;
    pipe_in = in.get();
    owner = ::getpid();
    pthread_t thread{};
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);  // the signals must not interrupt this thread
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const auto run = [](void*) -> void* { return instance().run(), nullptr; };
    is_started_ = ::pthread_create(&thread, nullptr, run, nullptr) == 0;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!is_started_) return false;
    ::pthread_detach(thread);
    for (const ControlSignal& one : kSignals) catch_signal(one.number);
    return true;
  }

  void run() {
    unsigned char number = 0;
    for (;;) {
      const ssize_t count = ::read(pipe_out_.get(), &number, 1);
      if (count == 1) handle(number);
      if (count == 0 || (count < 0 && errno != EINTR)) return;
    }
  }

  void handle(int number) {
    const auto* row = std::ranges::find(kSignals, number, &ControlSignal::number);
    const auto handlers = snapshot(number);
    if (!handlers.has_value() || row == kSignals.end()) return;
    for (auto at = handlers->rbegin(); at != handlers->rend(); ++at) {
      if ((*at)(row->event) == FALSE) continue;
      if (row->event == CTRL_C_EVENT || row->event == CTRL_BREAK_EVENT) return;
      break;  // after the other events the process ends in any case
    }
    end_by(number);
  }

  // Returns nullopt if the signal is ignored.
  std::optional<std::vector<PHANDLER_ROUTINE>> snapshot(int number) {
    const std::lock_guard lock(mutex_);
    if (number == SIGINT && is_interrupt_ignored_) return std::nullopt;
    return handlers_;
  }

  std::mutex mutex_;
  std::vector<PHANDLER_ROUTINE> handlers_;
  bool is_started_ = false;
  bool is_interrupt_ignored_ = false;
  UniqueFd pipe_out_;
};

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

BOOL SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add) {
  ControlHandlers& handlers = ControlHandlers::instance();
  const bool adds = add != FALSE;
  if (handler == nullptr) {
    return handlers.ignore_interrupts(adds) ? TRUE : fail(ERROR_NOT_ENOUGH_MEMORY, FALSE);
  }
  if (adds) return handlers.add(handler) ? TRUE : fail(ERROR_NOT_ENOUGH_MEMORY, FALSE);
  return handlers.remove(handler) ? TRUE : fail(ERROR_INVALID_PARAMETER, FALSE);
}
