#include "apps/drop_in/given_time.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

#include "openperflib/log/time/written_time.h"
#include "openperflib/text/utf16.h"

namespace openperflib::drop_in {
namespace {

// The effect of "AM" or "PM" after a time.
enum class Half : std::uint8_t { none, morning, afternoon };

std::optional<std::uint16_t> number(std::string_view text) {
  std::uint16_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || read_to != end) return std::nullopt;
  return value;
}

// Parses up to three numbers separated by `separator`; returns their number, 0 if the text is
// invalid.
std::size_t numbers(std::string_view text, char separator, std::array<std::uint16_t, 3>& into) {
  for (std::size_t count = 0; count < into.size(); ++count) {
    const std::size_t end = text.find(separator);
    const auto one = number(text.substr(0, end));
    if (!one.has_value()) return 0;
    into[count] = *one;
    if (end == std::string_view::npos) return count + 1;
    text.remove_prefix(end + 1);
  }
  return 0;
}

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Half take_half(std::string_view& text) {
  const std::string tail = text.size() < 2 ? std::string() : folded(text.substr(text.size() - 2));
  if (tail != "am" && tail != "pm") return Half::none;
  text = without_blanks_around(text.substr(0, text.size() - 2));
  return tail == "am" ? Half::morning : Half::afternoon;
}

// 12 AM is 0, 12 PM is 12.
bool put_on_24_hours(SystemTime& time, Half half) {
  if (half == Half::none) return true;
  if (time.hour < 1 || time.hour > 12) return false;
  time.hour = static_cast<std::uint16_t>(time.hour % 12 + (half == Half::afternoon ? 12 : 0));
  return true;
}

// [[HH:]MM:]SS
bool read_time_of_day(std::string_view text, SystemTime& time) {
  const Half half = take_half(text);
  std::array<std::uint16_t, 3> parts{};
  const std::size_t count = numbers(text, ':', parts);
  if (count == 0 || (half != Half::none && count != 3)) return false;
  time.second = parts[count - 1];
  if (count > 1) time.minute = parts[count - 2];
  if (count > 2) time.hour = parts[0];
  return put_on_24_hours(time, half);
}

bool is_time(const GivenOption& given) { return is_called(given, "b") || is_called(given, "e"); }

// A date cannot be continued by a time: the option was given a second time, and the last one
// counts.
bool begins_a_time(const std::string& word) {
  return word.find_first_of("/-") != std::string::npos &&
         read_given_time(without_quotes(word)).has_value();
}

}  // namespace

std::optional<FileTime> read_given_time(std::string_view text) {
  text = without_blanks_around(text);
  if (text.find('-') < text.find('/')) return time_from_written(text);
  const std::size_t blank = text.find(' ');
  std::array<std::uint16_t, 3> date{};
  if (numbers(text.substr(0, blank), '/', date) != 3) return std::nullopt;
  SystemTime time{.year = date[2], .month = date[0], .day = date[1]};
  if (blank != std::string_view::npos &&
      !read_time_of_day(without_blanks_around(text.substr(blank)), time)) {
    return std::nullopt;
  }
  return file_time_from(time);
}

std::string written_time(FileTime time_local) {
  const SystemTime time = system_time_from(time_local);
  return fmt::format("{}/{}/{} {}:{:02}:{:02}", time.month, time.day, time.year, time.hour,
                     time.minute, time.second);
}

bool goes_on_with_time(std::string_view word) {
  const Half half = take_half(word);
  if (word.empty()) return half != Half::none;
  std::array<std::uint16_t, 3> parts{};
  return numbers(word, ':', parts) != 0;
}

// A time takes all words that belong to it; the following words are inputs again.
std::vector<GivenOption> with_whole_times(std::vector<GivenOption> words) {
  std::vector<GivenOption> given;
  const GivenOption* option_before = nullptr;
  for (GivenOption& word : words) {
    const bool follows = option_before != nullptr && is_time(word) && is_time(*option_before) &&
                         option_before->row == word.row && word.place.empty();
    if (!follows || begins_a_time(*word.value)) {
      given.push_back(std::move(word));
    } else if (is_time(given.back()) && goes_on_with_time(*word.value)) {
      *given.back().value += ' ' + *word.value;
    } else {
      given.push_back({.row = nullptr, .value = std::move(word.value), .place = {}});
    }
    option_before = &word;
  }
  return given;
}

}  // namespace openperflib::drop_in
