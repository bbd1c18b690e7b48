#include "openperflib/base/error_codes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "openperflib/base/whole_number_internal.h"

namespace openperflib {
namespace {

using Row = const ErrorCode*;
constexpr auto kPrefixes = std::to_array<std::string_view>({"PDH_", "PDH_CSTATUS_", "ERROR_"});

Row find(std::span<const ErrorCode> codes, std::uint32_t number) noexcept {
  const auto found = std::ranges::lower_bound(codes, number, {}, &ErrorCode::number);
  return found != codes.end() && found->number == number ? &*found : nullptr;
}

char upper(char letter) noexcept {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

bool is_same(std::string_view text, std::string_view name) noexcept {
  return std::ranges::equal(text, name, {}, upper);
}

// Whether a text is a name, with or without one of the prefixes.
bool means(std::string_view text, std::string_view name) noexcept {
  return is_same(text, name) || std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
           return name.starts_with(prefix) && is_same(text, name.substr(prefix.size()));
         });
}

// Eight hexadecimal digits, not all of them decimal, as programs print a code without 0x.
bool is_bare_hex(std::string_view text) noexcept {
  constexpr std::size_t kDigits = 8;
  return text.size() == kDigits && text.find_first_not_of("0123456789") != text.npos;
}

std::optional<std::uint32_t> number_of(std::string_view text) noexcept {
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  const bool is_hex = has_prefix || is_bare_hex(text);
  if (has_prefix) text.remove_prefix(2);
  if (is_hex && text.starts_with('-')) return std::nullopt;
  const auto number = whole_number<std::int64_t>(text, is_hex ? 16 : 10);
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (!number.has_value() || *number < kLeast || *number > kMost) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

void append_named(std::span<const ErrorCode> codes, std::string_view name, std::vector<Row>& rows) {
  for (const ErrorCode& code : codes) {
    if (means(name, code.name)) rows.push_back(&code);
  }
}

}  // namespace

const ErrorCode* find_system_code(std::uint32_t number) noexcept {
  constexpr std::uint32_t kLowWord = 0xFFFF;
  constexpr std::uint32_t kOfWin32 = 0x8007'0000;
  const Row row = find(system_codes(), number);
  if (row != nullptr || (number & ~kLowWord) != kOfWin32) return row;
  return find(system_codes(), number & kLowWord);
}

const ErrorCode* find_pdh_code(std::uint32_t number) noexcept { return find(pdh_codes(), number); }

std::vector<const ErrorCode*> find_error_codes(std::string_view text) {
  std::vector<Row> rows;
  if (const auto number = number_of(text)) {
    rows = {find_system_code(*number), find_pdh_code(*number)};
    std::erase(rows, nullptr);
  } else {
    append_named(system_codes(), text, rows);
    append_named(pdh_codes(), text, rows);
  }
  return rows;
}

}  // namespace openperflib
