#include "openperflib/counter/format_value.h"

#include <array>
#include <charconv>

namespace openperflib {

void append_hexadecimal(std::string& text, std::uint64_t value) {
  std::array<char, 16> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16);
  text.append(buffer.data(), end);
}

std::optional<std::uint64_t> exact_integer(CounterType type, const RawCounter& raw) noexcept {
  const NumberFormat format = type.number_format();
  const bool shown_as_read = format == NumberFormat::decimal || format == NumberFormat::hexadecimal;
  if (!shown_as_read || type.samples() != 1 || !usable(raw.status)) return std::nullopt;
  return raw.first;
}

}  // namespace openperflib
