// MissingReason: the kind of reason why a value is missing, for programs. Its text is for people,
// and may be reworded.
#pragma once

#include <cstdint>

namespace openperflib {

// The numbers of Reason Code in Collection Status (docs/perflib.md, section 5). Values of blocks
// written before it existed have `other`.
enum class MissingReason : std::uint32_t {
  other = 0,
  first_collection = 1,     // the next collection has it
  not_requested = 2,        // costly: only on request
  not_on_this_machine = 3,  // its kernel or hardware has no source
  no_permission = 4,
  disappeared = 5,  // during the collection
  unreadable = 6,   // a source that cannot be read, or is damaged
  out_of_range = 7,
  no_clock = 8,
  too_late = 9,  // after the deadline
  provider_failed = 10,
  answer_refused = 11,   // the answer of another program was not valid
  recorded_folder = 12,  // a recorded folder cannot be queried for it
};

// The reason of a code in a block; `other` for any other number.
[[nodiscard]] constexpr MissingReason missing_reason_of(std::uint32_t code) noexcept {
  return code <= static_cast<std::uint32_t>(MissingReason::recorded_folder)
             ? static_cast<MissingReason>(code)
             : MissingReason::other;
}

}  // namespace openperflib
