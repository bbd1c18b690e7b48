#include "apps/collection/paced_session.h"

#include <csignal>
#include <utility>

#include "apps/collection/kept_descriptors.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/sources/open_session.h"

namespace openperflib::apps {
namespace {

PacedSession::Next next_of(CounterSession::Collected collected) {
  return collected == CounterSession::Collected::row ? PacedSession::Next::row
                                                     : PacedSession::Next::end;
}

}  // namespace

bool wait_until(EventWaiter& waiter, EventWaiter::Clock::time_point time) {
  for (;;) {
    const Event event = waiter.wait_until(time);
    if (event == Event::stop) return false;
    if (event == Event::suspended) (void)std::raise(SIGSTOP);
    if (event == Event::deadline) return true;
  }
}

std::expected<PacedSession, SourceFault> PacedSession::with_signals(CounterSession session,
                                                                    int input_fd) {
  auto waiter = EventWaiter::open(input_fd);
  if (!waiter.has_value()) {
    return std::unexpected(
        SourceFault{.errno_value = waiter.error(), .file = "signals", .error = std::nullopt});
  }
  return PacedSession(std::move(session), std::move(*waiter));
}

Event PacedSession::wait() {
  constexpr std::chrono::hours kLong{24};
  return waiter_->wait_until(session_.is_paced() ? session_.due()
                                                 : EventWaiter::Clock::now() + kLong);
}

bool PacedSession::wait_until(EventWaiter::Clock::time_point time) {
  return apps::wait_until(*waiter_, time);
}

std::expected<PacedSession::Next, SourceFault> PacedSession::collect() {
  return next_of(OPENPERFLIB_TRY(session_.collect()));
}

std::expected<PacedSession::Next, SourceFault> PacedSession::next() {
  if (session_.is_live() && !wait_until(session_.due())) return Next::stopped;
  return collect();
}

// A single root folder is one sample, which is shown.
std::expected<PacedSession::Next, SourceFault> PacedSession::first() {
  const Next first_row = next_of(OPENPERFLIB_TRY(session_.collect_first()));
  if (first_row != Next::row || !session_.wants_another_sample()) return first_row;
  const Next second = OPENPERFLIB_TRY(next());
  return second == Next::end ? Next::row : second;
}

std::expected<PacedSession, SourceFault> open_live(const Environment& environment,
                                                   std::vector<std::string> roots,
                                                   CounterSession::Clock::duration interval,
                                                   const SessionOptions& options) {
  LocalSourceOptions machine = environment.machine;
  machine.roots = std::move(roots);
  machine.kept_descriptors = descriptors_to_keep();
  auto session = open_session(std::move(machine), environment.titles, interval, options);
  if (!session.has_value()) return std::unexpected(std::move(session).error().fault);
  return PacedSession::with_signals(*std::move(session));
}

}  // namespace openperflib::apps
