#include <limits>

#include "openperflib/base/checked.h"
#include "openperflib/linux/machine_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kFractionDigits = 7;  // of a second in 100 ns

// "34" of "8721.34" as 3,400,000.
std::optional<std::int64_t> fraction_100ns(std::string_view digits) noexcept {
  if (digits.size() > kFractionDigits) return std::nullopt;
  const auto number = number_in(digits);
  if (!number.has_value()) return std::nullopt;
  auto ticks = static_cast<std::int64_t>(*number);
  for (std::size_t digit = digits.size(); digit < kFractionDigits; ++digit) ticks *= 10;
  return ticks;
}

// seconds * 10^7 + more, or nullopt if it does not fit.
std::optional<std::int64_t> ticks_of(std::uint64_t seconds, std::int64_t more) noexcept {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (seconds > kMost) return std::nullopt;
  const auto ticks = checked_mul<std::int64_t>(static_cast<std::int64_t>(seconds), kTicksPerSecond);
  return ticks.has_value() ? checked_add<std::int64_t>(*ticks, more) : std::nullopt;
}

Instant recorded_instant(std::uint64_t boot_seconds, std::int64_t uptime_100ns) noexcept {
  const auto boot = ticks_of(boot_seconds, kUnixEpochAsFileTime);
  if (!boot.has_value()) return {};
  const auto now = checked_add<std::int64_t>(*boot, uptime_100ns);
  if (!now.has_value()) return {};
  return {.realtime = now, .boottime_100ns = uptime_100ns, .monotonic_100ns = uptime_100ns};
}

constexpr std::string_view kNoName = "ROOT";

std::string_view name_in(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return kNoName;
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

std::optional<std::int64_t> parse_uptime(std::string_view text) noexcept {
  std::string_view line;
  Lines lines(text);
  if (!lines.next(line)) return std::nullopt;
  const std::string_view word = word_at(line, 0);
  const std::size_t point = std::min(word.find('.'), word.size());
  const auto seconds = number_in(word.substr(0, point));
  if (!seconds.has_value()) return std::nullopt;
  if (point == word.size()) return ticks_of(*seconds, 0);
  const auto fraction = fraction_100ns(word.substr(point + 1));
  return fraction.has_value() ? ticks_of(*seconds, *fraction) : std::nullopt;
}

std::optional<std::uint64_t> parse_boot_time(std::string_view text) noexcept {
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line);
    if (words.next() != "btime") continue;
    const auto seconds = number_in(words.next());
    return seconds.has_value() ? std::optional(*seconds) : std::nullopt;
  }
  return std::nullopt;
}

Instant Machine::instant(ProcRoot& root) {
  if (root.is_live()) return read_clocks();
  const auto uptime_text = root.read(uptime_, buffer_);
  const auto uptime = uptime_text.has_value() ? parse_uptime(*uptime_text) : std::nullopt;
  const auto stat_text = root.read(stat_, buffer_);
  const auto boot = stat_text.has_value() ? parse_boot_time(*stat_text) : std::nullopt;
  if (!uptime.has_value() || !boot.has_value()) return {};
  return recorded_instant(*boot, *uptime);
}

// Reading a file in /proc/sys costs as much as all of /proc/stat; the system call is much cheaper.
std::string_view Machine::name(ProcRoot& root) {
  if (!root.is_live()) return name_in(root.read(hostname_, name_).value_or(std::string_view()));
  return ::uname(&uname_) == 0 ? name_in(uname_.nodename) : kNoName;
}

}  // namespace openperflib::linux_objects
