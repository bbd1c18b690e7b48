#include "openperflib/os/time/event_waiter.h"

#include <poll.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

namespace openperflib {
namespace {

struct SignalEvent {
  int signal;
  Event event;
};

constexpr auto kSignalEvents = std::to_array<SignalEvent>({
    {SIGINT, Event::stop},
    {SIGTERM, Event::stop},
    {SIGHUP, Event::stop},
    {SIGQUIT, Event::stop},
    {SIGWINCH, Event::resized},
    {SIGTSTP, Event::suspended},
});

sigset_t watched_signals() noexcept {
  sigset_t set;
  sigemptyset(&set);
  for (const SignalEvent& row : kSignalEvents) sigaddset(&set, row.signal);
  return set;
}

std::optional<Event> next_signal(int fd) noexcept {
  signalfd_siginfo info;
  if (::read(fd, &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  const auto* row =
      std::ranges::find(kSignalEvents, static_cast<int>(info.ssi_signo), &SignalEvent::signal);
  return row == kSignalEvents.end() ? std::nullopt : std::optional(row->event);
}

int milliseconds_until(EventWaiter::Clock::time_point deadline) noexcept {
  using std::chrono::milliseconds;
  const auto now = EventWaiter::Clock::now();
  if (deadline <= now)
    return 0;  // before the subtraction, which could overflow for a deadline long ago
  const auto left = std::chrono::ceil<milliseconds>(deadline - now);
  constexpr milliseconds kLongest{3'600'000};
  return static_cast<int>(std::clamp(left, milliseconds{0}, kLongest).count());
}

}  // namespace

std::expected<EventWaiter, int> EventWaiter::open(int input_fd) {
  const sigset_t set = watched_signals();
  if (const int error = ::pthread_sigmask(SIG_BLOCK, &set, nullptr); error != 0) {
    return std::unexpected(error);
  }
  UniqueFd signals(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals) {
    const int why = errno;
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    return std::unexpected(why);
  }
  return EventWaiter(std::move(signals), input_fd);
}

EventWaiter::~EventWaiter() {
  if (!signals_) return;  // moved from
  const sigset_t set = watched_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

Event EventWaiter::wait_until(Clock::time_point deadline) {
  for (;;) {
    std::array<pollfd, 2> watched{
        {{.fd = signals_.get(), .events = POLLIN, .revents = 0},
         {.fd = input_fd_, .events = POLLIN, .revents = 0}}};  // poll skips a descriptor of -1
    const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (ready > 0 && watched[0].revents != 0) {
      if (const auto event = next_signal(signals_.get())) return *event;
    }
    if (ready > 0 && watched[1].revents != 0) return Event::input;
    if (ready == 0 && Clock::now() >= deadline) return Event::deadline;
  }
}

}  // namespace openperflib
