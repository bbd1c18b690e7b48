#include "openperflib/os/process/child_process.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "openperflib/os/process/child_keeper_internal.h"
#include "openperflib/os/process/exec_pointers_internal.h"
#include "openperflib/os/process/no_signals_internal.h"

namespace openperflib {
namespace {

using Clock = ChildProcess::Clock;

constexpr auto kPatienceAtEnd = std::chrono::seconds(1);  // of the destructor

struct Unmap {
  void operator()(KeeperArea* area) const noexcept { ::munmap(area, sizeof(KeeperArea)); }
};
using OwnedArea = std::unique_ptr<KeeperArea, Unmap>;

OwnedArea map_area() noexcept {
  void* memory = ::mmap(nullptr, sizeof(KeeperArea), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  return OwnedArea(memory == MAP_FAILED ? nullptr : ::new (memory) KeeperArea);
}

std::uint32_t state_of(const KeeperArea& area) noexcept {
  return __atomic_load_n(&area.state, __ATOMIC_ACQUIRE);
}

// Waits until the state is another one, which the keeper or the kernel announces. Returns whether
// it is.
bool wait_while(const KeeperArea& area, std::uint32_t state,
                std::optional<Clock::time_point> deadline) noexcept {
  while (state_of(area) == state) {
    timespec left{};
    if (deadline) {
      const auto rest = *deadline - Clock::now();
      if (rest <= Clock::duration::zero()) return false;
      left.tv_sec = std::chrono::floor<std::chrono::seconds>(rest).count();
      left.tv_nsec = (rest % std::chrono::seconds(1)).count();
    }
    ::syscall(SYS_futex, &area.state, FUTEX_WAIT, state, deadline ? &left : nullptr);
  }
  return true;
}

// Takes the keeper's exit status, which nobody else wants: it is about to be a zombie.
void reap(pid_t keeper) noexcept {
  while (::waitpid(keeper, nullptr, static_cast<int>(__WCLONE)) < 0 && errno == EINTR) {
  }
}

// Starts the keeper; its id once the program runs. Errors: errno, and no process is left.
std::expected<pid_t, int> start_and_wait(KeeperArea& area) noexcept {
  const long keeper = [&] {
    const NoSignals no_signals;
    return start_keeper(area);
  }();
  if (keeper < 0) return std::unexpected(static_cast<int>(-keeper));
  const auto id = static_cast<pid_t>(keeper);
  wait_while(area, kKeeperStarting, std::nullopt);
  if (area.started) return id;
  reap(id);
  return std::unexpected(area.failure != 0 ? area.failure : ECHILD);
}

// Fills in what is to be started, and starts it. Errors: errno.
std::expected<pid_t, int> start_in(KeeperArea& area, const ChildProcessOptions& options,
                                   int control) {
  std::vector<std::string> arguments = options.arguments;
  arguments.insert(arguments.begin(), options.program);
  std::vector<std::string> environment = options.environment;
  const std::vector<char*> argument_pointers = exec_pointers(arguments);
  const std::vector<char*> environment_pointers = exec_pointers(environment);
  area.caller = ::getpid();
  area.program = options.program.c_str();
  area.arguments = argument_pointers.data();
  area.environment = environment_pointers.data();
  area.socket = options.socket;
  area.output = options.output;
  area.control = control;
  area.idle_milliseconds = options.idle_processor_time.count();
  return start_and_wait(area);
}

}  // namespace

std::expected<ChildProcess, SourceFault> ChildProcess::start(const ChildProcessOptions& options) {
  const auto fault = [&](int error) {
    return std::unexpected(
        SourceFault{.errno_value = error, .file = options.program, .error = std::nullopt});
  };
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) < 0) return fault(errno);
  const UniqueFd keepers_end(ends[0]);
  UniqueFd control(ends[1]);
  OwnedArea area = map_area();
  if (area == nullptr) return fault(ENOMEM);
  const auto keeper = start_in(*area, options, keepers_end.get());
  if (!keeper.has_value()) return fault(keeper.error());
  return ChildProcess(area.release(), *keeper, std::move(control));
}

ChildProcess::ChildProcess(KeeperArea* area, pid_t keeper, UniqueFd control) noexcept
    : area_(area), keeper_(keeper), control_(std::move(control)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : area_(std::exchange(other.area_, nullptr)),
      keeper_(other.keeper_),
      control_(std::move(other.control_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  end();
  area_ = std::exchange(other.area_, nullptr);
  keeper_ = other.keeper_;
  control_ = std::move(other.control_);
  return *this;
}

ChildProcess::~ChildProcess() { end(); }

void ChildProcess::end() noexcept {
  kill();
  if (!wait_until(Clock::now() + kPatienceAtEnd)) area_ = nullptr;  // the keeper still runs on it
}

bool ChildProcess::has_ended() const noexcept {
  return area_ == nullptr || state_of(*area_) == kKeeperEnded;
}

void ChildProcess::note_use() noexcept {
  if (area_ != nullptr) __atomic_fetch_add(&area_->uses, 1, __ATOMIC_RELAXED);
}

void ChildProcess::kill() noexcept {
  if (!control_) return;
  ::shutdown(control_.get(), SHUT_RDWR);  // a fork of this process may keep the socket open
  control_.reset();
}

bool ChildProcess::wait_until(Clock::time_point deadline) noexcept {
  if (area_ == nullptr) return true;
  if (!wait_while(*area_, kKeeperRunning, deadline)) return false;
  reap(keeper_);
  forget();
  return true;
}

void ChildProcess::forget() noexcept {
  control_.reset();
  const OwnedArea area(std::exchange(area_, nullptr));
}

}  // namespace openperflib
