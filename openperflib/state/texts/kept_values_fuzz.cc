// Any text as the values that are kept beside a store: what is accepted is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/state/texts/kept_values_internal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto values = openperflib::parse_kept_values(text);
  if (!values.has_value()) {
    if (values.error().offset > size) std::abort();
    return 0;
  }
  const auto again = openperflib::parse_kept_values(openperflib::text_of(*values));
  if (!again.has_value() || !(*again == *values)) std::abort();
  return 0;
}
