// The state of ProcessScan, which process_scan.cc fills and process.cc turns into rows.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "openperflib/linux/process/ended_totals_internal.h"
#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"

namespace openperflib::linux_objects {

// The common state of Process and Process V2, which have the same numbers.
struct ProcessHistory {
  static constexpr std::size_t kRowCount = 28;  // of each object
  // The maximum sums over the kernel threads, because a thread that ends takes its counts along.
  std::array<std::uint64_t, kRowCount> highest{};
  EndedProcesses ended;
  std::optional<std::uint64_t> boot_time;  // of the last collection, in seconds
};

// The id of System, the instance of the kernel's threads.
inline constexpr std::uint32_t kSystemId = 2;

struct ProcessScan::State {
  // The processes of this collection by ascending id, including those that ended while being read
  // (not alive). Pointers, so that a changed listing moves no process.
  std::vector<std::unique_ptr<Process>> processes;
  ReasonId failure = Reasons::kPresent;  // why they could not be listed, else kPresent
  ProcessFiles files;                    // the files read besides stat
  ProcessTotals totals;
  std::uint32_t total_instance = 0;  // the position of _Total in Process
  ProcessHistory history;
  std::array<std::uint64_t, kIoNumberCount> most_io{};  // the largest sums so far

  std::vector<std::unique_ptr<Process>> next_processes;  // used to compare a new listing
  std::vector<std::unique_ptr<Process>> spare;           // of ended processes, for reuse
  std::vector<std::uint32_t> ids;
  ProcessReader::Buffers buffers;
  ProcessReading reading;           // except `wanted`, determined once per folder
  std::uint32_t folder_number = 0;  // of that folder; 0: none yet
  std::uint64_t collection_number = ~0ULL;
};

// The files besides stat that Process and Process V2 need for the requested counters (defined in
// process.cc, which knows the numbers of each counter).
[[nodiscard]] ProcessFiles files_process_needs(const CollectContext& context) noexcept;

}  // namespace openperflib::linux_objects
