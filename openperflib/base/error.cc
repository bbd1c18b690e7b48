#include "openperflib/base/error.h"

#include <fmt/core.h>

#include <array>

namespace openperflib {
namespace {

struct ErrcText {
  Errc code;
  const char* text;
  bool shows_stored_value;
};

constexpr auto kErrcTexts = std::to_array<ErrcText>({
    {Errc::truncated, "is cut off by the end of the data", false},
    {Errc::outside, "extends past its parent", true},
    {Errc::over_limit, "exceeds the limit", true},
    {Errc::wrong_value, "has an invalid value", true},
    {Errc::misaligned, "is misaligned", true},
    {Errc::disagrees, "does not match the rest of the data", true},
    {Errc::not_a_number, "is not a number", false},
    {Errc::out_of_range, "is out of range", true},
    {Errc::missing, "is missing", false},
    {Errc::unknown_name, "is unknown", false},
    {Errc::syntax, "is malformed", false},
});

}  // namespace

std::string describe(const Error& error) {
  const ErrcText& row = kErrcTexts[static_cast<std::size_t>(error.code)];
  const Field& field = *error.field;
  const bool is_typed = field.advice != nullptr;  // a sentence for the user
  const std::string text =
      is_typed ? fmt::format("{} at byte {} {}", field.structure, error.offset, row.text)
               : fmt::format("{}.{} at byte {}: {}", field.structure, field.name, error.offset,
                             row.text);
  if (is_typed && error.code == Errc::syntax) return fmt::format("{}; {}", text, field.advice);
  return row.shows_stored_value ? fmt::format("{} ({})", text, error.aux) : text;
}

}  // namespace openperflib
