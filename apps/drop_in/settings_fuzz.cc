// Any bytes as a settings file and as a list of counters: what is read is in the file.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "apps/drop_in/options.h"

namespace openperflib::drop_in {
namespace {

constexpr auto kRows = std::to_array<OptionRow>(
    {{"y", Takes::nothing}, {"o", Takes::one}, {"q", Takes::one_or_nothing}, {"c", Takes::some}});

const OptionRow* find_row(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &OptionRow::name);
  return row == kRows.end() ? nullptr : row;
}

void check(bool holds) {
  if (!holds) std::abort();
}

void read(Bytes file) {
  const auto lines = text_lines(file);
  std::size_t last = 0;
  for (const TextLine& line : lines) {
    check(line.number > last && !line.text.empty());
    last = line.number;
  }
  const auto settings = read_settings("file", lines, find_row);
  if (!settings.has_value()) return check(settings.error().text.starts_with("file:"));
  check(settings->size() <= lines.size());
  for (const GivenOption& given : *settings) {
    check(given.row != nullptr);
    check(given.value.has_value() || given.row->takes != Takes::one);
  }
}

}  // namespace
}  // namespace openperflib::drop_in

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::drop_in::read(std::as_bytes(std::span(data, size)));
  return 0;
}
