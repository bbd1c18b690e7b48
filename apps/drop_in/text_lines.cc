#include "apps/drop_in/text_lines.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "apps/program/input_file.h"
#include "openperflib/text/utf16.h"

namespace openperflib::drop_in {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kLittleMark = "\xFF\xFE";
constexpr std::string_view kBigMark = "\xFE\xFF";
// With Ctrl-Z, the end of a file of DOS.
constexpr std::string_view kBlanks{" \t\r\n\f\v\0\x1A", 8};

std::string_view without_blanks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

// utf8_from_utf16() ends at a NUL, which a text file may contain.
std::string text_from_utf16(Bytes utf16, ByteOrder order) {
  std::string text;
  while (utf16.size() >= 2) {
    const std::size_t before = text.size();
    append_utf8_from_utf16(text, utf16, order);
    const std::u16string units = utf16_from_utf8(std::string_view(text).substr(before));
    text += '\n';  // the NUL ends a line
    utf16 = utf16.subspan(std::min(utf16.size(), (units.size() + 1) * 2));
  }
  return text;
}

std::string text_of_file(Bytes file) {
  const std::string_view bytes = as_text(file);
  if (bytes.starts_with(kLittleMark)) return text_from_utf16(file.subspan(2), ByteOrder::little);
  if (bytes.starts_with(kBigMark)) return text_from_utf16(file.subspan(2), ByteOrder::big);
  return std::string(bytes.starts_with(kUtf8Mark) ? bytes.substr(kUtf8Mark.size()) : bytes);
}

std::vector<TextLine> text_lines(Bytes file) {
  const std::string text = text_of_file(file);
  std::vector<TextLine> lines;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = without_blanks(std::string_view(text).substr(begin, end - begin));
    ++number;
    if (!line.empty()) lines.push_back({.number = number, .text = std::string(line)});
    begin = end + 1;
  }
  return lines;
}

std::expected<std::vector<TextLine>, Failure> read_text_lines(const std::string& path) {
  const auto bytes = apps::read_input(path, kLongestList);
  if (!bytes.has_value()) return cannot_read(bytes.error());
  return text_lines(*bytes);
}

}  // namespace openperflib::drop_in
