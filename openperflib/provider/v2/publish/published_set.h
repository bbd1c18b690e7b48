// PublishedSet: one counter set of this process: its segments and instances.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/os/memory/sealed_memory.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/publish/control_callback.h"
#include "openperflib/provider/v2/publish/segment_writer.h"

namespace openperflib {

// Whether a set may get another segment when its segments have no free slot.
enum class SetGrowth : std::uint8_t { allowed, refused };

// The program's part of an instance whose values are copied when a reader asks for them.
struct PrivateInstance {
  SegmentWriter* segment = nullptr;
  std::uint32_t slot = 0;
  std::vector<std::uint64_t> block = {};     // as that of the slot
  std::vector<const void*> references = {};  // of each counter; null: none
};

// An instance: where its values are. Valid until it is removed, and as long as its set.
struct PublishedInstance {
  SegmentWriter* segment = nullptr;
  std::uint32_t slot = 0;
  std::u16string name = {};
  std::uint32_t id = 0;
  // Its PERF_COUNTERSET_INSTANCE, of which the program writes the values: in the segment, or
  // private if the set has references.
  MutableBytes block = {};
  PrivateInstance* own = nullptr;

  // Returns the value of a counter, by its position: 8 bytes; a counter of 4 bytes uses the low 4.
  [[nodiscard]] std::uint64_t* word(std::uint32_t position) const noexcept;
};

// Resource. One thread at a time; values of instances are written by any. Not movable: instances
// refer to its segments.
class PublishedSet {
 public:
  // `set` is valid; `callback` may be empty. Errors: too_large, no_memory.
  [[nodiscard]] static std::expected<std::unique_ptr<PublishedSet>, CounterSetFault> create(
      CounterSetTemplate set, ControlCallback callback = {});
  // Readers that keep the memory mapped see no instance any more.
  ~PublishedSet();
  PublishedSet(const PublishedSet&) = delete;
  PublishedSet& operator=(const PublishedSet&) = delete;

  [[nodiscard]] const CounterSetTemplate& set() const noexcept { return set_; }
  // Returns the callback; may be empty.
  [[nodiscard]] const ControlCallback& callback() const noexcept { return callback_; }
  // Sets the value of Changes of the page from which on the set is offered.
  void set_offered(std::uint32_t changes) noexcept { offered_ = changes; }
  // Returns whether a reader knows the set whose offer has this value of Changes, which may have
  // wrapped.
  [[nodiscard]] bool is_known_at(std::uint32_t changes) const noexcept {
    return static_cast<std::int32_t>(changes - offered_) >= 0;
  }
  // Adds an instance whose values are 0. `life`: different for each instance of the process.
  // Errors: of its name; second_instance, instance_exists, too_large, no_memory. std::bad_alloc:
  // nothing has changed.
  [[nodiscard]] std::expected<PublishedInstance, CounterSetFault> add(
      std::u16string_view name, std::uint32_t id, std::uint64_t life,
      SetGrowth growth = SetGrowth::allowed);
  // Removes an instance; needs no memory.
  void remove(const PublishedInstance& instance);
  // The place of the value holds the address from now on, as on Windows, for the program to read;
  // the address itself is kept apart, so that a program that overwrites its place is not followed
  // there. Errors: not_found: no such counter; is_not_reference.
  [[nodiscard]] std::expected<void, CounterSetFault> set_reference(
      const PublishedInstance& instance, std::uint32_t position, const void* address);
  // Copies the values of all instances, if those of the set are copied on request.
  void copy_values();
  // Returns the number of segments, at least 1. It grows with the instances, and does not shrink
  // when they are removed.
  [[nodiscard]] std::size_t segment_count() const noexcept { return segments_.size(); }
  // Returns the descriptor to send to readers; -1: the program has closed it.
  [[nodiscard]] int descriptor(std::size_t segment) const noexcept {
    return segments_[segment]->memory.descriptor();
  }

 private:
  // A segment's memory and its writer, which refers to it: neither copied nor moved.
  struct Segment {
    Segment(const CounterSetTemplate& set, const SegmentLayout& layout, SealedMemory its_memory,
            bool has_callback)
        : memory(std::move(its_memory)),
          writer(set, layout, memory.bytes(), has_callback),
          name_size(layout.counts().capacity.name_size) {}
    SealedMemory memory;
    SegmentWriter writer;
    std::uint32_t name_size;
  };
  PublishedSet(CounterSetTemplate set, ControlCallback callback)
      : set_(std::move(set)), callback_(std::move(callback)) {}
  // Adds a segment for names of so many UTF-16 units. Errors: too_large, no_memory.
  [[nodiscard]] std::expected<void, CounterSetFault> add_segment(std::size_t name_units);
  // Takes a slot for it.
  [[nodiscard]] std::expected<void, CounterSetFault> place(PublishedInstance& instance,
                                                           std::uint64_t life, SetGrowth growth);
  // Takes a slot of the segment. Returns whether it had one.
  [[nodiscard]] static bool place_in(Segment& segment, PublishedInstance& instance,
                                     std::uint64_t life);
  // Returns a list of one with its memory if the set has references, else an empty list.
  [[nodiscard]] std::list<PrivateInstance> make_private(std::u16string_view name) const;
  // Lets the program write a placed instance to private memory.
  void use_private(std::list<PrivateInstance>& own, PublishedInstance& instance);
  // A counter whose reference is null becomes a missing value.
  void copy_values(const PrivateInstance& instance);

  using Name = std::pair<std::u16string, std::uint32_t>;  // of an instance, with its id
  using NameView = std::pair<std::u16string_view, std::uint32_t>;
  // Orders names by their code units, then by their ids.
  struct ByName {
    using is_transparent = void;  // so that to look for one needs no memory
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const noexcept {
      return NameView(a) < NameView(b);
    }
  };
  using Names = std::set<Name, ByName>;

  CounterSetTemplate set_;
  ControlCallback callback_;
  std::uint32_t offered_ = 0;
  std::vector<std::unique_ptr<Segment>> segments_;
  Names names_;
  std::list<PrivateInstance> private_;  // if the set has references
  std::vector<std::uint64_t> values_;   // being copied
  std::vector<std::uint64_t> missing_;  // bits
};

}  // namespace openperflib
