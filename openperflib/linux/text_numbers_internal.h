// Lines, words and numbers of /proc's texts. Pure functions over bytes: what cannot be read is an
// Errc, never 0.
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

// Why a word is no number, and where it stands, in bytes from the start of the text.
struct BadWord {
  Errc code;
  std::uint64_t offset;
  bool operator==(const BadWord&) const = default;
};

// View. The lines of a text, one after the other; the newline is not part of them.
class Lines {
 public:
  explicit constexpr Lines(std::string_view text) noexcept : text_(text) {}
  // The next line, if there is one.
  [[nodiscard]] constexpr bool next(std::string_view& line) noexcept {
    if (at_ >= text_.size()) return false;
    begin_ = at_;
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    line = text_.substr(begin_, (end == std::string_view::npos ? text_.size() : end) - begin_);
    return true;
  }
  // Where the line that next() gave begins, in bytes from the start of the text.
  [[nodiscard]] constexpr std::size_t offset() const noexcept { return begin_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

// The lines of a table, but for the first, which has its headings.
[[nodiscard]] constexpr Lines lines_below_headings(std::string_view text) noexcept {
  Lines lines(text);
  std::string_view headings;
  static_cast<void>(lines.next(headings));
  return lines;
}

// A word and its byte in the text. Views the text.
struct Word {
  std::string_view text;  // empty: the line has no more
  std::uint64_t offset = 0;
};

// View. The words of a line: what blanks and tabs part.
class Words {
 public:
  // `offset`: where the line begins, in bytes from the start of whatever offsets shall be counted
  // from.
  explicit constexpr Words(std::string_view line, std::uint64_t offset = 0) noexcept
      : line_(line), offset_(offset) {}
  // The next word; empty at the end of the line.
  [[nodiscard]] constexpr std::string_view next() noexcept {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    begin_ = at_;
    while (at_ < line_.size() && !is_blank(line_[at_])) ++at_;
    return line_.substr(begin_, at_ - begin_);
  }
  // The same with its byte.
  [[nodiscard]] constexpr Word next_word() noexcept {
    const std::string_view word = next();
    return {word, offset()};
  }
  // Where the word that next() gave begins.
  [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return offset_ + begin_; }
  // What follows that word, blanks in front included.
  [[nodiscard]] constexpr std::string_view rest() const noexcept { return line_.substr(at_); }

 private:
  static constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
  std::string_view line_;
  std::uint64_t offset_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

// The word at a position from 0 on; empty where the line has fewer.
[[nodiscard]] constexpr std::string_view word_at(std::string_view line,
                                                 std::size_t position) noexcept {
  Words words(line);
  std::string_view word = words.next();
  for (; position > 0 && !word.empty(); --position) word = words.next();
  return word;
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

// The same of a number that may be negative; of 64 bits with its sign.
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

// A file that holds one number, as sysfs has them: blanks and a newline around it do not count.
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
