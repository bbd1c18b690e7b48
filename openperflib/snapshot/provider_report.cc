#include "openperflib/snapshot/provider_report.h"

namespace openperflib {

void ProviderReport::clear() noexcept {
  missing_.clear();
  keys_.clear();
  links_.clear();
  events_.clear();
  texts_.clear();
}

void ProviderReport::add_missing(std::uint32_t object, std::uint32_t ordinal, std::uint32_t first,
                                 std::uint32_t count, MissingReason code, std::string_view reason) {
  add({object, ordinal, first, count, CStatus::no_data, code, 0, 0}, reason);
}

void ProviderReport::add_left_out(std::uint32_t object, std::uint32_t counter, MissingReason code,
                                  std::string_view reason) {
  add({object, MissingRun::kLeftOut, counter, 0, CStatus::no_counter, code, 0, 0}, reason);
}

void ProviderReport::add_absent(std::uint32_t object, MissingReason code, std::string_view reason) {
  add({object, MissingRun::kLeftOut, 0, 0, CStatus::no_object, code, 0, 0}, reason);
}

// Consecutive rows often have the same reason, which is then stored once.
void ProviderReport::add(MissingValues row, std::string_view text) {
  if (!missing_.empty() && reason(missing_.back()) == text) {
    row.reason_begin = missing_.back().reason_begin;
  } else {
    row.reason_begin = static_cast<std::uint32_t>(texts_.size());
    texts_ += text;
  }
  row.reason_length = static_cast<std::uint32_t>(text.size());
  missing_.push_back(row);
}

}  // namespace openperflib
