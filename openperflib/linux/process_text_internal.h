// The texts of /proc/PID: stat, status and io, taken apart. Pure functions: bytes in, numbers out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::linux_objects {

// The numbers of a process, in the order of the files they are in.
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
  // status: KiB
  virtual_peak,
  resident_peak,
  resident,
  anonymous,
  swap,
  page_tables,
  // io: what was asked for (rchar, wchar, syscr, syscw), then what disks had to do for it
  read_bytes,
  write_bytes,
  read_calls,
  write_calls,
  disk_read_bytes,
  disk_write_bytes,
  // fd, which is a folder
  descriptors,
};
inline constexpr std::size_t kProcessNumberCount = 24;

// Where a number comes from: what is read, or not, as a whole.
enum class ProcessFile : std::uint8_t { stat, status, io, fd };
inline constexpr std::size_t kProcessFileCount = 4;

inline constexpr ProcessNumber kFirstIoNumber = ProcessNumber::read_bytes;
inline constexpr std::size_t kIoNumberCount = 6;

[[nodiscard]] constexpr ProcessFile file_of(ProcessNumber number) noexcept {
  if (number < ProcessNumber::virtual_peak) return ProcessFile::stat;
  if (number < kFirstIoNumber) return ProcessFile::status;
  return number < ProcessNumber::descriptors ? ProcessFile::io : ProcessFile::fd;
}
// What stands before it there, as reasons name it: "starttime" (of stat: as in proc(5)), "VmPeak".
[[nodiscard]] std::string_view name_of(ProcessNumber number) noexcept;
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

// The text of stat: sets its numbers, returns comm, a view of `text`; nothing where there is none:
// that is no stat. comm may hold anything, ") (" and newlines too: it ends at the last ')'. A word
// that lacks, or is no number below 2^64, is a number that is not there; nice alone may be negative
// and is stored as two's complement.
std::optional<std::string_view> parse_process_stat(std::string_view text,
                                                   ProcessNumbers& numbers) noexcept;

// Whether a process has run since it was looked at before. One that is asleep, has one thread and
// has been put to sleep and woken as often as before, has not: it has read and written nothing
// since.
struct ProcessActivity {
  bool is_asleep = false;  // state S or I
  bool has_one_thread = false;
  std::optional<std::uint64_t> switches;  // of its first thread: voluntary and not
  // `before` and this, both of one process.
  [[nodiscard]] bool has_not_run_since(const ProcessActivity& before) const noexcept {
    return is_asleep && before.is_asleep && has_one_thread && before.has_one_thread &&
           switches.has_value() && switches == before.switches;
  }
};

// The text of status. A process without memory of its own (a kernel thread, a zombie: no Vm line)
// has sizes of 0, which is true; one with memory may lack VmSwap and VmPTE on old kernels: 0 too.
// Any other line that lacks, or is no number below 2^64, is a number that is not there.
ProcessActivity parse_process_status(std::string_view text, ProcessNumbers& numbers) noexcept;

// The sum of voluntary and other switches, which stand at the end of a status.
std::optional<std::uint64_t> switches_in(std::string_view status) noexcept;

// The text of io. A line that lacks, or is no number below 2^64, is a number that is not there.
void parse_process_io(std::string_view text, ProcessNumbers& numbers) noexcept;

// Whether stat's flags have PF_KTHREAD: a thread of the kernel, which runs no program.
[[nodiscard]] bool has_kernel_flag(const ProcessNumbers& numbers) noexcept;

// The instance name, into `name`, reused: the last part of where the link exe points (empty: there
// is none), without " (deleted)", else comm; either as append_instance_name writes it.
void name_process(std::string_view exe, std::string_view comm, std::string& name);

}  // namespace openperflib::linux_objects
