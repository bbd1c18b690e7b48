// The accessors of ObjectTypeView, inline because queries call them for every object of every
// block. Include object_type_view.h instead of this file.
#pragma once

#include "openperflib/wire/object_type_view.h"

namespace openperflib {

inline std::uint32_t ObjectTypeView::name_title_index() const noexcept {
  return member<std::uint32_t>(layout::object_type::kObjectNameTitleIndex);
}

inline std::uint32_t ObjectTypeView::help_title_index() const noexcept {
  return member<std::uint32_t>(layout::object_type::kObjectHelpTitleIndex);
}

inline std::uint32_t ObjectTypeView::detail_level() const noexcept {
  return member<std::uint32_t>(layout::object_type::kDetailLevel);
}

inline std::uint32_t ObjectTypeView::counter_count() const noexcept {
  return member<std::uint32_t>(layout::object_type::kNumCounters);
}

inline std::int32_t ObjectTypeView::default_counter() const noexcept {
  return member<std::int32_t>(layout::object_type::kDefaultCounter);
}

inline std::int32_t ObjectTypeView::stored_instance_count() const noexcept {
  return member<std::int32_t>(layout::object_type::kNumInstances);
}

// In a truncated object, only the available instances count, whatever NumInstances is.
inline std::optional<std::uint32_t> ObjectTypeView::instance_count() const noexcept {
  const std::int32_t stored = stored_instance_count();
  if (stored < 0) return std::nullopt;
  return is_cut() ? instances_present() : static_cast<std::uint32_t>(stored);
}

// The two metadata values are below PERF_NO_INSTANCES (-1).
inline bool ObjectTypeView::is_metadata() const noexcept {
  return stored_instance_count() < PERF_NO_INSTANCES;
}

inline std::uint32_t ObjectTypeView::code_page() const noexcept {
  return member<std::uint32_t>(layout::object_type::kCodePage);
}

inline std::int64_t ObjectTypeView::perf_time() const noexcept {
  return member<std::int64_t>(layout::object_type::kPerfTime);
}

inline std::int64_t ObjectTypeView::perf_freq() const noexcept {
  return member<std::int64_t>(layout::object_type::kPerfFreq);
}

// More than bytes() has if the object is truncated.
inline std::uint32_t ObjectTypeView::total_byte_length() const noexcept {
  return member<std::uint32_t>(layout::object_type::kTotalByteLength);
}

inline std::uint32_t ObjectTypeView::definition_length() const noexcept {
  return member<std::uint32_t>(layout::object_type::kDefinitionLength);
}

inline std::uint32_t ObjectTypeView::header_length() const noexcept {
  return member<std::uint32_t>(layout::object_type::kHeaderLength);
}

// A truncated object still has all its definitions: parse() has validated that.
inline Bytes ObjectTypeView::after_definitions() const noexcept {
  return bytes_.subspan(definition_length());
}

inline CounterRange ObjectTypeView::counters() const noexcept {
  return {bytes_.subspan(header_length()), counter_count(), orders_};
}

// Empty for metadata and for an object without instances, which have no count.
inline InstanceRange ObjectTypeView::instances() const noexcept {
  return {after_definitions(), instance_count().value_or(0), orders_};
}

// A truncated object may end before its counter block does, or before it starts.
inline std::optional<CounterBlockView> ObjectTypeView::single() const noexcept {
  if (stored_instance_count() != PERF_NO_INSTANCES) return std::nullopt;
  const Bytes rest = after_definitions();
  if (!contains(rest.size(), 0, layout::counter_block::kSize)) return std::nullopt;
  return CounterBlockView(InstanceStep::counter_block(rest, orders_), orders_.numbers);
}

// Only the last object of a block may be truncated: parse() has validated the others.
inline std::size_t ObjectStep::length(Bytes rest, BlockOrders orders) noexcept {
  const std::size_t stored =
      load<std::uint32_t>(rest, layout::object_type::kTotalByteLength, orders.numbers);
  return std::min(stored, rest.size());
}

inline ObjectTypeView ObjectStep::item(Bytes rest, BlockOrders orders) noexcept {
  return {rest.first(length(rest, orders)), orders};
}

}  // namespace openperflib
