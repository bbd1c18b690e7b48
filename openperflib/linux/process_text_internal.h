// The texts of /proc/PID: stat, status and io, taken apart. Pure functions: bytes in, numbers out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// The numbers of a process, each with the file and the name of its place there.
enum class ProcessNumber : std::uint8_t {
  // stat
  parent, flags, minor_faults, major_faults, user_ticks, system_ticks, nice, threads, start_ticks,
  virtual_bytes, policy,
  // status: KiB
  virtual_peak, resident_peak, resident, anonymous, swap, page_tables,
  // io
  read_bytes, write_bytes, read_calls, write_calls,
  // fd, which is a folder
  descriptors,
};
inline constexpr std::size_t kProcessNumberCount = 22;

// Where a number comes from: what is read, or not, as a whole.
enum class ProcessFile : std::uint8_t { stat, status, io, fd };
inline constexpr std::size_t kProcessFileCount = 4;

// Constant: the file of a number and what stands before it there, as reasons name it.
struct ProcessPlace {
  ProcessFile file;
  std::string_view name;  // "starttime" (of stat, as in proc(5)), "VmPeak", "syscr"
};
[[nodiscard]] const ProcessPlace& place_of(ProcessNumber number) noexcept;
// "stat", "status", "io", "fd".
[[nodiscard]] std::string_view name_of(ProcessFile file) noexcept;

// Value. Numbers that are there and numbers that are not.
class ProcessNumbers {
 public:
  [[nodiscard]] std::optional<std::uint64_t> get(ProcessNumber number) const noexcept {
    if ((present_ >> index(number) & 1U) == 0) return std::nullopt;
    return values_[index(number)];
  }
  void set(ProcessNumber number, std::uint64_t value) noexcept {
    values_[index(number)] = value;
    present_ |= 1U << index(number);
  }
  void forget(ProcessNumber number) noexcept { present_ &= ~(1U << index(number)); }
  void forget_all() noexcept { present_ = 0; }

 private:
  static constexpr std::size_t index(ProcessNumber number) noexcept {
    return static_cast<std::size_t>(number);
  }
  std::array<std::uint64_t, kProcessNumberCount> values_{};
  std::uint32_t present_ = 0;
};
static_assert(kProcessNumberCount <= 32);

// The text of stat: sets its numbers, returns comm, a view of `text`. comm may hold anything, ") ("
// and newlines too: it ends at the last ')'. A word that is no number below 2^64 is not there; nice
// alone may be negative and is stored as two's complement.
// Errors: missing (no comm; the line ends before starttime), not_a_number, out_of_range (starttime):
// without a start nothing says which process it is, and no number is set.
std::expected<std::string_view, Error> parse_process_stat(std::string_view text,
                                                          ProcessNumbers& numbers) noexcept;

// The text of status. A process without memory of its own (a kernel thread, a zombie: no Vm line)
// has sizes of 0, which is true; one with memory may lack VmSwap and VmPTE on old kernels: 0 too.
// Any other line that lacks, or is no number below 2^64, is a number that is not there.
void parse_process_status(std::string_view text, ProcessNumbers& numbers) noexcept;

// The text of io. A line that lacks, or is no number below 2^64, is a number that is not there.
void parse_process_io(std::string_view text, ProcessNumbers& numbers) noexcept;

// The instance name, into `name`, reused: the last part of where the link exe points (empty: there is
// none), without " (deleted)", else comm; either as append_instance_name writes it.
void name_process(std::string_view exe, std::string_view comm, std::string& name);

}  // namespace openperflib::linux_objects
