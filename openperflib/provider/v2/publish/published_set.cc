#include "openperflib/provider/v2/publish/published_set.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <span>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v2/segment_format.h"

namespace openperflib {
namespace {

constexpr std::size_t kBits = 64;
// Words before the values of a block.
constexpr std::size_t kFirstValue =
    (segment::slot::kValues - segment::slot::kBlock) / sizeof(std::uint64_t);

// The program may write it meanwhile: one access, where it is aligned.
template <typename T>
T load_from(const void* place) noexcept {
  T value = 0;
  if (std::bit_cast<std::uintptr_t>(place) % sizeof(T) == 0) {
    auto* const word = static_cast<T*>(const_cast<void*>(place));  // atomic_ref has no const form
    return std::atomic_ref<T>(*word).load(std::memory_order_relaxed);
  }
  std::memcpy(&value, place, sizeof(value));
  return value;
}

std::uint64_t value_at(const void* place, std::uint32_t width) noexcept {
  return width == sizeof(std::uint64_t) ? load_from<std::uint64_t>(place)
                                        : load_from<std::uint32_t>(place);
}

}  // namespace

std::uint64_t* PublishedInstance::word(std::uint32_t position) const noexcept {
  void* const first = block.data();
  return static_cast<std::uint64_t*>(first) + kFirstValue + position;
}

std::expected<std::unique_ptr<PublishedSet>, CounterSetFault> PublishedSet::create(
    CounterSetTemplate set, ControlCallback callback) {
  std::unique_ptr<PublishedSet> made(new PublishedSet(std::move(set), std::move(callback)));
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
  segments_.push_back(
      std::make_unique<Segment>(set_, layout, *std::move(memory), callback_ != nullptr));
  return {};
}

bool PublishedSet::place_in(Segment& segment, PublishedInstance& instance, std::uint64_t life) {
  if (!segment.writer.holds_name(instance.name)) return false;
  const auto slot = segment.writer.create({.name = instance.name, .id = instance.id, .life = life});
  if (!slot.has_value()) return false;
  instance.segment = &segment.writer;
  instance.slot = *slot;
  instance.block = segment.writer.block(*slot);
  return true;
}

std::expected<void, CounterSetFault> PublishedSet::place(PublishedInstance& instance,
                                                         std::uint64_t life, SetGrowth growth) {
  const auto holds_it = [&](const auto& segment) { return place_in(*segment, instance, life); };
  if (std::ranges::any_of(segments_, holds_it)) return {};
  if (growth == SetGrowth::refused) return std::unexpected(CounterSetFault::no_memory);
  OPENPERFLIB_TRY(add_segment(instance.name.size()));
  if (!holds_it(segments_.back())) return std::unexpected(CounterSetFault::too_large);
  return {};
}

std::list<PrivateInstance> PublishedSet::make_private(std::u16string_view name) const {
  std::list<PrivateInstance> made;
  if (!set_.has_references()) return made;
  const std::size_t name_size = (name.size() + 1) * sizeof(char16_t);
  const std::size_t name_words = (name_size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  PrivateInstance& own = made.emplace_back();
  own.block.resize(kFirstValue + set_.counters.size() + name_words);
  own.references.resize(set_.counters.size());
  return made;
}

void PublishedSet::use_private(std::list<PrivateInstance>& own, PublishedInstance& instance) {
  PrivateInstance& one = own.front();
  one.segment = instance.segment;
  one.slot = instance.slot;
  const MutableBytes block = std::as_writable_bytes(std::span(one.block));
  std::memcpy(block.data(), instance.block.data(), block.size());
  instance.block = block;
  instance.own = &one;
  private_.splice(private_.end(), own);
}

// What needs memory comes before what readers see.
std::expected<PublishedInstance, CounterSetFault> PublishedSet::add(std::u16string_view name,
                                                                    std::uint32_t id,
                                                                    std::uint64_t life,
                                                                    SetGrowth growth) {
  OPENPERFLIB_TRY(check_instance_name(set_, name));
  if (set_.has_one_instance() && !names_.empty()) {
    return std::unexpected(CounterSetFault::second_instance);
  }
  const auto next = names_.lower_bound(NameView(name, id));
  if (next != names_.end() && NameView(*next) == NameView(name, id)) {
    return std::unexpected(CounterSetFault::instance_exists);
  }
  Names own_name;
  own_name.emplace(name, id);
  PublishedInstance instance{.name = std::u16string(name), .id = id};
  std::list<PrivateInstance> own = make_private(name);
  OPENPERFLIB_TRY(place(instance, life, growth));
  names_.insert(next, own_name.extract(own_name.begin()));
  if (!own.empty()) use_private(own, instance);
  return instance;
}

void PublishedSet::remove(const PublishedInstance& instance) {
  instance.segment->remove(instance.slot);
  names_.erase(names_.find(NameView(instance.name, instance.id)));
  private_.remove_if([&](const PrivateInstance& one) { return &one == instance.own; });
}

std::expected<void, CounterSetFault> PublishedSet::set_reference(const PublishedInstance& instance,
                                                                 std::uint32_t position,
                                                                 const void* address) {
  if (position >= set_.counters.size()) return std::unexpected(CounterSetFault::not_found);
  if (!set_.counters[position].is_reference()) {
    return std::unexpected(CounterSetFault::is_not_reference);
  }
  instance.own->references[position] = address;
  instance.own->block[kFirstValue + position] = std::bit_cast<std::uintptr_t>(address);
  return {};
}

void PublishedSet::copy_values() {
  for (const PrivateInstance& instance : private_) copy_values(instance);
}

void PublishedSet::copy_values(const PrivateInstance& instance) {
  values_.assign(set_.counters.size(), 0);
  missing_.assign(segment::missing_words_of(set_.counters.size()), 0);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const CounterTemplate& counter = set_.counters[i];
    const void* const place =
        counter.is_reference() ? instance.references[i] : instance.block.data() + kFirstValue + i;
    if (place != nullptr) {
      values_[i] = value_at(place, counter.value_width());
    } else {
      missing_[i / kBits] |= std::uint64_t{1} << (i % kBits);
    }
  }
  instance.segment->copy_values(instance.slot, values_, missing_);
}

}  // namespace openperflib
