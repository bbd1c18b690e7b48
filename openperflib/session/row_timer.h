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

  // Readable from `due` on, for poll(), epoll and the event loops over them; not to be read or
  // closed. Errors: errno.
  [[nodiscard]] std::expected<int, int> descriptor(Clock::time_point due);
  // The next row is due then. Has no effect before descriptor().
  void set(Clock::time_point due) noexcept;
  // No row is due until set().
  void stop() noexcept;

 private:
  UniqueFd fd_;
};

}  // namespace openperflib
