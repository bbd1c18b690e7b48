// Layout: everything that a query knows about blocks with the same structure, and which series of
// two layouts are the same.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "openperflib/query/binding/path_binding_internal.h"
#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/identity/instance_identity_internal.h"

namespace openperflib {

// Resource: tables that are reused.
class Layout {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Finds the series of all paths in a block; `catalog` is that of the block.
  void assign(const Snapshot& snapshot, const Catalog& catalog, std::span<const PathPattern> paths,
              const TitleTable& titles, std::string_view machine);

  // Whether the next block has the same series in the same places. If so, its processes are
  // identified by that block from now on.
  [[nodiscard]] bool follow(const Snapshot& snapshot, const TimeStep& step) noexcept;

  // For each series of `newer` the same series in `older`, or kNone.
  static void match_series(const Layout& older, const Layout& newer, const TimeStep& step,
                           std::vector<std::uint32_t>& older_series);

  // What stands for each series, in every query over the same blocks.
  void identify_series(std::vector<std::uint64_t>& identities) const;

  [[nodiscard]] const BlockMap& map() const noexcept { return map_; }
  [[nodiscard]] const InstanceIdentities& identities() const noexcept { return identities_; }
  [[nodiscard]] const BoundPaths& bound() const noexcept { return bound_; }

 private:
  struct Object {
    std::uint32_t title_index;
    bool has_instances;
  };
  struct CounterKey {
    std::uint32_t title_index;
    CounterType type;
    bool operator==(const CounterKey&) const = default;
  };
  void add_counters(const Catalog::Object& object);
  [[nodiscard]] std::uint32_t find_object(const Object& object) const noexcept;
  [[nodiscard]] const SeriesRun* find_run(std::uint32_t path, std::uint32_t object,
                                          std::uint32_t instance) const noexcept;
  [[nodiscard]] const CounterKey& counter(const SeriesRun& run, std::uint32_t i) const noexcept {
    return counters_[bound_.choices[run.first_choice + i]];
  }
  static void match_run(const Layout& older, const SeriesRun& older_run, const Layout& newer,
                        const SeriesRun& newer_run, std::vector<std::uint32_t>& older_series);
  static void match_unreadable(const Layout& older, const Layout& newer,
                               std::vector<std::uint32_t>& older_series);

  BlockMap map_;
  InstanceIdentities identities_;
  BoundPaths bound_;
  std::vector<Object> objects_;                // by position in the block
  std::vector<CounterKey> counters_;           // by position among the catalog's
  std::vector<std::uint64_t> counter_tokens_;  // the same
  std::unordered_map<std::uint32_t, std::uint64_t> equal_objects_;   // so far, by title index
  std::unordered_map<std::uint64_t, std::uint64_t> equal_counters_;  // of one object, so far
  std::vector<InstanceKey> keys_;
  std::uint64_t left_out_ = 0;  // a hash of the counters without a definition
};

}  // namespace openperflib
