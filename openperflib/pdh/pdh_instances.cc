#include "openperflib/pdh/pdh_instances.h"

#include "openperflib/pdh/pdh_query_state_internal.h"

namespace openperflib {

std::size_t PdhInstances::size() const noexcept { return counter_->names.utf8_offsets.size(); }
CounterType PdhInstances::type() const noexcept { return counter_->definition.type; }
bool PdhInstances::has_values() const noexcept {
  return query_->holds_values() || counter_->formula.calculate != nullptr;
}
bool PdhInstances::has_readings() const noexcept { return !query_->holds_values(); }

FileTime PdhInstances::time_local() const noexcept {
  return query_->was_collected(*counter_) ? query_->time_local : 0;
}

std::string_view PdhInstances::names_utf8() const noexcept { return counter_->names.utf8; }
std::u16string_view PdhInstances::names_utf16() const noexcept { return counter_->names.utf16; }
std::size_t PdhInstances::utf8_offset(std::size_t instance) const noexcept {
  return counter_->names.utf8_offsets[instance];
}
std::size_t PdhInstances::utf16_offset(std::size_t instance) const noexcept {
  return counter_->names.utf16_offsets[instance];
}

FormattedValue PdhInstances::value(std::size_t instance, ValueFormat format) const noexcept {
  if (counter_->series_count == 0) return {.status = query_->status_of(*counter_)};
  return query_->value_of(*counter_, counter_->first_series + instance, format);
}

RawCounter PdhInstances::reading(std::size_t instance) const noexcept {
  if (counter_->series_count == 0) return {.status = query_->status_of(*counter_)};
  return query_->reading_of(counter_->first_series + instance);
}

}  // namespace openperflib
