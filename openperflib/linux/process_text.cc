#include "openperflib/linux/process_text_internal.h"

#include <algorithm>

#include "openperflib/linux/instance_name_internal.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

using enum ProcessNumber;

constexpr Field kComm{"stat", "comm"};
constexpr Field kStartTime{"stat", "starttime"};
constexpr std::string_view kDeleted = " (deleted)";

constexpr std::array<std::string_view, kProcessFileCount> kFileNames = {"stat", "status", "io", "fd"};

constexpr std::array<ProcessPlace, kProcessNumberCount> kPlaces = {{
    {ProcessFile::stat, "ppid"},
    {ProcessFile::stat, "flags"},
    {ProcessFile::stat, "minflt"},
    {ProcessFile::stat, "majflt"},
    {ProcessFile::stat, "utime"},
    {ProcessFile::stat, "stime"},
    {ProcessFile::stat, "nice"},
    {ProcessFile::stat, "num_threads"},
    {ProcessFile::stat, "starttime"},
    {ProcessFile::stat, "vsize"},
    {ProcessFile::stat, "policy"},
    {ProcessFile::status, "VmPeak"},
    {ProcessFile::status, "VmHWM"},
    {ProcessFile::status, "VmRSS"},
    {ProcessFile::status, "RssAnon"},
    {ProcessFile::status, "VmSwap"},
    {ProcessFile::status, "VmPTE"},
    {ProcessFile::io, "rchar"},
    {ProcessFile::io, "wchar"},
    {ProcessFile::io, "syscr"},
    {ProcessFile::io, "syscw"},
    {ProcessFile::fd, "entries"},
}};

// The words of stat that are wanted, by their position in proc(5): pid is 1, comm 2, state 3.
struct StatWord {
  std::uint8_t position;
  ProcessNumber number;
};
constexpr auto kStatWords = std::to_array<StatWord>({
    {4, parent},        {9, flags},    {10, minor_faults}, {12, major_faults},
    {14, user_ticks},   {15, system_ticks}, {19, nice},    {20, threads},
    {22, start_ticks},  {23, virtual_bytes}, {41, policy},
});
static_assert(std::ranges::is_sorted(kStatWords, {}, &StatWord::position));
constexpr std::uint8_t kFirstPosition = 3;  // of the word after comm

std::expected<std::uint64_t, Errc> stat_number(std::string_view word, ProcessNumber number) noexcept {
  if (number == nice && word.starts_with('-')) {
    const auto magnitude = number_in(word.substr(1));
    if (!magnitude.has_value()) return magnitude;
    return std::uint64_t{0} - *magnitude;
  }
  return number_in(word);
}

// What is known of starttime before its word is seen.
Error start_is_missing(std::size_t length) noexcept {
  return {Errc::missing, 0, &kStartTime, length};
}

// The words behind comm. Errors: of starttime.
std::expected<void, Error> take_stat_words(std::string_view text, std::size_t begin,
                                           ProcessNumbers& numbers) noexcept {
  Error start_fault = start_is_missing(text.size());
  bool has_start = false;
  Words words(text.substr(begin));
  std::uint8_t position = kFirstPosition - 1;
  for (const StatWord& wanted : kStatWords) {
    std::string_view word;
    for (; position < wanted.position; ++position) word = words.next();
    const auto number = stat_number(word, wanted.number);
    if (number.has_value()) numbers.set(wanted.number, *number);
    if (wanted.number != start_ticks) continue;
    has_start = number.has_value();
    if (!word.empty() && !has_start) start_fault = {number.error(), 0, &kStartTime, begin + words.offset()};
  }
  if (!has_start) return std::unexpected(start_fault);
  return {};
}

// The lines `Key: number` of a text that are wanted.
struct KeyedNumber {
  std::string_view key;
  ProcessNumber number;
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
});

template <std::size_t N>
void forget_numbers(const std::array<KeyedNumber, N>& rows, ProcessNumbers& numbers) noexcept {
  for (const KeyedNumber& row : rows) numbers.forget(row.number);
}

template <std::size_t N>
const KeyedNumber* find_key(const std::array<KeyedNumber, N>& rows, std::string_view line) noexcept {
  const auto row = std::ranges::find_if(
      rows, [line](const KeyedNumber& candidate) { return line.starts_with(candidate.key); });
  return row == rows.end() ? nullptr : &*row;
}

void take_number(const KeyedNumber& row, std::string_view line, ProcessNumbers& numbers) noexcept {
  const auto number = number_in(Words(line.substr(row.key.size())).next());
  if (number.has_value()) numbers.set(row.number, *number);
  else numbers.forget(row.number);
}

constexpr unsigned bit_of(ProcessNumber number) noexcept {
  return 1U << static_cast<unsigned>(number);
}

constexpr unsigned kAllOfStatus = bit_of(virtual_peak) | bit_of(resident_peak) | bit_of(resident) |
                                  bit_of(anonymous) | bit_of(swap) | bit_of(page_tables);

}  // namespace

const ProcessPlace& place_of(ProcessNumber number) noexcept {
  return kPlaces[static_cast<std::size_t>(number)];
}

std::string_view name_of(ProcessFile file) noexcept {
  return kFileNames[static_cast<std::size_t>(file)];
}

std::expected<std::string_view, Error> parse_process_stat(std::string_view text,
                                                          ProcessNumbers& numbers) noexcept {
  for (const StatWord& wanted : kStatWords) numbers.forget(wanted.number);
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return std::unexpected(Error{Errc::missing, 0, &kComm, 0});
  }
  if (const auto words = take_stat_words(text, close + 1, numbers); !words.has_value()) {
    for (const StatWord& wanted : kStatWords) numbers.forget(wanted.number);
    return std::unexpected(words.error());
  }
  return text.substr(open + 1, close - open - 1);
}

void parse_process_status(std::string_view text, ProcessNumbers& numbers) noexcept {
  forget_numbers(kStatusLines, numbers);
  if (text.empty()) return;
  numbers.set(swap, 0);
  numbers.set(page_tables, 0);
  bool has_memory = false;
  unsigned seen = 0;
  Lines lines(text);
  // What follows the lines about memory is longer than all before: it is not looked at.
  for (std::string_view line; seen != kAllOfStatus && lines.next(line);) {
    if (!line.starts_with("Vm") && !line.starts_with("Rss")) continue;
    has_memory = true;
    const KeyedNumber* row = find_key(kStatusLines, line);
    if (row == nullptr) continue;
    take_number(*row, line, numbers);
    seen |= bit_of(row->number);
  }
  if (has_memory) return;
  for (const KeyedNumber& row : kStatusLines) numbers.set(row.number, 0);
}

void parse_process_io(std::string_view text, ProcessNumbers& numbers) noexcept {
  forget_numbers(kIoLines, numbers);
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (const KeyedNumber* row = find_key(kIoLines, line)) take_number(*row, line, numbers);
  }
}

void name_process(std::string_view exe, std::string_view comm, std::string& name) {
  if (exe.ends_with(kDeleted)) exe.remove_suffix(kDeleted.size());
  exe.remove_prefix(exe.rfind('/') + 1);  // npos + 1 is 0: a link without a folder
  name.clear();
  append_instance_name(name, exe.empty() ? comm : exe);
}

}  // namespace openperflib::linux_objects
