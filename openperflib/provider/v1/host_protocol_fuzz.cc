// Any bytes as a frame between a consumer and a host: what is read is written as the same bytes.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "openperflib/provider/v1/host_protocol.h"
#include "openperflib/testing/providers/host_frame_mutation.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

template <typename Message>
void check_message(Bytes frame, const std::expected<Message, Error>& message) {
  if (!message.has_value()) return check(message.error().offset <= frame.size());
  std::vector<std::byte> written;
  append_frame(written, *message);
  check(std::ranges::equal(written, frame));
  check(frame_length(frame).value() == frame.size());
}

}  // namespace
}  // namespace openperflib

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace openperflib;
  return fuzz_mutation::mutate_input(host_frame_mutation::kFormat, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes frame = std::as_bytes(std::span(data, size));
  static_cast<void>(frame_length(frame));
  check_message(frame, read_start(frame));
  check_message(frame, read_collect(frame));
  check_message(frame, read_trial(frame));
  check_message(frame, read_close(frame));
  check_message(frame, read_answer(frame));
  return 0;
}
