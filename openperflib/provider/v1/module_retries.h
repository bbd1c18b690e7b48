// ModuleRetries: when the host of a module may start again.
//
// Value. Source: docs/guide-v1.md, "When a module fails".
#pragma once

#include <chrono>
#include <string>

namespace openperflib {

using HostClock = std::chrono::steady_clock;  // of starts, timeouts and deadlines

// Value: the failures of one module, as this consumer has seen them.
class ModuleRetries {
 public:
  static constexpr int kMostFailures = 5;  // in a row; then the module is left alone

  // `never_gives_up`: it is tried again after any number of failures (Configuration Flags 2).
  explicit ModuleRetries(bool never_gives_up) : never_gives_up_(never_gives_up) {}

  // After 1 s, doubled by each further failure, up to 60 s.
  void fail(std::string why, HostClock::time_point now);
  // The module cannot be used now, which does not count as a failure: it is tried again in a
  // minute.
  void postpone(std::string why, HostClock::time_point now);
  void succeed() noexcept { failures_ = 0; }  // after an answer that was accepted
  // Whether it has failed kMostFailures times in a row, and is not to be started again.
  [[nodiscard]] bool is_given_up() const noexcept {
    return failures_ >= kMostFailures && !never_gives_up_;
  }
  // Whether it is not given up, and the pause after its last failure is over.
  [[nodiscard]] bool may_start(HostClock::time_point now) const noexcept {
    return !is_given_up() && now >= next_start_;
  }
  // Why it failed or was postponed, for people.
  [[nodiscard]] const std::string& why() const noexcept { return why_; }
  // The same for one that may not start, with the time left.
  [[nodiscard]] std::string wait_text(HostClock::time_point now) const;

 private:
  bool never_gives_up_;
  int failures_ = 0;                    // in a row
  HostClock::time_point next_start_{};  // not before
  std::string why_;
};

}  // namespace openperflib
