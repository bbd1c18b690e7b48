#include "openperflib/provider/v2/published_set.h"

#include <algorithm>

#include "openperflib/base/try_internal.h"

namespace openperflib {

std::expected<std::unique_ptr<PublishedSet>, CounterSetFault> PublishedSet::create(
    CounterSetTemplate set) {
  std::unique_ptr<PublishedSet> made(new PublishedSet(std::move(set)));
  OPENPERFLIB_TRY(made->add_segment(0));
  return made;
}

PublishedSet::~PublishedSet() {
  for (const auto& segment : segments_) segment->writer.withdraw();
}

std::expected<void, CounterSetFault> PublishedSet::add_segment(std::size_t name_units) {
  const std::uint32_t name_size = next_capacity(set_, name_units, 0).name_size;
  const auto earlier = std::ranges::count_if(
      segments_, [&](const auto& segment) { return segment->name_size == name_size; });
  const SegmentLayout layout = OPENPERFLIB_TRY(
      SegmentLayout::of(set_, next_capacity(set_, name_units, static_cast<unsigned>(earlier))));
  auto memory = SealedMemory::create("openperflib", layout.size());
  if (!memory.has_value()) return std::unexpected(CounterSetFault::no_memory);
  segments_.push_back(std::make_unique<Segment>(set_, layout, *std::move(memory)));
  return {};
}

std::expected<PublishedInstance, CounterSetFault> PublishedSet::place(
    const SlotInstance& instance) {
  const auto use = [&](Segment& segment) {
    return segment.writer.holds_name(instance.name) ? segment.writer.create(instance)
                                                    : std::nullopt;
  };
  for (const auto& segment : segments_) {
    const auto slot = use(*segment);
    if (slot.has_value()) return PublishedInstance{&segment->writer, *slot, {}, instance.id};
  }
  OPENPERFLIB_TRY(add_segment(instance.name.size()));
  const auto slot = use(*segments_.back());
  if (!slot.has_value()) return std::unexpected(CounterSetFault::too_large);
  return PublishedInstance{&segments_.back()->writer, *slot, {}, instance.id};
}

std::expected<PublishedInstance, CounterSetFault> PublishedSet::add(std::u16string_view name,
                                                                    std::uint32_t id,
                                                                    std::uint64_t life) {
  OPENPERFLIB_TRY(check_instance_name(set_, name));
  if (set_.has_one_instance() && !names_.empty()) {
    return std::unexpected(CounterSetFault::second_instance);
  }
  const auto known = names_.emplace(name, id);
  if (!known.second) return std::unexpected(CounterSetFault::instance_exists);
  auto instance = place({.name = name, .id = id, .life = life});
  if (instance.has_value()) {
    instance->name = name;
  } else {
    names_.erase(known.first);
  }
  return instance;
}

void PublishedSet::remove(const PublishedInstance& instance) {
  instance.segment->remove(instance.slot);
  names_.erase({instance.name, instance.id});
}

}  // namespace openperflib
