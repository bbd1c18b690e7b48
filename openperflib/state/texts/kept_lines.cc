#include <algorithm>
#include <charconv>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/texts/kept_lines_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

}  // namespace

std::optional<std::uint8_t> kept_hex_byte(std::string_view digits) noexcept {
  std::uint8_t byte = 0;
  const bool is_lower = digits.find_first_not_of(kHexDigits) == std::string_view::npos;
  const char* const end = digits.data() + digits.size();
  const auto [next, error] = std::from_chars(digits.data(), end, byte, 16);
  const bool is_byte = digits.size() == 2 && is_lower && error == std::errc() && next == end;
  return is_byte ? std::optional(byte) : std::nullopt;
}

void append_kept_hex(std::string& to, unsigned char byte) {
  to += kHexDigits[byte >> 4U];
  to += kHexDigits[byte & 15U];
}

void append_kept_text(std::string& to, std::string_view text) {
  to += '"';
  for (const char one : text) {
    const auto byte = static_cast<unsigned char>(one);
    if (byte < ' ' || byte == 0x7F || one == '"' || one == '\\') {
      to += "\\x";
      append_kept_hex(to, byte);
    } else {
      to += one;
    }
  }
  to += '"';
}

std::expected<void, Error> KeptLines::next(const Field& field) {
  field_ = &field;
  const std::size_t end = text_.find('\n', at_ = line_end_);
  if (end == std::string_view::npos) return fault(Errc::truncated);
  line_end_ = end + 1;
  return {};
}

std::string_view KeptLines::word() {
  const std::string_view left = rest();
  const std::size_t length = std::min(left.find(' '), left.size());
  at_ += std::min(length + 1, left.size());
  return left.substr(0, length);
}

std::expected<void, Error> KeptLines::expect(std::string_view text) {
  if (!rest().starts_with(text)) return fault();
  at_ += text.size();
  return {};
}

std::expected<void, Error> KeptLines::expect_end() const {
  return rest().empty() ? std::expected<void, Error>() : fault();
}

std::expected<std::string, Error> KeptLines::quoted() {
  OPENPERFLIB_TRY(expect("\""));
  std::string text;
  while (!rest().starts_with('"')) {
    if (rest().empty()) return fault();
    if (rest().front() == '\\') {
      text += OPENPERFLIB_TRY(escaped());
    } else {
      text += rest().front();
      ++at_;
    }
  }
  ++at_;
  return text;
}

std::expected<char, Error> KeptLines::escaped() {
  constexpr std::size_t kDigits = 2;
  const auto byte =
      rest().starts_with("\\x") ? kept_hex_byte(rest().substr(2, kDigits)) : std::nullopt;
  if (!byte.has_value()) return fault();
  at_ += 2 + kDigits;
  return static_cast<char>(*byte);
}

std::expected<std::uint32_t, Error> KeptLines::number_in(std::string_view word) const {
  std::uint32_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || next != end) return fault(Errc::not_a_number);
  return number;
}

}  // namespace openperflib
