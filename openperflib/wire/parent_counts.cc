#include "openperflib/wire/layout.h"
#include "openperflib/wire/parent_counts_internal.h"

namespace openperflib {

std::optional<std::uint32_t> ParentCounts::instances_of(std::uint32_t title) noexcept {
  Answer& answer = answers_[title % answers_.size()];
  if (answer.title == title) return answer.instances;
  if (lookups_ == most_lookups_) return std::nullopt;
  ++lookups_;
  answer = {title, look_up(title)};
  return answer.instances;
}

// Objects not yet validated are trusted here: their faults are found when their turn comes, and if
// this walk stops at one, the whole block will be refused.
std::uint32_t ParentCounts::look_up(std::uint32_t title) const noexcept {
  namespace object = layout::object_type;
  Bytes rest = objects_;
  while (contains(rest.size(), 0, object::kSize)) {
    if (load<std::uint32_t>(rest, object::kObjectNameTitleIndex, order_) == title) {
      const auto count = load<std::int32_t>(rest, object::kNumInstances, order_);
      return count < 0 ? 0 : static_cast<std::uint32_t>(count);
    }
    const auto length = load<std::uint32_t>(rest, object::kTotalByteLength, order_);
    if (length < object::kSize || !contains(rest.size(), 0, length)) return ~0U;
    rest = rest.subspan(length);
  }
  return 0;
}

}  // namespace openperflib
