// PublishedSet: one counter set of this process: its segments and instances.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/os/sealed_memory.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/segment_writer.h"

namespace openperflib {

// An instance: where its values are. Valid until it is removed, and as long as its set.
struct PublishedInstance {
  SegmentWriter* segment = nullptr;
  std::uint32_t slot = 0;
  std::u16string name = {};
  std::uint32_t id = 0;
};

// Resource. One thread at a time; values of instances are written by any. Not movable: instances
// refer to its segments.
class PublishedSet {
 public:
  // `set` is valid. Errors: too_large, no_memory.
  [[nodiscard]] static std::expected<std::unique_ptr<PublishedSet>, CounterSetFault> create(
      CounterSetTemplate set);
  // Readers that keep the memory mapped see no instance any more.
  ~PublishedSet();
  PublishedSet(const PublishedSet&) = delete;
  PublishedSet& operator=(const PublishedSet&) = delete;

  [[nodiscard]] const CounterSetTemplate& set() const noexcept { return set_; }
  // An instance whose values are 0. Its life is unequal for all instances of the process. Errors:
  // of its name; second_instance, instance_exists, too_large, no_memory.
  [[nodiscard]] std::expected<PublishedInstance, CounterSetFault> add(std::u16string_view name,
                                                                      std::uint32_t id,
                                                                      std::uint64_t life);
  void remove(const PublishedInstance& instance);
  [[nodiscard]] std::size_t segment_count() const noexcept { return segments_.size(); }
  // To be sent to readers; -1: the program has closed it.
  [[nodiscard]] int descriptor(std::size_t segment) const noexcept {
    return segments_[segment]->memory.descriptor();
  }

 private:
  struct Segment {
    Segment(const CounterSetTemplate& set, const SegmentLayout& layout, SealedMemory its_memory)
        : memory(std::move(its_memory)),
          writer(set, layout, memory.bytes()),
          name_size(layout.counts().capacity.name_size) {}
    SealedMemory memory;
    SegmentWriter writer;
    std::uint32_t name_size;
  };
  explicit PublishedSet(CounterSetTemplate set) : set_(std::move(set)) {}
  [[nodiscard]] std::expected<void, CounterSetFault> add_segment(std::size_t name_units);
  [[nodiscard]] std::expected<PublishedInstance, CounterSetFault> place(
      const SlotInstance& instance);

  CounterSetTemplate set_;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::set<std::pair<std::u16string, std::uint32_t>> names_;
};

}  // namespace openperflib
