#include "openperflib/titles/name_file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/base/whole_number_internal.h"
#include "openperflib/titles/file_text_internal.h"

namespace openperflib {
namespace {

enum NameField : std::uint8_t { kIndex, kText };
constexpr auto kFields = std::to_array<Field>({{"name file", "index"}, {"name file", "text"}});

std::unexpected<Error> fault(Errc code, NameField field, std::size_t offset) {
  return std::unexpected(Error{code, 0, &kFields[field], offset});
}

bool is_utf16_digit(std::uint16_t unit) noexcept { return unit >= '0' && unit <= '9'; }

// Whether the file begins with an index in UTF-16: a digit, then a digit or the NUL.
bool begins_with_wide_index(Bytes bytes) {
  if (!contains(bytes.size(), 0, 2 * sizeof(std::uint16_t))) return false;
  const auto second = load<std::uint16_t>(bytes, sizeof(std::uint16_t));
  return is_utf16_digit(load<std::uint16_t>(bytes, 0)) && (second == 0 || is_utf16_digit(second));
}

// The tables of Windows are UTF-16 without a mark, and their first index may have one digit.
FileText name_file_text_of(Bytes bytes) {
  if (!begins_with_wide_index(bytes)) return file_text_of(bytes);
  std::vector<std::byte> marked{std::byte{0xFF}, std::byte{0xFE}};
  marked.insert(marked.end(), bytes.begin(), bytes.end());
  return file_text_of(marked);
}

// Takes the text up to the next NUL, or to the end, and what follows the NUL as the rest.
std::string_view take_text(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return text;
}

}  // namespace

std::expected<NameFile, Error> NameFile::read(Bytes bytes) {
  if (bytes.size() > kMostNameFileBytes) return fault(Errc::over_limit, kIndex, 0);
  const FileText text = name_file_text_of(bytes);
  std::string_view rest = text.text;
  NameFile file;
  while (!rest.empty()) {
    const std::size_t offset = text.text.size() - rest.size();
    const std::string_view index = trimmed(take_text(rest));
    if (index.empty()) break;
    const auto number = whole_number<TitleIndex>(index);
    if (!number.has_value()) return fault(Errc::not_a_number, kIndex, offset);
    if (rest.empty()) return fault(Errc::truncated, kText, offset);
    file.entries.push_back({*number, std::string(take_text(rest))});
  }
  return file;
}

}  // namespace openperflib
