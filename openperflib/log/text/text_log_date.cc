#include <array>
#include <cstddef>

#include "openperflib/log/text/text_log_date_internal.h"
#include "openperflib/log/time/clock_ticks_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kWindowsLength = 23;  // MM/DD/YYYY HH:MM:SS.mmm
constexpr std::size_t kLongestYear = 4;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// View. Parses a text from the left.
class Cursor {
 public:
  explicit Cursor(std::string_view text) noexcept : rest_(text) {}
  [[nodiscard]] bool done() const noexcept { return rest_.empty(); }
  [[nodiscard]] bool take(char c) noexcept {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // One of `set`, or 0.
  [[nodiscard]] char take_any(std::string_view set) noexcept {
    if (rest_.empty() || !set.contains(rest_.front())) return '\0';
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  // Reads a number of 1 to `most` digits; returns the number of digits, 0 for none.
  [[nodiscard]] std::size_t take_number(std::uint16_t& number, std::size_t most) noexcept {
    std::size_t length = 0;
    number = 0;
    while (length < rest_.size() && length < most && is_digit(rest_[length])) {
      number = static_cast<std::uint16_t>(number * 10 + (rest_[length++] - '0'));
    }
    rest_.remove_prefix(length);
    return length;
  }
  void skip_blanks() noexcept {
    while (take(' ')) continue;
  }

 private:
  std::string_view rest_;
};

std::uint16_t two_digits(std::string_view text, std::size_t at) noexcept {
  return static_cast<std::uint16_t>((text[at] - '0') * 10 + (text[at + 1] - '0'));
}

// The form of Windows, character by character: nearly every row of nearly every log.
bool parse_windows_form(std::string_view text, TextDate& date) {
  constexpr std::string_view kForm = "dd/dd/dddd dd:dd:dd.ddd";
  static_assert(kForm.size() == kWindowsLength);
  if (text.size() != kWindowsLength) return false;
  for (std::size_t i = 0; i < kWindowsLength; ++i) {
    if (kForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  date.first = two_digits(text, 0);
  date.second = two_digits(text, 3);
  date.year = static_cast<std::uint16_t>(two_digits(text, 6) * 100 + two_digits(text, 8));
  date.hour = two_digits(text, 11);
  date.minute = two_digits(text, 14);
  date.seconds = two_digits(text, 17);
  date.milliseconds = static_cast<std::uint16_t>((text[20] - '0') * 100 + two_digits(text, 21));
  date.as_windows = true;
  return true;
}

bool parse_day(Cursor& cursor, TextDate& date) {
  std::array<std::uint16_t, 3> parts{};
  std::array<std::size_t, 3> digits{};
  digits[0] = cursor.take_number(parts[0], kLongestYear);
  const char separator = cursor.take_any("/-.");
  if (digits[0] == 0 || separator == '\0') return false;
  digits[1] = cursor.take_number(parts[1], 2);
  if (digits[1] == 0 || !cursor.take(separator)) return false;
  digits[2] = cursor.take_number(parts[2], kLongestYear);
  date.has_dots = separator == '.';
  date.year_first = digits[0] == kLongestYear;
  // A year of two digits may be a day.
  if (date.year_first ? digits[2] == 0 || digits[2] > 2
                      : digits[0] > 2 || digits[2] != kLongestYear) {
    return false;
  }
  date.year = date.year_first ? parts[0] : parts[2];
  date.first = date.year_first ? parts[1] : parts[0];
  date.second = date.year_first ? parts[2] : parts[1];
  return true;
}

// ".5" is 500, ".5678" is 567.
bool parse_fraction(Cursor& cursor, TextDate& date) {
  std::uint16_t number = 0;
  std::size_t digits = cursor.take_number(number, 3);
  if (digits == 0) return false;
  for (; digits < 3; ++digits) number = static_cast<std::uint16_t>(number * 10);
  date.milliseconds = number;
  while (cursor.take_number(number, 1) != 0) continue;
  return true;
}

// With "PM", 1 to 11 are in the afternoon; "12 AM" is midnight.
bool parse_half_of_day(Cursor& cursor, TextDate& date) {
  const char half = cursor.take_any("AaPp");
  if (half == '\0') return true;
  if (cursor.take_any("Mm") == '\0' || date.hour == 0 || date.hour > 12) return false;
  const bool afternoon = half == 'P' || half == 'p';
  date.hour = static_cast<std::uint16_t>(date.hour % 12 + (afternoon ? 12 : 0));
  return true;
}

bool parse_time(Cursor& cursor, TextDate& date) {
  if (cursor.take_number(date.hour, 2) == 0 || !cursor.take(':')) return false;
  if (cursor.take_number(date.minute, 2) == 0) return false;
  if (cursor.take(':')) {
    if (cursor.take_number(date.seconds, 2) == 0) return false;
    if (cursor.take_any(".,") != '\0' && !parse_fraction(cursor, date)) return false;
  }
  cursor.skip_blanks();
  return parse_half_of_day(cursor, date);
}

}  // namespace

std::optional<TextDate> parse_text_date(std::string_view text) {
  TextDate date;
  if (parse_windows_form(text, date)) return date;
  Cursor cursor(text);
  cursor.skip_blanks();
  if (!parse_day(cursor, date)) return std::nullopt;
  if (cursor.take_any("T ") == '\0') return std::nullopt;
  cursor.skip_blanks();
  if (!parse_time(cursor, date)) return std::nullopt;
  cursor.skip_blanks();
  return cursor.done() ? std::optional(date) : std::nullopt;
}

bool is_time_without_date(std::string_view text) noexcept {
  Cursor cursor(text);
  std::uint16_t number = 0;
  if (cursor.take_number(number, 2) == 0 || !cursor.take(':')) return false;
  if (cursor.take_number(number, 2) != 2) return false;
  if (cursor.take(':') && cursor.take_number(number, 2) != 2) return false;
  const bool has_fraction = cursor.take_any(".,") != '\0';
  if (has_fraction && cursor.take_number(number, 3) == 0) return false;
  return cursor.done();
}

std::optional<FileTime> file_time_of(const TextDate& date, DateOrder order) {
  const bool day_first = order == DateOrder::day_month_year && !date.year_first;
  return file_time_from({.year = date.year,
                         .month = day_first ? date.second : date.first,
                         .day = day_first ? date.first : date.second,
                         .hour = date.hour,
                         .minute = date.minute,
                         .second = date.seconds,
                         .milliseconds = date.milliseconds});
}

void DateOrderEvidence::Hypothesis::add(const TextDate& date, DateOrder order) {
  const auto time = file_time_of(date, order);
  possible = possible && time.has_value();
  if (!time.has_value()) return;
  runs_backwards = runs_backwards || *time < last - kTicksADay;
  if (last != 0) {
    const FileTime step = *time - last;
    steps.add(step);
    gaps += interval.is_known() && !interval.fits(step) ? 1U : 0U;
    interval.add(step);
  }
  last = *time;
}

void DateOrderEvidence::add(const TextDate& date) {
  year_first_ = year_first_ || date.year_first;
  as_windows_ = as_windows_ && date.as_windows;
  has_dots_ = has_dots_ || date.has_dots;
  has_two_readings_ = has_two_readings_ || date.first != date.second;
  month_first_.add(date, DateOrder::month_day_year);
  day_first_.add(date, DateOrder::day_month_year);
}

// One damaged row must not change the order of the dates of a file: the day is first only if all
// rows are then valid dates in ascending order, and with the month first they are not. Rows in the
// form of Windows may go backwards, as clocks may be set back: there the month must be impossible.
DateOrderEvidence::Verdict DateOrderEvidence::verdict(bool has_decimal_commas) const {
  if (year_first_) return verdict(DateOrder::year_month_day);
  const bool month_fits = month_first_.possible && (as_windows_ || !month_first_.runs_backwards);
  const bool day_fits = day_first_.possible && !day_first_.runs_backwards;
  if (day_fits && !month_fits) return verdict(DateOrder::day_month_year);
  if (as_windows_ || !day_fits || !has_two_readings_) return verdict(DateOrder::month_day_year);
  if (has_dots_) return verdict(DateOrder::day_month_year);
  if (month_first_.gaps != day_first_.gaps) {
    return verdict(day_first_.gaps < month_first_.gaps ? DateOrder::day_month_year
                                                       : DateOrder::month_day_year);
  }
  Verdict found =
      verdict(has_decimal_commas ? DateOrder::day_month_year : DateOrder::month_day_year);
  found.is_open = true;
  return found;
}

DateOrderEvidence::Verdict DateOrderEvidence::verdict(DateOrder asked) const {
  const bool is_day_first = asked == DateOrder::day_month_year;
  return {.order = asked, .interval = (is_day_first ? day_first_ : month_first_).steps.usual()};
}

}  // namespace openperflib
