// What would provide a value that is missing because a file of /proc or /sys may not be read.
#pragma once

#include <string>
#include <string_view>

namespace openperflib {

// A reason without the ids in its path: "/proc/4711/io" is "/proc/PID/io", ".../cpu3/..." is
// "cpuN".
[[nodiscard]] std::string without_ids(std::string_view reason);

// What allows reading a file that `reason` (without ids) says may not be read.
struct NeededRight {
  std::string_view path;        // how the file's path begins, or its last part after "PID/"
  std::string_view capability;  // "CAP_SYS_PTRACE"; empty: root alone
  unsigned bit;                 // of the capability, in CapEff
  std::string_view otherwise;   // another way, without a capability; may be empty
};
// Returns the first row that fits `reason`; where no other does, the one of root alone.
[[nodiscard]] const NeededRight& right_for(std::string_view reason);

}  // namespace openperflib
