// DataBlockBuilder::append_object: validates the bytes of others as a part of the block.
#include <algorithm>
#include <cassert>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/validation_internal.h"

namespace openperflib {
namespace {

namespace object = layout::object_type;

// Half of what a parse of the whole block permits: the objects that are not appended need a few.
constexpr std::uint32_t kMostParentLookups = ParentCounts::kMostLookups / 2;

// Definitions times instances, as Limits::values counts them.
std::uint64_t values_of(Bytes one) noexcept {
  const auto instances = load<std::int32_t>(one, object::kNumInstances);
  if (instances < 0) return 0;
  return checked_mul<std::uint64_t>(load<std::uint32_t>(one, object::kNumCounters),
                                    static_cast<std::uint32_t>(instances))
      .value_or(~0ULL);
}

// What the objects before it leave of Limits::values; or the fault of an object whose title index
// is 0 or one of theirs, with which it could not be found.
std::expected<std::uint64_t, Error> values_left(const Rules& rules, Bytes before) noexcept {
  const Claim title = rules.claim(rules.input, members::kObjectNameTitleIndex);
  if (title.value == 0) return fault(Errc::wrong_value, title);
  std::uint64_t left = rules.limits.values;
  while (!before.empty()) {
    if (load<std::uint32_t>(before, object::kObjectNameTitleIndex) == title.value) {
      return fault(Errc::disagrees, title);
    }
    left -= std::min(left, values_of(before));
    before = before.subspan(load<std::uint32_t>(before, object::kTotalByteLength));
  }
  return left;
}

std::unexpected<Error> cut_object(std::size_t size) noexcept {
  const auto missing = static_cast<std::uint32_t>(object::kSize - size);
  return fault(Errc::truncated, {missing, size, &members::kObjectTotalByteLength.field});
}

}  // namespace

Verdict DataBlockBuilder::append_object(Bytes bytes, const Limits& limits) {
  assert(!buffer_.empty() && !object_.has_value());
  if (buffer_.empty() || object_.has_value()) return {};
  if (!contains(bytes.size(), 0, object::kSize)) return cut_object(bytes.size());
  const std::size_t start = buffer_.size();
  const std::uint64_t most = std::min<std::uint64_t>(limits.bytes, ~std::uint32_t{0});
  const bool fits = !too_long_ && contains(most, start, bytes.size());
  if (!fits || objects_ >= limits.objects) {
    return fault(Errc::over_limit,
                 {load<std::uint32_t>(bytes, object::kTotalByteLength),
                  members::kObjectTotalByteLength.offset, &members::kObjectTotalByteLength.field});
  }
  std::ranges::copy(bytes, append(bytes.size()).begin());
  const Verdict checked = check_appended(start, limits);
  if (checked.has_value()) {
    ++objects_;
  } else {
    buffer_.resize(start);
  }
  return checked;
}

// Validated where it is, as its parents are before it.
Verdict DataBlockBuilder::check_appended(std::size_t start, const Limits& limits) {
  const Bytes all = buffer_;
  const auto header = load<std::uint32_t>(all, layout::data_block::kHeaderLength);
  const Rules rules{.input = all.subspan(start),
                    .orders = {ByteOrder::little, ByteOrder::little},
                    .limits = limits,
                    .conformance = Conformance::strict,
                    .report = nullptr};
  const Bytes before = all.subspan(header, start - header);
  BlockTally tally{
      ParentCounts(all.subspan(header), ByteOrder::little, kMostParentLookups - parent_lookups_),
      OPENPERFLIB_TRY(values_left(rules, before))};
  const Bytes taken = OPENPERFLIB_TRY(validate_object(rules, tally, rules.input, 0));
  if (taken.size() != rules.input.size()) {
    return fault(Errc::disagrees, rules.claim(rules.input, members::kObjectTotalByteLength));
  }
  parent_lookups_ += tally.parents.lookups();
  return {};
}

}  // namespace openperflib
