#include "openperflib/os/portable/boot_time.h"

#include <ctime>

namespace openperflib {

std::optional<FileTime> boot_time_utc() noexcept {
  timespec real = {}, boot = {};
  if (::clock_gettime(CLOCK_REALTIME, &real) != 0) return std::nullopt;
  if (::clock_gettime(CLOCK_BOOTTIME, &boot) != 0) return std::nullopt;
  return file_time_from_unix(real.tv_sec, real.tv_nsec) - boot.tv_sec * kTicksPerSecond -
         boot.tv_nsec / 100;
}

}  // namespace openperflib
