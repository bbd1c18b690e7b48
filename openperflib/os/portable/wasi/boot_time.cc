#include "openperflib/os/portable/boot_time.h"

namespace openperflib {

std::optional<FileTime> boot_time_utc() noexcept { return std::nullopt; }

}  // namespace openperflib
