// Texts of /proc/PID as tests need them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/os/time/clocks.h"

namespace openperflib::linux_objects {

// The text of /proc/stat, and the time of its collections: the machine has been up for 100 s since
// the end of second 1,700,000,000, FILETIME 133,444,736,000,000,000.
inline constexpr std::string_view kMadeMachine = "cpu0 100 0 50 9000 0 0 0 0\nbtime 1700000000\n";
inline constexpr Instant kMadeInstant{.realtime = 133'444'737'000'000'000,
                                      .boottime_100ns = 1'000'000'000,
                                      .monotonic_100ns = 1'000'000'000};

// What one line of stat says, as far as it matters; 1 tick is 100,000 units of 100 ns.
struct MadeStat {
  int id = 0;
  std::string comm = "name";
  char state = 'S';
  int parent = 1;
  unsigned flags = 0x400000;
  int minor_faults = 0, major_faults = 0;
  int user_ticks = 0, system_ticks = 0;
  int nice = 0, threads = 1, policy = 0;
  int priority = 20;
  std::uint64_t start_ticks = 100;
  std::uint64_t virtual_bytes = 4096;
};
inline constexpr unsigned kKernelThread = 0x200040;

// The text of /proc/PID/stat, with a line end.
inline std::string line_of(const MadeStat& made) {
  const auto text = [](auto number) { return std::to_string(number) + " "; };
  return text(made.id) + "(" + made.comm + ") " + made.state + " " + text(made.parent) +
         "1 1 0 -1 " + text(made.flags) + text(made.minor_faults) + "77 " +
         text(made.major_faults) + "88 " + text(made.user_ticks) + text(made.system_ticks) +
         "5 6 " + text(made.priority) + text(made.nice) + text(made.threads) + "0 " +
         text(made.start_ticks) + text(made.virtual_bytes) +
         "351 18446744073709551615 1 2 3 0 0 0 0 0 0 0 0 0 17 0 0 " + text(made.policy) +
         "0 0 0 0 0 0 0 0 0 0 0\n";
}

inline constexpr std::string_view kStatus =
    "Name:\tname\nState:\tS (sleeping)\nVmPeak:\t300 kB\nVmHWM:\t200 kB\nVmRSS:\t100 kB\n"
    "RssAnon:\t40 kB\nVmPTE:\t8 kB\nVmSwap:\t2 kB\nThreads:\t1\n";
inline constexpr std::string_view kIo = "rchar: 1000\nwchar: 200\nsyscr: 30\nsyscw: 4\n";
inline constexpr std::string_view kNoMemory = "Name:\tname\nState:\tS (sleeping)\nThreads:\t1\n";

}  // namespace openperflib::linux_objects
