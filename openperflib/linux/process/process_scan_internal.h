// The processes of one collection, listed and read once for Process, Process V2 and the sums of
// System and FileSystem Disk Activity.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/linux/process/process_text_internal.h"
#include "openperflib/linux/table/cell_internal.h"

namespace openperflib::linux_objects {

struct CollectContext;

// One sum per number of /proc/PID/io.
using IoSums = std::array<Cell, kIoNumberCount>;
[[nodiscard]] constexpr IoSums io_not_asked_for() noexcept {
  IoSums sums;
  sums.fill(missing(Reasons::kNotAskedFor));
  return sums;
}

// The totals over the processes that System and FileSystem Disk Activity need. The scan with its
// kept files is in process_scan.cc.
struct ProcessTotals {
  std::uint32_t user_processes = 0;  // thread group leaders that are not kernel threads
  std::uint32_t kernel_threads = 0;
  std::uint32_t listed = 0;  // numeric entries of /proc, including unreadable ones
  // The numbers of /proc/PID/io summed over all processes; the maximum so far, because a process
  // that exits takes its counts along. Unknown, with a reason, if a process lacks the number or is
  // hidden.
  IoSums io = io_not_asked_for();
  // `number`: one of /proc/PID/io.
  [[nodiscard]] Cell io_sum(ProcessNumber number) const noexcept {
    return io[static_cast<std::size_t>(number) - static_cast<std::size_t>(kFirstIoNumber)];
  }
  // Why the processes could not be listed (the counts above are then meaningless), else kPresent.
  ReasonId failure = Reasons::kPresent;

  // The number of processes as shown: kernel threads count as one if they are folded into System.
  // Or why it is unknown.
  [[nodiscard]] std::expected<std::uint64_t, ReasonId> shown_processes(
      CollectContext& context) const;
};

class ProcessScan {
 public:
  ProcessScan();
  ~ProcessScan();
  ProcessScan(const ProcessScan&) = delete;
  ProcessScan& operator=(const ProcessScan&) = delete;

  // Lists the processes and reads the files that the requested counters need (stat, status, io,
  // fd), on the first call in a collection. Clock-sensitive objects are collected before that call.
  void ensure_read(CollectContext& context);
  // The totals over all processes; call after ensure_read.
  [[nodiscard]] const ProcessTotals& totals() const noexcept;

  // All numeric entries of /proc, ascending; call after ensure_read.
  [[nodiscard]] std::span<const std::uint32_t> ids() const noexcept;

  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }  // for the writers of rows

 private:
  std::unique_ptr<State> state_;
};

}  // namespace openperflib::linux_objects
