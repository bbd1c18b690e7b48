#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr Field kCpu{"list", "CPU"};

// Takes the part before `separator`, or the whole rest.
Word take_before(Word& rest, char separator) noexcept {
  const std::size_t length = std::min(rest.text.find(separator), rest.text.size());
  const Word taken{rest.text.substr(0, length), rest.offset};
  const std::size_t skipped = std::min(length + 1, rest.text.size());
  rest = {rest.text.substr(skipped), rest.offset + skipped};
  return taken;
}

std::expected<std::uint32_t, Error> parse_cpu(const Word& word) noexcept {
  const std::uint64_t cpu = OPENPERFLIB_TRY(cpu_number(word, kCpu));
  if (cpu <= kHighestCpu) return static_cast<std::uint32_t>(cpu);
  return std::unexpected(
      Error{Errc::over_limit, static_cast<std::uint32_t>(cpu), &kCpu, word.offset});
}

std::expected<CpuRange, Error> parse_range(Word word) noexcept {
  const bool is_single = word.text.find('-') == std::string_view::npos;
  const std::uint32_t first_cpu = OPENPERFLIB_TRY(parse_cpu(take_before(word, '-')));
  if (is_single) return CpuRange{first_cpu, first_cpu, 0};
  return CpuRange{first_cpu, OPENPERFLIB_TRY(parse_cpu(word)), 0};
}

std::expected<void, Error> parse_ranges(Word rest, std::vector<CpuRange>& ranges) {
  while (!rest.text.empty()) {
    const Word word = take_before(rest, ',');
    CpuRange range = OPENPERFLIB_TRY(parse_range(word));
    const bool follows = ranges.empty() || range.first > ranges.back().last;
    if (range.last < range.first || !follows) {
      return std::unexpected(Error{Errc::disagrees, range.first, &kCpu, word.offset});
    }
    range.before = static_cast<std::uint32_t>(cpu_count(ranges));
    ranges.push_back(range);
  }
  return {};
}

}  // namespace

std::expected<void, Error> parse_cpu_list(std::string_view text, std::vector<CpuRange>& ranges) {
  ranges.clear();
  Words line(text.substr(0, text.find('\n')));
  auto parsed = parse_ranges(line.next_word(), ranges);
  if (!parsed.has_value()) ranges.clear();
  return parsed;
}

std::size_t cpu_count(std::span<const CpuRange> ranges) noexcept {
  if (ranges.empty()) return 0;
  return ranges.back().before + (ranges.back().last - ranges.back().first) + 1;
}

std::optional<std::size_t> cpu_position(std::span<const CpuRange> ranges,
                                        std::uint32_t cpu) noexcept {
  const auto range = std::ranges::lower_bound(ranges, cpu, {}, &CpuRange::last);
  if (range == ranges.end() || cpu < range->first) return std::nullopt;
  return range->before + (cpu - range->first);
}

}  // namespace openperflib::linux_objects
