#include <algorithm>
#include <charconv>
#include <cstring>

#include "openperflib/base/checked.h"
#include "openperflib/linux/process/process_text_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/stat_words_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"
#include "openperflib/os/process/program_name.h"

namespace openperflib::linux_objects {
namespace {

using enum ProcessNumber;

constexpr std::array<std::string_view, kProcessFileCount> kFileNames = {"stat", "status", "io",
                                                                        "fd"};

constexpr std::array<std::string_view, kProcessNumberCount> kNames = {
    "ppid",        "flags",      "minflt",      "majflt",  "utime", "stime",  "nice",
    "num_threads", "starttime",  "vsize",       "policy",  "state", "VmPeak", "VmHWM",
    "VmRSS",       "RssAnon",    "VmSwap",      "VmPTE",   "rchar", "wchar",  "syscr",
    "syscw",       "read_bytes", "write_bytes", "entries",
};

// The wanted words of stat, by their position in proc(5): pid is 1, comm 2, state 3.
struct StatWord {
  std::uint8_t position;
  ProcessNumber number;
};
constexpr auto kStatWords = std::to_array<StatWord>({
    {3, state},
    {4, parent},
    {9, flags},
    {10, minor_faults},
    {12, major_faults},
    {14, user_ticks},
    {15, system_ticks},
    {19, nice},
    {20, threads},
    {22, start_ticks},
    {23, virtual_bytes},
    {41, policy},
});
static_assert(std::ranges::is_sorted(kStatWords, {}, &StatWord::position));

// Only nice may be negative, and only state is a letter.
std::expected<std::uint64_t, Errc> stat_number(std::string_view word,
                                               ProcessNumber number) noexcept {
  if (number == state) {
    if (word.size() != 1) return std::unexpected(Errc::not_a_number);
    return static_cast<unsigned char>(word.front());
  }
  if (number != nice) return number_in(word);
  const auto value = signed_number_in(word);
  if (!value.has_value()) return std::unexpected(value.error());
  return static_cast<std::uint64_t>(*value);
}

void take_stat_words(std::string_view text, ProcessNumbers& numbers) noexcept {
  StatWords words(text);
  for (const StatWord& wanted : kStatWords) {
    const auto number = stat_number(words.at(wanted.position), wanted.number);
    if (number.has_value()) numbers.set(wanted.number, *number);
  }
}

// The wanted lines `Key: number` of a text.
struct KeyedNumber {
  std::string_view key;
  ProcessNumber number;

  // Most lines do not match, which four bytes of the key show without a call.
  [[nodiscard]] bool is_of(std::string_view line) const noexcept {
    if (line.size() < key.size() || mark_of(line) != mark_of(key)) return false;
    return line.starts_with(key);
  }

