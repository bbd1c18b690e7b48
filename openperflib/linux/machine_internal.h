// Who and when: the machine's name and the one instant of a block.
#pragma once

#include <sys/utsname.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/os/clocks.h"
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

// The first number of /proc/uptime ("8721.34 5160.12": seconds since boot), in 100 ns; nullopt
// where it is no such number.
[[nodiscard]] std::optional<std::int64_t> parse_uptime(std::string_view text) noexcept;

// Seconds since 1970 of /proc/stat's line btime; nullopt without one.
[[nodiscard]] std::optional<std::uint64_t> parse_boot_time(std::string_view text) noexcept;

// Resource: keeps its files open.
class Machine {
 public:
  // The clocks of this machine; below a folder those of the recorded one: its boot time and how
  // long it was up (docs/perflib.md, section 4), none where one of the two is missing.
  [[nodiscard]] Instant instant(ProcRoot& root);
  // What uname(2) says; below a folder /proc/sys/kernel/hostname. ROOT where there is none. Lives
  // until the next call.
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
