#include <algorithm>

#include "openperflib/linux/storage/diskstats_internal.h"
#include "openperflib/linux/table/layout_hash_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// The fields of a full line, in order.
constexpr std::array<DiskField, kDiskFieldCount> kAllFields = {
    DiskField::reads,           DiskField::reads_merged, DiskField::sectors_read,
    DiskField::ms_reading,      DiskField::writes,       DiskField::writes_merged,
    DiskField::sectors_written, DiskField::ms_writing,   DiskField::in_flight,
    DiskField::ms_busy,         DiskField::ms_waited};
constexpr std::array kOldPartitionFields = {DiskField::reads, DiskField::sectors_read,
                                            DiskField::writes, DiskField::sectors_written};

struct NumberWord {
  std::string_view text;
  std::size_t offset = 0;  // in the file
};

// The words of the longest line that we use.
struct NumberWords {
  std::array<NumberWord, kDiskFieldCount> words;
  std::size_t count = 0;
};

NumberWords number_words(Words& words, std::size_t line_offset) noexcept {
  NumberWords numbers;
  while (numbers.count < kDiskFieldCount) {
    const std::string_view word = words.next();
    if (word.empty()) break;
    numbers.words[numbers.count++] = {word, line_offset + words.offset()};
  }
  return numbers;
}

void set_fault(DiskLine& line, DiskField field, Errc code, std::size_t offset) noexcept {
  const auto index = static_cast<std::size_t>(field);
  line.missing |= 1U << index;
  line.faults[index] = {code, static_cast<std::uint32_t>(offset)};
}

void set_field(DiskLine& line, DiskField field, const NumberWord& word) noexcept {
  const auto number = number_in(word.text);
  if (!number.has_value()) return set_fault(line, field, number.error(), word.offset);
  line.missing &= ~(1U << static_cast<unsigned>(field));
  line.values[static_cast<std::size_t>(field)] = *number;
}

template <std::size_t N>
void set_fields(DiskLine& line, const std::array<DiskField, N>& fields,
                const NumberWords& numbers) noexcept {
  for (std::size_t i = 0; i < std::min(N, numbers.count); ++i) {
    set_field(line, fields[i], numbers.words[i]);
  }
}

std::optional<DiskLine> parse_disk_line(std::string_view text, std::size_t offset) noexcept {
  Words words(text);
  const auto major = device_part(words.next());
  const auto minor = device_part(words.next());
  const std::string_view name = words.next();
  const NumberWords numbers = number_words(words, offset);
  if (!major.has_value() || !minor.has_value() || numbers.count == 0) return std::nullopt;
  DiskLine line{{*major, *minor}, name, 0, {}, {}};
  for (const DiskField field : kAllFields) {
    set_fault(line, field, Errc::missing, offset + text.size());
  }
  if (numbers.count == kOldPartitionFields.size()) {
    set_fields(line, kOldPartitionFields, numbers);
  } else {
    set_fields(line, kAllFields, numbers);
  }
  return line;
}

std::uint64_t layout_of(const std::vector<DiskLine>& lines) noexcept {
  LayoutHash hash;
  for (const DiskLine& line : lines) {
    hash.add(std::uint64_t{line.device.major});
    hash.add(std::uint64_t{line.device.minor});
    hash.add(line.name);
  }
  return hash.value();
}

}  // namespace

std::optional<std::uint32_t> device_part(std::string_view word) noexcept {
  const auto number = number_in(word);
  if (!number.has_value() || *number > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

void parse_diskstats(std::string_view text, std::vector<DiskLine>& lines) {
  lines.clear();
  Lines text_lines(text);
  std::string_view text_line;
  while (lines.size() < kMostDiskLines && text_lines.next(text_line)) {
    const auto line = parse_disk_line(text_line, text_lines.offset());
    if (line.has_value()) lines.push_back(*line);
  }
}

std::expected<void, int> DiskStats::read(ProcRoot& root) {
  const auto text = root.read(file_, buffer_);
  parse_diskstats(text.value_or(std::string_view()), lines_);
  layout_ = layout_of(lines_);
  if (!text.has_value()) return std::unexpected(text.error());
  return {};
}

}  // namespace openperflib::linux_objects