 private:
  static std::uint32_t mark_of(std::string_view text) noexcept {
    constexpr std::size_t kBeyondVm = 2;  // after "Vm", which many keys have
    std::uint32_t mark = 0;
    std::memcpy(&mark, text.data() + kBeyondVm, sizeof mark);
    return mark;
  }
};
constexpr auto kStatusLines = std::to_array<KeyedNumber>({
    {"VmPeak:", virtual_peak},
    {"VmHWM:", resident_peak},
    {"VmRSS:", resident},
    {"RssAnon:", anonymous},
    {"VmPTE:", page_tables},
    {"VmSwap:", swap},
});
constexpr auto kIoLines = std::to_array<KeyedNumber>({
    {"rchar:", read_bytes},
    {"wchar:", write_bytes},
    {"syscr:", read_calls},
    {"syscw:", write_calls},
    {"read_bytes:", disk_read_bytes},
    {"write_bytes:", disk_write_bytes},
});

template <std::size_t N>
void forget_numbers(const std::array<KeyedNumber, N>& rows, ProcessNumbers& numbers) noexcept {
  for (const KeyedNumber& row : rows) numbers.forget(row.number);
}

template <std::size_t N>
const KeyedNumber* find_key(const std::array<KeyedNumber, N>& rows,
                            std::string_view line) noexcept {
  const auto row = std::ranges::find_if(
      rows, [line](const KeyedNumber& candidate) { return candidate.is_of(line); });
  return row == rows.end() ? nullptr : &*row;
}

void take_number(const KeyedNumber& row, std::string_view line, ProcessNumbers& numbers) noexcept {
  const auto number = number_in(Words(line.substr(row.key.size())).next());
  if (number.has_value())
    numbers.set(row.number, *number);
  else
    numbers.forget(row.number);
}

constexpr unsigned bit_of(ProcessNumber number) noexcept {
  return 1U << static_cast<unsigned>(number);
}

// Reads a line about memory; returns the bit of its number, 0 if it is not wanted.
unsigned take_memory_line(std::string_view line, ProcessNumbers& numbers) noexcept {
  const KeyedNumber* row = find_key(kStatusLines, line);
  if (row == nullptr) return 0;
  take_number(*row, line, numbers);
  return bit_of(row->number);
}

constexpr std::string_view kStateKey = "State:", kThreadsKey = "Threads:";
constexpr std::string_view kVoluntary = "voluntary_ctxt_switches:";
constexpr std::string_view kNotVoluntary = "nonvoluntary_ctxt_switches:";
constexpr int kLinesLooked = 6;  // from the end; two lines of x86 may follow

// "\tS (sleeping)": waiting, state S or, for a kernel thread, I. Not D: while a process waits for a
// child that uses its memory (vfork), its sizes change without it running.
bool is_asleep(std::string_view state) noexcept {
  const std::string_view word = Words(state).next();
  return word == "S" || word == "I";
}

}  // namespace

std::optional<std::uint64_t> switches_in(std::string_view text) noexcept {
  std::optional<std::uint64_t> others;
  for (int i = 0; i < kLinesLooked && !text.empty(); ++i) {
    const bool has_line_end = text.ends_with('\n');
    if (has_line_end) text.remove_suffix(1);
    const std::size_t begin = text.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const std::string_view line = text.substr(begin);
    text = text.substr(0, begin);
    if (line.starts_with(kNotVoluntary)) {
      const auto number = number_in(Words(line.substr(kNotVoluntary.size())).next());
      if (number.has_value()) others = *number;
    } else if (line.starts_with(kVoluntary)) {
      const auto number = number_in(Words(line.substr(kVoluntary.size())).next());
      if (number.has_value() && others.has_value()) return checked_add(*number, *others);
      return std::nullopt;
    }
  }
  return std::nullopt;
}

namespace {

constexpr unsigned kAllOfStatus = bit_of(virtual_peak) | bit_of(resident_peak) | bit_of(resident) |
                                  bit_of(anonymous) | bit_of(swap) | bit_of(page_tables);

}  // namespace

std::string_view name_of(ProcessNumber number) noexcept {
  return kNames[static_cast<std::size_t>(number)];
}

std::string_view name_of(ProcessFile file) noexcept {
  return kFileNames[static_cast<std::size_t>(file)];
}

std::optional<std::string_view> parse_process_stat(std::string_view text,
                                                   ProcessNumbers& numbers) noexcept {
  for (const StatWord& wanted : kStatWords) numbers.forget(wanted.number);
  const auto comm = comm_in_stat(text);
  if (comm.has_value()) take_stat_words(behind_comm(text, *comm), numbers);
  return comm;
}

ProcessActivity parse_process_status(std::string_view text, ProcessNumbers& numbers) noexcept {
  ProcessActivity activity;
  forget_numbers(kStatusLines, numbers);
  if (text.empty()) return activity;
  numbers.set(swap, 0);
  numbers.set(page_tables, 0);
  bool has_memory = false;
  unsigned left = kAllOfStatus;
  Lines lines(text);
  // The part after the threads is longer than all before it: only its end is parsed.
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('V') || line.starts_with('R')) {
      has_memory = has_memory || line.starts_with("Vm") || line.starts_with("Rss");
      left &= ~take_memory_line(line, numbers);
    } else if (line.starts_with(kStateKey)) {
      activity.is_asleep = is_asleep(line.substr(kStateKey.size()));
    } else if (line.starts_with(kThreadsKey)) {
      activity.has_one_thread = Words(line.substr(kThreadsKey.size())).next() == "1";
      if (left == 0) break;
    }
  }
  activity.switches = switches_in(text);
  if (has_memory) return activity;
  for (const KeyedNumber& row : kStatusLines) numbers.set(row.number, 0);
  return activity;
}

void parse_process_io(std::string_view text, ProcessNumbers& numbers) noexcept {
  forget_numbers(kIoLines, numbers);
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (const KeyedNumber* row = find_key(kIoLines, line)) take_number(*row, line, numbers);
  }
}

bool has_kernel_flag(const ProcessNumbers& numbers) noexcept {
  constexpr std::uint64_t kKernelThread = 0x200000;
  return (numbers.get(ProcessNumber::flags).value_or(0) & kKernelThread) != 0;
}

void name_process(std::string_view exe, std::string_view comm, std::string& name) {
  name.clear();
  append_instance_name(name, program_name(exe, comm));
}

}  // namespace openperflib::linux_objects
