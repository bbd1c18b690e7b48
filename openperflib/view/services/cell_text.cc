#include <fmt/core.h>

#include "openperflib/text/printable.h"
#include "openperflib/view/services/cell_text_internal.h"

namespace openperflib {

std::string printable_or_dash(std::string_view text) {
  return text.empty() ? "-" : printable(text);
}

std::string store_text(bool is_of_system) { return is_of_system ? "system" : "user"; }

std::string indices_text(std::optional<std::uint32_t> first, std::optional<std::uint32_t> last) {
  if (!first.has_value() || !last.has_value()) return "-";
  return fmt::format("{}-{}", *first, *last);
}

}  // namespace openperflib
