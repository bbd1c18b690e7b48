// What ProcessScan keeps: for process_scan.cc, which fills it, and process.cc, which makes rows of
// it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "openperflib/linux/ended_totals_internal.h"
#include "openperflib/linux/process_files_internal.h"
#include "openperflib/linux/process_scan_internal.h"

namespace openperflib::linux_objects {

// What Process and Process V2 remember, together: both have the same numbers.
struct ProcessHistory {
  static constexpr std::size_t kRowCount = 28;  // of either object
  // The highest sums over the kernel's threads: those that end take theirs along.
  std::array<std::uint64_t, kRowCount> highest{};
  EndedProcesses ended;
  std::optional<std::uint64_t> boot_time;  // of the last collection, in seconds
};

struct ProcessScan::State {
  // By id, ascending; those that ended while they were read are here too, not alive. Of this
  // collection; pointers, so that a listing with other ids moves no process.
  std::vector<std::unique_ptr<Process>> processes;
  ReasonId failure = Reasons::kPresent;  // why they could not be listed, else kPresent
  ProcessFiles files;                    // what was read of each, besides stat
  ProcessTotals totals;
  std::uint32_t total_instance = 0;  // the place of _Total in Process
  ProcessHistory history;
  std::array<std::uint64_t, kIoNumberCount> most_io{};  // the largest sums so far

  std::vector<std::unique_ptr<Process>> next_processes;  // while a new listing is compared
  std::vector<std::unique_ptr<Process>> spare;  // of processes that ended, for those that come
  std::vector<std::uint32_t> ids;
  ProcessReader::Buffers buffers;
  ProcessReading reading;           // but for `wanted`: found out once a folder
  std::uint32_t folder_number = 0;  // of that folder; 0: of none yet
  std::uint64_t collection_number = ~0ULL;
};

// The files that Process and Process V2 need for the counters that are asked for, stat left out
// (process.cc, which knows which number is of which counter).
[[nodiscard]] ProcessFiles files_process_needs(const Collection& collection) noexcept;

}  // namespace openperflib::linux_objects
