// Any bytes as a segment of another process: all that is read is inside, and the work is bounded.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "openperflib/provider/v2/read/segment_view.h"
#include "openperflib/testing/providers/segment_mutation.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_instance(const SegmentView& view, const InstanceReading& instance) {
  check(instance.life != 0);
  check(instance.values.size() == view.set().counters.size());
  check(instance.name.size() * sizeof(char16_t) < view.layout().counts().capacity.name_size);
  std::uint64_t sum = 0;
  for (const std::uint64_t value : instance.values) sum += value;
  for (const char16_t unit : instance.name) sum += unit;
  check(sum + 1 != sum);
}

}  // namespace
}  // namespace openperflib

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace openperflib;
  return fuzz_mutation::mutate_input(segment_mutation::kFormat, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  std::vector<std::uint64_t> words((size + 7) / 8);  // aligned, as a mapping is
  const MutableBytes memory = std::as_writable_bytes(std::span(words)).first(size);
  if (size != 0) std::memcpy(memory.data(), data, size);
  const auto view = SegmentView::parse(memory, Limits{});
  if (!view.has_value()) {
    check(view.error().offset <= size);
    return 0;
  }
  check(validate(view->set()).has_value());
  SegmentReading reading;
  ReadBudget budget{.bytes = std::uint64_t{1} << 22U};
  for (int i = 0; i < 2; ++i) {
    view->read(reading, budget);
    for (std::size_t at = 0; at < reading.size(); ++at) check_instance(*view, reading[at]);
  }
  return 0;
}
