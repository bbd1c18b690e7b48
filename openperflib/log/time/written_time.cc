#include "openperflib/log/time/written_time.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "openperflib/log/time/clock_ticks_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Reads a number and what follows it. Whether both were there.
bool take_number(std::string_view& text, std::uint16_t& number, std::string_view next = {}) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with(next)) return false;
  text.remove_prefix(next.size());
  return true;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// The character between the parts tells their order; with slashes a number of four digits is the
// year.
bool take_date(std::string_view& text, SystemTime& time) {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  std::uint16_t third = 0;
  if (!take_number(text, first) || text.empty()) return false;
  const char separator = text.front();
  constexpr std::string_view kDateSeparators = "-/.";
  if (kDateSeparators.find(separator) == std::string_view::npos) return false;
  if (!take(text, separator) || !take_number(text, second, {&separator, 1})) return false;
  if (!take_number(text, third)) return false;
  constexpr std::uint16_t kLeastYear = 1000;
  const bool is_year_first = separator == '-' || (separator == '/' && first >= kLeastYear);
  time.year = is_year_first ? first : third;
  time.month = is_year_first || separator == '.' ? second : first;
  time.day = is_year_first ? third : separator == '.' ? first : second;
  return true;
}

// ".250", as a decimal fraction of the second.
bool take_fraction(std::string_view& text, std::int64_t& time) {
  if (!take(text, '.')) return true;
  std::int64_t unit = kTicksPerSecond;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    unit /= 10;
    time += (text[digits] - '0') * unit;
  }
  text.remove_prefix(digits);
  return digits != 0;
}

bool take_half_of_day(std::string_view& text, std::uint16_t& hour) {
  std::string_view rest = text;
  (void)take(rest, ' ');
  const std::string word = folded(rest.substr(0, 2));
  if (word != "am" && word != "pm") return true;
  if (hour < 1 || hour > 12) return false;
  hour = static_cast<std::uint16_t>(hour % 12 + (word == "pm" ? 12 : 0));
  text = rest.substr(2);
  return true;
}

std::optional<std::int64_t> take_time_of_day(std::string_view& text) {
  std::uint16_t hour = 0;
  std::uint16_t minute = 0;
  std::uint16_t second = 0;
  std::int64_t fraction = 0;
  if (!take_number(text, hour, ":") || !take_number(text, minute)) return std::nullopt;
  const bool has_seconds = take(text, ':');
  if (has_seconds && (!take_number(text, second) || !take_fraction(text, fraction))) {
    return std::nullopt;
  }
  if (!take_half_of_day(text, hour) || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return (hour * 60 + minute) * kTicksAMinute + second * kTicksPerSecond + fraction;
}

// "Z", "+02:00", "-0430", "+02".
bool take_offset(std::string_view& text, std::optional<int>& bias) {
  std::string_view rest = text;
  (void)take(rest, ' ');
  if (rest.empty()) return text.empty();
  const char sign = rest.front();
  rest.remove_prefix(1);
  text = {};
  if ((sign == 'Z' || sign == 'z') && rest.empty()) {
    bias = 0;
    return true;
  }
  const bool has_colon = rest.size() == 5 && rest[2] == ':';
  const bool is_one = has_colon || rest.size() == 4 || rest.size() == 2;
  if ((sign != '+' && sign != '-') || !is_one) return false;
  std::uint16_t hours = 0;
  std::uint16_t minutes = 0;
  std::string_view of_hours = rest.substr(0, 2);
  std::string_view of_minutes = rest.substr(has_colon ? 3 : 2);
  if (!take_number(of_hours, hours) || !of_hours.empty()) return false;
  if (!of_minutes.empty() && (!take_number(of_minutes, minutes) || !of_minutes.empty()))
    return false;
  if (hours > 14 || minutes > 59) return false;
  bias = (hours * 60 + minutes) * (sign == '+' ? -1 : 1);
  return true;
}

// Its midnight; a damaged log may have any number for a time.
FileTime day_of(FileTime time) noexcept {
  constexpr FileTime kMost = std::int64_t{1} << 62;
  time = std::clamp(time, -kMost, kMost);
  return time - ((time % kTicksADay) + kTicksADay) % kTicksADay;
}

// The last night from one time of day to another that the log has as a whole, or that of its last
// midnight; nullopt: it has no midnight.
std::optional<WrittenWindow> last_night(std::int64_t from, std::int64_t to,
                                        const LogTimes& log) noexcept {
  const FileTime midnight = day_of(log.last_local);
  if (midnight < log.first_local) return std::nullopt;
  const FileTime begin = midnight - kTicksADay + from;
  const FileTime end = midnight + to;
  const bool is_cut_off = end > log.last_local;
  const bool has_one_before = begin - kTicksADay >= log.first_local;
  if (!is_cut_off || !has_one_before) return WrittenWindow{begin, end};
  return WrittenWindow{begin - kTicksADay, end - kTicksADay};
}

FileTime on_clock(FileTime local, const WrittenTime& written, const LogTimes& log) noexcept {
  if (!written.bias_minutes.has_value()) return local;
  return local + (*written.bias_minutes - log.bias_minutes.value_or(0)) * kTicksAMinute;
}

}  // namespace

