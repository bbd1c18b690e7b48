// Any bytes as a request or as its answer: what was accepted is within the limits, and a request
// that is written again is the same.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/request_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes bytes = std::as_bytes(std::span(data, size));
  const auto message = read_request_message(bytes);
  if (message.has_value()) {
    if (message->entries.size() > kMostRequestEntries) std::abort();
    for (const RequestEntry& entry : message->entries) {
      if (entry.instance_name.size() > kMaxNameUnits) std::abort();
    }
    if (read_request_message(bytes_of(*message)) != message) std::abort();
  } else if (message.error().offset > size) {
    std::abort();
  }
  const auto answer = read_request_answer(bytes);
  if (answer.has_value() && answer->codes.size() > kMostRequestEntries) std::abort();
  return 0;
}
