// Any bytes as identifiers of counters: what was read is written with the same contents.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "openperflib/wire/v2/counter_identifier.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const auto range = parse_counter_identifiers(std::as_bytes(std::span(data, size)));
  if (!range.has_value()) {
    if (range.error().offset > size) std::abort();
    return 0;
  }
  for (const CounterIdentifierView block : *range) {
    const auto identifier = block.read();
    if (!identifier.has_value()) continue;
    std::vector<std::byte> again;
    append_counter_identifier(again, *identifier, block.status(), block.index());
    const auto reread = parse_counter_identifiers(again);
    if (!reread.has_value() || (*reread->begin()).read() != identifier) std::abort();
  }
  return 0;
}
