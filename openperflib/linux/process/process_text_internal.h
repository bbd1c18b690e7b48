// Parsers for the texts of /proc/PID: stat, status and io. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::linux_objects {

// The numbers of a process, in the order of their files.
enum class ProcessNumber : std::uint8_t {
  // stat
  parent,
  flags,
  minor_faults,
  major_faults,
  user_ticks,
  system_ticks,
  nice,
  threads,
  start_ticks,
  virtual_bytes,
  policy,
  state,  // a letter, as its code
  // status: KiB
  virtual_peak,
  resident_peak,
  resident,
  anonymous,
  swap,
  page_tables,
  // io: the requests (rchar, wchar, syscr, syscw), then the resulting disk I/O
  read_bytes,
  write_bytes,
  read_calls,
  write_calls,
  disk_read_bytes,
  disk_write_bytes,
  // fd, which is a folder
  descriptors,
};
inline constexpr std::size_t kProcessNumberCount = 25;

// The source of a number; each is read completely or not at all.
enum class ProcessFile : std::uint8_t { stat, status, io, fd };
inline constexpr std::size_t kProcessFileCount = 4;

inline constexpr ProcessNumber kFirstIoNumber = ProcessNumber::read_bytes;
inline constexpr std::size_t kIoNumberCount = 6;

[[nodiscard]] constexpr ProcessFile file_of(ProcessNumber number) noexcept {
  if (number < ProcessNumber::virtual_peak) return ProcessFile::stat;
  if (number < kFirstIoNumber) return ProcessFile::status;
  return number < ProcessNumber::descriptors ? ProcessFile::io : ProcessFile::fd;
}
// Its name in reasons: "starttime" (for stat, as in proc(5)), "VmPeak".
[[nodiscard]] std::string_view name_of(ProcessNumber number) noexcept;
// "stat", "status", "io", "fd".
[[nodiscard]] std::string_view name_of(ProcessFile file) noexcept;

// Value. The numbers of a process, each present or missing.
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

// Parses the text of stat: sets its numbers and returns comm, a view of `text`, or nullopt if there
// is none and the text is not a stat. comm may contain anything, even ") (" and newlines; it ends
// at the last ')'. If a word is missing or is not a number below 2^64, its number is missing; only
// nice may be negative and is stored as two's complement.
std::optional<std::string_view> parse_process_stat(std::string_view text,
                                                   ProcessNumbers& numbers) noexcept;

// Tells whether a process has run since an earlier reading. A process that is asleep, has one
// thread and has the same number of context switches has not run and has neither read nor written
// anything.
struct ProcessActivity {
  bool is_asleep = false;  // state S or I
  bool has_one_thread = false;
  std::optional<std::uint64_t> switches;  // of its first thread: voluntary and involuntary
  // `before` must be of the same process.
  [[nodiscard]] bool has_not_run_since(const ProcessActivity& before) const noexcept {
    return is_asleep && before.is_asleep && has_one_thread && before.has_one_thread &&
           switches.has_value() && switches == before.switches;
  }
};

// Parses the text of status. A process without its own memory (a kernel thread or zombie: no Vm
// lines) has sizes of 0, which is correct; on old kernels VmSwap and VmPTE may be missing and are
// also 0. If any other line is missing or is not a number below 2^64, its number is missing.
ProcessActivity parse_process_status(std::string_view text, ProcessNumbers& numbers) noexcept;

// The sum of voluntary and involuntary switches, which are at the end of a status.
std::optional<std::uint64_t> switches_in(std::string_view status) noexcept;

// Parses the text of io. If a line is missing or is not a number below 2^64, its number is missing.
void parse_process_io(std::string_view text, ProcessNumbers& numbers) noexcept;

// Whether the flags of stat have PF_KTHREAD: a kernel thread, which runs no program.
[[nodiscard]] bool has_kernel_flag(const ProcessNumbers& numbers) noexcept;

// Writes the instance name into `name`, reused: the program_name() of the link exe, as
// append_instance_name writes it.
void name_process(std::string_view exe, std::string_view comm, std::string& name);

}  // namespace openperflib::linux_objects
