// The name of the machine and the instant of a block.
#pragma once

#include <sys/utsname.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/time/clocks.h"

namespace openperflib::linux_objects {

// The first number of /proc/uptime ("8721.34 5160.12": seconds since boot), in 100 ns; nullopt if
// it is invalid.
[[nodiscard]] std::optional<std::int64_t> parse_uptime(std::string_view text) noexcept;

// Seconds since 1970 of /proc/stat's line btime; nullopt without one.
[[nodiscard]] std::optional<std::uint64_t> parse_boot_time(std::string_view text) noexcept;

// Resource: keeps its files open.
class Machine {
 public:
  // The clocks of this machine, or, below a folder, those of the recorded machine: the sum of its
  // boot time and uptime (docs/perflib.md, section 4); none if one of the two is missing.
  [[nodiscard]] Instant instant(ProcRoot& root);
  // The name from uname(2) or, below a folder, from /proc/sys/kernel/hostname; ROOT if there is
  // none. Valid until the next call.
  [[nodiscard]] std::string_view name(ProcRoot& root);

 private:
  KeptFile uptime_{"proc/uptime"};
  KeptFile stat_{"proc/stat"};
  KeptFile hostname_{"proc/sys/kernel/hostname", FileEnd::short_read};
  utsname uname_ = {};
  TextBuffer buffer_;
  TextBuffer name_;
};

}  // namespace openperflib::linux_objects
