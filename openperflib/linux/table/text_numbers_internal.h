// Lines, words and numbers in the texts of /proc. Pure functions over bytes: what cannot be read is
// an Errc, never 0.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// Why a word is not a number, and its offset, in bytes from the start of the text.
struct BadWord {
  Errc code;
  std::uint64_t offset;
  bool operator==(const BadWord&) const = default;
};

// View. Iterates over the lines of a text, without their newlines.
class Lines {
 public:
  explicit constexpr Lines(std::string_view text) noexcept : text_(text) {}
  // Gets the next line; false if there is none.
  [[nodiscard]] constexpr bool next(std::string_view& line) noexcept {
    if (at_ >= text_.size()) return false;
    begin_ = at_;
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    line = text_.substr(begin_, (end == std::string_view::npos ? text_.size() : end) - begin_);
    return true;
  }
  // Offset of the line from next(), in bytes from the start of the text.
  [[nodiscard]] constexpr std::size_t offset() const noexcept { return begin_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

// The lines of a table except the first, which has the headings.
[[nodiscard]] constexpr Lines lines_below_headings(std::string_view text) noexcept {
  Lines lines(text);
  std::string_view headings;
  static_cast<void>(lines.next(headings));
  return lines;
}

// View. A word and its offset in the text.
struct Word {
  std::string_view text;  // empty: the line has no more
  std::uint64_t offset = 0;
};

// View. Iterates over the words of a line, which are separated by blanks and tabs.
class Words {
 public:
  // `offset`: the offset of the line, to which the offsets of words are relative.
  explicit constexpr Words(std::string_view line, std::uint64_t offset = 0) noexcept
      : line_(line), offset_(offset) {}
  // The next word; empty at the end of the line.
  [[nodiscard]] constexpr std::string_view next() noexcept {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    begin_ = at_;
    while (at_ < line_.size() && !is_blank(line_[at_])) ++at_;
    return line_.substr(begin_, at_ - begin_);
  }
  // The same with its offset.
  [[nodiscard]] constexpr Word next_word() noexcept {
    const std::string_view word = next();
    return {word, offset()};
  }
  // Offset of the word from next().
  [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return offset_ + begin_; }
  // The text after that word, including leading blanks.
  [[nodiscard]] constexpr std::string_view rest() const noexcept { return line_.substr(at_); }

 private:
  static constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
  std::string_view line_;
  std::uint64_t offset_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

// The word at a position, counted from 0; empty if the line has fewer.
[[nodiscard]] constexpr std::string_view word_at(std::string_view line,
                                                 std::size_t position) noexcept {
  Words words(line);
  std::string_view word = words.next();
  for (; position > 0 && !word.empty(); --position) word = words.next();
  return word;
}

// The text without the blanks and tabs around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The whole word as a number. Errors: not_a_number (anything but digits of the base, or nothing);
// out_of_range (more than 64 bits hold).
[[nodiscard]] inline std::expected<std::uint64_t, Errc> number_in(std::string_view word,
                                                                  int base = 10) noexcept {
  std::uint64_t number = 0;
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number, base);
  if (error == std::errc::invalid_argument || rest != end)
    return std::unexpected(Errc::not_a_number);
  if (error != std::errc()) return std::unexpected(Errc::out_of_range);
  return number;
}

// The same for a signed 64-bit number.
[[nodiscard]] inline std::expected<std::int64_t, Errc> signed_number_in(
    std::string_view word) noexcept {
  std::int64_t number = 0;
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc::invalid_argument || rest != end)
    return std::unexpected(Errc::not_a_number);
  if (error != std::errc()) return std::unexpected(Errc::out_of_range);
  return number;
}

// Parses a file with a single number, as in sysfs; surrounding blanks and newlines are ignored.
[[nodiscard]] inline std::expected<std::uint64_t, Errc> lone_number(
    std::string_view text) noexcept {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return number_in(text);
}

// Appends the number's decimal digits.
inline void append_number(std::string& text, std::uint64_t number) {
  char digits[20];
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
  text.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace openperflib::linux_objects
