#include "openperflib/wire/object_type_view.h"

#include "openperflib/wire/counter_kind_internal.h"

namespace openperflib {
namespace {

bool is_base(const CounterDefinitionView& counter) noexcept {
  return is_base_type(counter.counter_type());
}

}  // namespace

std::optional<std::uint32_t> ObjectTypeView::default_counter_ordinal() const noexcept {
  const std::int32_t stored = default_counter();
  if (stored < 0) return std::nullopt;
  const auto wanted = static_cast<std::uint32_t>(stored);
  const bool is_ordinal = wanted < counter_count();
  std::optional<std::uint32_t> numerator;
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView counter : counters()) {
    if (!is_base(counter)) numerator = ordinal;
    if (is_ordinal ? ordinal == wanted : counter.name_title_index() == wanted) return numerator;
    ++ordinal;
  }
  return std::nullopt;
}

// How many instances of a truncated object have a complete definition and the start of a counter
// block. The conditions are those by which parse() stopped, so that only validated bytes are read.
std::uint32_t ObjectTypeView::instances_present() const noexcept {
  const auto stored = static_cast<std::uint32_t>(stored_instance_count());
  Bytes rest = after_definitions();
  std::uint32_t present = 0;
  while (present < stored && contains(rest.size(), 0, layout::kLeastInstance) &&
         contains(rest.size(), InstanceStep::definition_length(rest, orders_),
                  layout::counter_block::kSize)) {
    rest = rest.subspan(InstanceStep::length(rest, orders_));
    ++present;
  }
  return present;
}

}  // namespace openperflib
