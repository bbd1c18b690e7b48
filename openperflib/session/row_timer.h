// RowTimer: a descriptor that is readable when a row is due.
#pragma once

#include <chrono>
#include <expected>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Resource: a descriptor, made when it is first asked for.
class RowTimer {
 public:
  using Clock = std::chrono::steady_clock;  // that of Pacer

  // Returns a descriptor that is readable when a row is due, for poll(), epoll and the event loops
  // over them; it must not be read or closed. Errors: errno.
  [[nodiscard]] std::expected<int, int> descriptor(Clock::time_point due);
  // Makes the descriptor readable from then on. Has no effect before descriptor().
  void set(Clock::time_point due) noexcept;
  // Makes no row due until set().
  void stop() noexcept;

 private:
  UniqueFd fd_;
};

}  // namespace openperflib
