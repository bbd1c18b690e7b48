// Collector: fills the table of one object from its sources.
#pragma once

#include <memory>

#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// Resource: its members are what it keeps between collections (open files, maxima, clamps).
class Collector {
 public:
  virtual ~Collector() = default;
  // Fills the empty `table` with the instances of this collection; each value is a number or the
  // reason why it is missing. A source that fails loses only its own values.
  virtual void collect(CollectContext& context, ObjectTable& table) = 0;
};

// A collector that keeps a State, whose values kCollect fills in.
template <typename State, void (*kCollect)(State&, CollectContext&, ObjectTable&)>
class CollectorWithState final : public Collector {
 public:
  void collect(CollectContext& context, ObjectTable& table) override {
    kCollect(state_, context, table);
  }

 private:
  State state_;
};

// A collector that keeps nothing, or whose state is shared with other objects.
template <void (*kCollect)(CollectContext&, ObjectTable&)>
class CollectorWithoutState final : public Collector {
 public:
  void collect(CollectContext& context, ObjectTable& table) override { kCollect(context, table); }
};

template <typename State, void (*kCollect)(State&, CollectContext&, ObjectTable&)>
[[nodiscard]] std::unique_ptr<Collector> make_collector() {
  return std::make_unique<CollectorWithState<State, kCollect>>();
}

template <void (*kCollect)(CollectContext&, ObjectTable&)>
[[nodiscard]] std::unique_ptr<Collector> make_collector() {
  return std::make_unique<CollectorWithoutState<kCollect>>();
}

}  // namespace openperflib::linux_objects
