#include "openperflib/wire/conformance.h"

#include <array>

namespace openperflib {
namespace {

struct Text {
  Tolerance tolerance;
  const char* name;
  const char* explanation;
};

constexpr auto kTexts = std::to_array<Text>({
    {Tolerance::objects_after_header_twice, "objects-after-header-twice",
     "the objects start 88 bytes after HeaderLength (Wine counts the header twice)"},
    {Tolerance::last_object_cut, "last-object-cut",
     "the last object extends past the end of the block; its last values are missing"},
    {Tolerance::total_length_without_header, "total-length-without-header",
     "TotalByteLength does not include the header (Samba)"},
    {Tolerance::bytes_after_the_block, "bytes-after-the-block",
     "there are bytes after TotalByteLength; they are ignored"},
    {Tolerance::base_without_title, "base-without-title",
     "a base has title index 0 instead of its numerator's"},
    {Tolerance::default_counter_is_title, "default-counter-is-title",
     "DefaultCounter is a title index, not the ordinal of a definition"},
    {Tolerance::default_counter_unknown, "default-counter-unknown",
     "DefaultCounter is neither an ordinal nor a title index of this object; it is ignored"},
    {Tolerance::value_over_block_length, "value-over-block-length",
     "a CounterOffset is below 4, where the counter block stores its own length"},
    {Tolerance::undecodable_name, "undecodable-name",
     "a name has an unpaired surrogate or undecodable bytes, shown as U+FFFD"},
    {Tolerance::parent_out_of_range, "parent-out-of-range",
     "the parent of an instance is not in this block; it is ignored"},
    {Tolerance::unaligned_length, "unaligned-length", "a stored length is not a multiple of 8"},
});
static_assert(kTexts.size() == static_cast<std::size_t>(Tolerance::count));

constexpr std::size_t position(Tolerance tolerance) noexcept {
  return static_cast<std::size_t>(tolerance);
}

constexpr std::uint32_t bit(Tolerance tolerance) noexcept { return 1U << position(tolerance); }

}  // namespace

const char* name_of(Tolerance tolerance) noexcept { return kTexts[position(tolerance)].name; }

const char* explanation_of(Tolerance tolerance) noexcept {
  return kTexts[position(tolerance)].explanation;
}

void ToleranceReport::note(Tolerance tolerance, std::uint64_t offset) noexcept {
  if (used(tolerance)) return;
  used_ |= bit(tolerance);
  offsets_[position(tolerance)] = offset;
}

bool ToleranceReport::used(Tolerance tolerance) const noexcept {
  return (used_ & bit(tolerance)) != 0;
}

std::uint64_t ToleranceReport::first_offset(Tolerance tolerance) const noexcept {
  return offsets_[position(tolerance)];
}

bool ToleranceReport::empty() const noexcept { return used_ == 0; }

void ToleranceReport::clear() noexcept { used_ = 0; }

}  // namespace openperflib
