// PacedSession: a session whose rows a tool waits for, together with signals and keys.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/collection/environment.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// Whether `time` came before a signal that ends the run; the process stops where it is to be
// suspended.
[[nodiscard]] bool wait_until(EventWaiter& waiter, EventWaiter::Clock::time_point time);

// Resource, movable. It prints nothing.
class PacedSession {
 public:
  // row: there is a new one; end: there is no further root folder or record; stopped: a signal
  // came.
  enum class Next : std::uint8_t { row, end, stopped };

  // From then on the signals of EventWaiter end its waits and not the process. `input_fd`: a
  // descriptor that wait() also watches. Errors: those of EventWaiter.
  [[nodiscard]] static std::expected<PacedSession, SourceFault> with_signals(CounterSession session,
                                                                             int input_fd = -1);
  // Signals have their default effect: for what is read to its end without waiting.
  explicit PacedSession(CounterSession session) : session_(std::move(session)) {}

  [[nodiscard]] CounterSession& session() noexcept { return session_; }
  [[nodiscard]] const CounterSession& session() const noexcept { return session_; }

  // Waits until the next row is due or something else happens. A session without a pace is never
  // due. Only with signals.
  [[nodiscard]] Event wait();
  // Whether `time` came before a signal that ends the run. Only with signals.
  [[nodiscard]] bool wait_until(EventWaiter::Clock::time_point time);

  // Collects now. Errors: those of CounterSession::collect().
  [[nodiscard]] std::expected<Next, SourceFault> collect();
  // Waits for the time of the next row (only of this machine) and collects it.
  [[nodiscard]] std::expected<Next, SourceFault> next();
  // The first row that is worth showing. If a series of a machine needs two samples, the first one
  // is taken silently; for a log it is its first record, in which such a series has no value yet.
  [[nodiscard]] std::expected<Next, SourceFault> first();

 private:
  PacedSession(CounterSession session, EventWaiter waiter)
      : session_(std::move(session)), waiter_(std::move(waiter)) {}
  CounterSession session_;
  std::optional<EventWaiter> waiter_;
};

// A session with signals over this machine, or over root folders, each one row. Errors: a folder
// cannot be opened; those of EventWaiter.
[[nodiscard]] std::expected<PacedSession, SourceFault> open_live(
    const Environment& environment, std::vector<std::string> roots,
    CounterSession::Clock::duration interval, const SessionOptions& options = {});

}  // namespace openperflib::apps
