#include "openperflib/session/row_timer.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/timer_descriptor.h"

namespace openperflib {

std::expected<int, int> RowTimer::descriptor(Clock::time_point due) {
  if (!fd_) {
    fd_ = OPENPERFLIB_TRY(make_timer_descriptor());
    set(due);
  }
  return fd_.get();
}

void RowTimer::set(Clock::time_point due) noexcept {
  if (fd_) set_timer_descriptor(fd_.get(), due);
}

void RowTimer::stop() noexcept {
  if (fd_) stop_timer_descriptor(fd_.get());
}

}  // namespace openperflib
