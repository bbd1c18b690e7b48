#include <algorithm>
#include <cstdint>
#include <span>

#include "openperflib/text/utf16.h"
#include "openperflib/text/windows_1252.h"
#include "openperflib/titles/file_text_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kBlanks("\0 \t\v\f", 5);
constexpr std::string_view kReplacement = "\uFFFD";

bool starts_with(Bytes bytes, std::string_view mark) { return as_text(bytes).starts_with(mark); }

// Whether the first two characters are ASCII in 16 bits: no one-byte text has a NUL in each.
bool starts_with_ascii(Bytes bytes, ByteOrder order) {
  if (!contains(bytes.size(), 0, 2 * sizeof(char16_t))) return false;
  const auto is_ascii = [&](std::size_t offset) {
    const auto unit = load<std::uint16_t>(bytes, offset, order);
    return unit != 0 && unit < 0x80;
  };
  return is_ascii(0) && is_ascii(sizeof(char16_t));
}

// Unlike utf8_from_utf16, goes on after a NUL; an odd last byte becomes U+FFFD.
FileText of_utf16(Bytes bytes, ByteOrder order) {
  FileText result;
  const std::size_t units = bytes.size() / 2;
  for (std::size_t begin = 0; begin <= units;) {
    std::size_t end = begin;
    while (end < units && load<std::uint16_t>(bytes, end * 2, order) != 0) ++end;
    const Bytes piece = bytes.subspan(begin * 2, (end - begin) * 2);
    if (append_utf8_from_utf16(result.text, piece, order) > 0) result.has_replacements = true;
    if (end < units) result.text += '\0';
    begin = end + 1;
  }
  if (bytes.size() % 2 != 0) {
    result.text += kReplacement;
    result.has_replacements = true;
  }
  return result;
}

FileText of_utf8(Bytes bytes) {
  FileText result;
  result.has_replacements = append_valid_utf8(result.text, as_text(bytes)) > 0;
  return result;
}

bool is_of_windows_1252(char c) {
  return windows_1252_character(static_cast<std::uint8_t>(c)).has_value();
}

// The bytes that Windows-1252 leaves open are control characters.
FileText of_windows_1252(Bytes bytes) {
  FileText result;
  result.is_windows_1252 = true;
  for (const std::byte one : bytes) {
    const auto byte = static_cast<std::uint8_t>(one);
    append_character(result.text, windows_1252_character(byte).value_or(byte));
  }
  return result;
}

}  // namespace

std::string_view without_dos_end(std::string_view text) noexcept {
  constexpr std::string_view kAtEnd("\x1A\0 \t\v\f\r\n", 8);
  const std::size_t end = text.find_last_not_of(kAtEnd) + 1;  // 0 where there is nothing else
  return text.substr(0, text.find('\x1A', end));
}

std::optional<std::string> utf8_from_windows_1252(std::string_view bytes) {
  if (!std::ranges::all_of(bytes, is_of_windows_1252)) return std::nullopt;
  return of_windows_1252(std::as_bytes(std::span(bytes))).text;
}

FileText file_text_of(Bytes bytes) {
  if (starts_with(bytes, "\xFF\xFE")) return of_utf16(bytes.subspan(2), ByteOrder::little);
  if (starts_with(bytes, "\xFE\xFF")) return of_utf16(bytes.subspan(2), ByteOrder::big);
  if (starts_with(bytes, "\xEF\xBB\xBF")) return of_utf8(bytes.subspan(3));
  if (starts_with_ascii(bytes, ByteOrder::little)) return of_utf16(bytes, ByteOrder::little);
  if (starts_with_ascii(bytes, ByteOrder::big)) return of_utf16(bytes, ByteOrder::big);
  FileText utf8 = of_utf8(bytes);
  return utf8.has_replacements ? of_windows_1252(bytes) : utf8;
}

FileText edited_text_of(Bytes bytes) {
  FileText file = file_text_of(bytes);
  file.text.resize(without_dos_end(file.text).size());
  return file;
}

std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::optional<TextLine> LineReader::next() noexcept {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const TextLine line{++number_, rest_.substr(0, end)};
  rest_.remove_prefix(end);
  if (rest_.starts_with("\r\n")) {
    rest_.remove_prefix(2);
  } else if (!rest_.empty()) {
    rest_.remove_prefix(1);
  }
  return line;
}

}  // namespace openperflib
