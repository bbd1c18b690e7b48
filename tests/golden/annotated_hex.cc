#include "tests/golden/annotated_hex.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

namespace openperflib::golden {
namespace {

constexpr std::size_t kOffsetDigits = 6;
constexpr std::size_t kFirstByte = 8;  // column of the first byte's digits
constexpr std::size_t kBytesOfARow = 16;

std::optional<unsigned> hex_number(std::string_view digits) {
  unsigned number = 0;
  const char* end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, number, 16);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return number;
}

// Appends the bytes of one row; false where it is none, or does not go on where the last one ended.
bool append_row(std::string_view line, std::vector<std::byte>& bytes) {
  if (line.size() < kFirstByte || hex_number(line.substr(0, kOffsetDigits)) != bytes.size()) {
    return false;
  }
  const std::size_t before = bytes.size();
  for (std::size_t i = 0; i < kBytesOfARow; ++i) {
    const std::size_t column = kFirstByte + 3 * i;
    if (column + 2 > line.size() || line[column] == ' ') break;
    const auto number = hex_number(line.substr(column, 2));
    if (!number.has_value()) return false;
    bytes.push_back(static_cast<std::byte>(*number));
  }
  return bytes.size() != before;
}

}  // namespace

std::expected<std::vector<std::byte>, std::string> read_annotated_hex(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || !line.starts_with("# ")) {
    return std::unexpected("line 1 does not say where the bytes come from");
  }
  std::vector<std::byte> bytes;
  for (std::size_t number = 2; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    if (!append_row(line, bytes)) return std::unexpected(fmt::format("line {}: {}", number, line));
  }
  return bytes;
}

}  // namespace openperflib::golden
