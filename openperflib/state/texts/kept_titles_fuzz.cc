// Any text as titles that are kept beside a store: what is accepted is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/state/texts/kept_titles_internal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto titles = openperflib::parse_kept_titles(text);
  if (!titles.has_value()) {
    if (titles.error().offset > size) std::abort();
    return 0;
  }
  const auto again = openperflib::parse_kept_titles(openperflib::text_of(*titles));
  if (!again.has_value() || !(*again == *titles)) std::abort();
  return 0;
}
