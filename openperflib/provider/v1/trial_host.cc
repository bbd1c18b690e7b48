#include "openperflib/provider/v1/trial_host.h"

#include <poll.h>

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

using Clock = std::chrono::steady_clock;

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
}

}  // namespace

TrialHost::TrialHost(HostProcess host) noexcept
    : socket_(std::move(host.socket)),
      output_(std::move(host.output)),
      process_(std::move(host.process)) {}

TrialReply TrialHost::wait(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  for (;;) {
    switch (socket_.receive()) {
      case HostSocket::Arrival::answer:
        return TrialReply::answered;
      case HostSocket::Arrival::ended:
        return TrialReply::ended;
      case HostSocket::Arrival::invalid:
        return TrialReply::invalid;
      case HostSocket::Arrival::nothing:
        break;
    }
    if (Clock::now() >= deadline) return TrialReply::late;
    const short events = socket_.has_more_to_send() ? POLLIN | POLLOUT : POLLIN;
    pollfd waited{.fd = socket_.fd(), .events = events, .revents = 0};
    ::poll(&waited, 1, milliseconds_until(deadline));
  }
}

}  // namespace openperflib
