// Layout: how a query recognises the next block of the same structure, and what its series are.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/identity/instance_identity_internal.h"
#include "openperflib/query/identity/process_starts_internal.h"

namespace openperflib {

// Resource: tables that are reused.
class Layout {
 public:
  // Takes a block, its catalog, and the series that were found in it.
  void assign(const Snapshot& snapshot, const Catalog& catalog, std::span<const BoundSeries> bound);

  // Processes that are the same as in an older block keep their identities, also if their start
  // slipped.
  void continue_from(const Layout& older, const TimeStep& step);

  // Reads when the processes of the block of assign() began; without it, all began before.
  void note_starts(const Snapshot& snapshot, const Catalog& catalog, const TimeStep& step) {
    starts_.assign(snapshot, catalog, map_, step);
  }
  // Returns whether the instance of a place is a process or thread that began after the block of
  // `older`, from which this layout continues.
  [[nodiscard]] bool has_begun_since(const Layout& older,
                                     const Catalog::Place& place) const noexcept;

  // What the next block has: all the same, other processes in the same places, or other instances
  // and counters.
  enum class Next : std::uint8_t { same, other_processes, other_layout };
  // Compares the next block. If it is the same, processes are identified by it from now on.
  [[nodiscard]] Next follow(const Snapshot& snapshot, const TimeStep& step) noexcept;
  // Takes the processes of a block that has others. `older` gets those of before: it is what this
  // layout continues from.
  void replace_processes(const Snapshot& snapshot, const Catalog& catalog, Layout& older);
  // Returns whether the instance of a place is the one that `older` has there.
  [[nodiscard]] bool has_instance_of(const Layout& older,
                                     const Catalog::Place& place) const noexcept {
    return place.instance == Catalog::Place::kNone ||
           identities_.token(place.object, place.instance) ==
               older.identities_.token(place.object, place.instance);
  }

  // What stands for a series of the block, in every query over the same blocks.
  [[nodiscard]] std::uint64_t identity_of(const Catalog::Place& place) const noexcept;
  // The pid of a series of a process; 0: none.
  [[nodiscard]] std::uint32_t process_id_of(const Catalog::Place& place) const noexcept;

  [[nodiscard]] const BlockMap& map() const noexcept { return map_; }

 private:
  struct Object {
    std::uint32_t title_index;
    bool has_instances;
    std::size_t first_counter;  // in counter_tokens_
    std::uint64_t single_key;   // of the one counter block of an object without instances; 0: none
  };
  void add_counters(const Catalog::Object& object, std::span<const InstanceKey> keys);
  [[nodiscard]] std::size_t find_object(const Object& object) const noexcept;

  BlockMap map_;
  InstanceIdentities identities_;
  ProcessStarts starts_;
  std::vector<Object> objects_;                // by position in the block
  std::vector<std::uint64_t> counter_tokens_;  // by position among the catalog's
  std::unordered_map<std::uint32_t, std::uint64_t> equal_objects_;   // so far, by title index
  std::unordered_map<std::uint64_t, std::uint64_t> equal_counters_;  // of one object, so far
  std::vector<InstanceKey> keys_;
  std::vector<CounterLink> links_;
  std::uint64_t left_out_ = 0;  // a hash of the counters without a definition
};

}  // namespace openperflib
