// The processes of one collection: listed and read once, for Process, Process V2 and the sums of
// System and FileSystem Disk Activity.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/linux/cell_internal.h"
#include "openperflib/linux/process_text_internal.h"

namespace openperflib::linux_objects {

struct Collection;

// One a number of /proc/PID/io.
using IoSums = std::array<Cell, kIoNumberCount>;
[[nodiscard]] constexpr IoSums io_not_asked_for() noexcept {
  IoSums sums;
  sums.fill(missing(Reasons::kNotAskedFor));
  return sums;
}

// What System and FileSystem Disk Activity need of the processes. The scan itself, with its kept
// files, is in process_scan.cc.
struct ProcessTotals {
  std::uint32_t user_processes = 0;  // thread group leaders that are no kernel threads
  std::uint32_t kernel_threads = 0;
  std::uint32_t listed = 0;  // numeric entries of /proc, those that could not be read included
  // The numbers of /proc/PID/io, summed over all processes: the largest sum so far, because a
  // process that exits takes its counts along. Unknown, with a reason, where one process lacks it,
  // or is hidden.
  IoSums io = io_not_asked_for();
  // `number`: one of /proc/PID/io.
  [[nodiscard]] Cell io_sum(ProcessNumber number) const noexcept {
    return io[static_cast<std::size_t>(number) - static_cast<std::size_t>(kFirstIoNumber)];
  }
  // Why the processes could not be listed at all (the counts above mean nothing then), else
  // kPresent.
  ReasonId failure = Reasons::kPresent;

  // Processes as they are shown: kernel threads count as the one that they are folded into. Or why
  // nobody can count them.
  [[nodiscard]] std::expected<std::uint64_t, ReasonId> shown_processes(
      Collection& collection) const;
};

class ProcessScan {
 public:
  ProcessScan();
  ~ProcessScan();
  ProcessScan(const ProcessScan&) = delete;
  ProcessScan& operator=(const ProcessScan&) = delete;

  // Lists the processes and reads what the request's counters need (stat, status, io, fd), once a
  // collection. Clock-sensitive objects are collected before: who calls first decides when it
  // happens.
  void ensure_read(Collection& collection);
  // Numbers of all processes; after ensure_read.
  [[nodiscard]] const ProcessTotals& totals() const noexcept;

  // Every numeric entry of /proc, ascending; after ensure_read.
  [[nodiscard]] std::span<const std::uint32_t> ids() const noexcept;

  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }  // for who makes rows of it

 private:
  std::unique_ptr<State> state_;
};

}  // namespace openperflib::linux_objects
