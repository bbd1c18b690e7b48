// Any bytes as the message of another process: numbers that were accepted are within the limits.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "openperflib/provider/v2/offer_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes bytes = std::as_bytes(std::span(data, size));
  const auto message = read_offer_message(bytes);
  if (message.has_value()) {
    if (message->segments > kMostSegments || message->first > message->segments) std::abort();
  } else if (message.error().offset > size) {
    std::abort();
  }
  (void)check_offer_page(bytes);
  return 0;
}
