#include "openperflib/base/error.h"

#include <fmt/format.h>

#include <array>

namespace openperflib {
namespace {

struct ErrcText {
  Errc code;
  const char* text;
  bool shows_stored_value;
};

constexpr auto kTexts = std::to_array<ErrcText>({
    {Errc::truncated, "the bytes end before it does", false},
    {Errc::outside, "leaves its parent", true},
    {Errc::over_limit, "is more than the limit", true},
    {Errc::wrong_value, "is not the value of the format", true},
    {Errc::misaligned, "is not aligned as it must be", true},
    {Errc::disagrees, "disagrees with what it counts", true},
    {Errc::not_a_number, "is not a number", false},
    {Errc::out_of_range, "is out of range", true},
    {Errc::missing, "is missing", false},
    {Errc::unknown_name, "is not known", false},
    {Errc::syntax, "does not follow the grammar", false},
});

}  // namespace

std::string describe(const Error& error) {
  const ErrcText& row = kTexts[static_cast<std::size_t>(error.code)];
  const std::string place = fmt::format("{}.{} at byte {}: {}", error.field->structure,
                                        error.field->name, error.offset, row.text);
  return row.shows_stored_value ? fmt::format("{} ({})", place, error.aux) : place;
}

}  // namespace openperflib
