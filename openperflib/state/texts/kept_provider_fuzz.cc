// Any text as a provider that is kept beside a store: what is accepted is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/state/texts/kept_provider_internal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto provider = openperflib::parse_kept_provider(text);
  if (!provider.has_value()) {
    if (provider.error().offset > size) std::abort();
    return 0;
  }
  const auto again = openperflib::parse_kept_provider(openperflib::text_of(*provider));
  if (!again.has_value() || !(*again == *provider)) std::abort();
  return 0;
}