std::optional<WrittenTime> parse_written_time(std::string_view text) noexcept {
  WrittenTime written;
  std::string_view rest = text;
  SystemTime date;
  if (take_date(rest, date)) {
    written.date = file_time_from(date);
    if (!written.date.has_value()) return std::nullopt;
    if (rest.empty()) return written;
    if (!take(rest, ' ') && !take(rest, 'T')) return std::nullopt;
  } else {
    rest = text;
  }
  written.time_of_day = take_time_of_day(rest);
  if (!written.time_of_day.has_value() || !take_offset(rest, written.bias_minutes))
    return std::nullopt;
  if (written.bias_minutes.has_value() && !written.date.has_value()) return std::nullopt;
  return written;
}

std::optional<FileTime> time_from_written(std::string_view text) noexcept {
  const auto written = parse_written_time(text);
  if (!written.has_value() || !written->date.has_value() || written->bias_minutes.has_value()) {
    return std::nullopt;
  }
  return *written->date + written->time_of_day.value_or(0);
}

FileTime begin_of(const WrittenTime& written, const LogTimes& log) noexcept {
  const std::int64_t time_of_day = written.time_of_day.value_or(0);
  if (written.date.has_value()) return on_clock(*written.date + time_of_day, written, log);
  const FileTime on_last_day = day_of(log.last_local) + time_of_day;
  const bool has_it_before =
      on_last_day > log.last_local && on_last_day - kTicksADay >= log.first_local;
  return has_it_before ? on_last_day - kTicksADay : on_last_day;
}

FileTime end_of(const WrittenTime& written, const LogTimes& log,
                std::optional<FileTime> begin) noexcept {
  if (written.date.has_value() && !written.time_of_day.has_value()) {
    return on_clock(*written.date, written, log) + kTicksADay - 1;
  }
  if (written.date.has_value() || !begin.has_value()) return begin_of(written, log);
  const FileTime on_first_day = day_of(*begin) + *written.time_of_day;
  return on_first_day > *begin ? on_first_day : on_first_day + kTicksADay;
}

std::optional<WrittenWindow> window_between(const WrittenTime& begin, const WrittenTime& end,
                                            const LogTimes& log) noexcept {
  WrittenWindow usual{.begin_local = begin_of(begin, log)};
  usual.end_local = end_of(end, log, usual.begin_local);
  if (end.date.has_value()) return usual;
  const std::int64_t from = usual.begin_local - day_of(usual.begin_local);
  const std::int64_t to = *end.time_of_day;
  if (to > from) return usual;
  const auto otherwise = to == 0 ? std::optional(usual) : std::nullopt;  // the end of that day
  if (!begin.date.has_value()) {
    const auto night = last_night(from, to, log);
    return night.has_value() ? night : otherwise;
  }
  const FileTime midnight = day_of(usual.begin_local) + kTicksADay;
  const bool has_it = log.first_local <= midnight && midnight <= log.last_local;
  return has_it ? std::optional(usual) : otherwise;
}

std::string written_time(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", date.year, date.month, date.day,
                     date.hour, date.minute, date.second, date.milliseconds);
}

}  // namespace openperflib
