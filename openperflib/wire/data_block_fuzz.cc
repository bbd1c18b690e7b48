// Parses any bytes by both rules, then reads, dumps and rebuilds everything. Rebuilding the result
// again must not change it. Appends the bytes and each object to a block, which must stay valid.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "openperflib/testing/traversal.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/dump.h"
#include "openperflib/wire/rebuild.h"

namespace openperflib {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Keeps a run fast: a few bytes may claim many values.
constexpr Limits kLimits = {.values = 20'000};

void check_rebuilt(const DataBlockView& view) {
  DataBlockBuilder builder;
  const auto built = rebuild(view, builder);
  if (!built.has_value()) return;
  const std::vector<std::byte> first(built->begin(), built->end());
  const auto again = DataBlockView::parse(first, kLimits);
  require(again.has_value());
  const auto second = rebuild(*again, builder);
  require(second.has_value() && std::ranges::equal(first, *second));
}

// Whatever append_object() accepts is valid in the block.
void check_appended(Bytes bytes, const DataBlockView* view) {
  DataBlockBuilder builder;
  builder.begin({});
  std::uint32_t appended = builder.append_object(bytes, kLimits).has_value() ? 1 : 0;
  if (view != nullptr) {
    for (const ObjectTypeView object : view->objects()) {
      if (builder.append_object(object.bytes(), kLimits).has_value()) ++appended;
    }
  }
  const auto block = DataBlockView::parse(builder.finish().value(), kLimits, Conformance::strict);
  require(block.has_value() && block->object_count() == appended);
}

void check(Bytes bytes) {
  ToleranceReport report;
  const auto view = DataBlockView::parse(bytes, kLimits, Conformance::as_seen_in_the_wild, &report);
  const auto strict = DataBlockView::parse(bytes, kLimits, Conformance::strict);
  require(!strict.has_value() || (view.has_value() && report.empty()));
  if (bytes.size() < 65'536) check_appended(bytes, view.has_value() ? &*view : nullptr);
  if (!view.has_value()) {
    require(view.error().offset <= bytes.size() && !describe(view.error()).empty());
    return;
  }
  const Traversal traversal(*view);
  require(traversal.stayed_inside());
  [[maybe_unused]] const volatile std::uint64_t every_byte_was_read = traversal.sum();
  require(!dump(*view).empty());
  if (bytes.size() < 65'536) check_rebuilt(*view);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::check(std::as_bytes(std::span(data, size)));
  return 0;
}
