// Reads everything in a view, the far end first: the fuzz target and the property tests do this
// with every accepted block. For tests.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// Value. A sum over every reachable byte, so that no read can be optimised away, and whether every
// part lies in the block and inside its parent.
class Traversal {
 public:
  // Reads everything at once; the view must outlive this.
  explicit Traversal(const DataBlockView& view) : view_(view) {
    std::vector<ObjectTypeView> objects;
    for (const ObjectTypeView object : view.objects()) objects.push_back(object);
    for (auto object = objects.rbegin(); object != objects.rend(); ++object) visit(*object);
    take(view.machine_name(), view.bytes());
  }
  // Depends on every byte, in reading order.
  [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }
  // Whether every part was inside its parent.
  [[nodiscard]] bool stayed_inside() const noexcept { return stayed_inside_; }

 private:
  // Adds a part's bytes to the sum, if they are inside those of its parent.
  void take(Bytes part, Bytes parent) {
    if (part.empty()) return;
    const bool inside =
        part.data() >= parent.data() && part.data() + part.size() <= parent.data() + parent.size();
    stayed_inside_ = stayed_inside_ && inside;
    if (!inside) return;
    for (auto byte = part.rbegin(); byte != part.rend(); ++byte) {
      sum_ = sum_ * 31 + std::to_integer<std::uint64_t>(*byte);
    }
  }

  // An object, with its instances and their names, the last one first.
  void visit(const ObjectTypeView& object) {
    take(object.bytes(), view_.bytes());
    sum_ += object.default_counter_ordinal().value_or(0);
    std::vector<InstanceView> instances;
    for (const InstanceView instance : object.instances()) instances.push_back(instance);
    for (auto instance = instances.rbegin(); instance != instances.rend(); ++instance) {
      take(instance->definition.bytes(), object.bytes());
      take(instance->definition.name(), instance->definition.bytes());
      sum_ += instance_name(object, instance->definition).replaced;
      visit(object, instance->counters);
    }
    if (const auto single = object.single()) visit(object, *single);
  }

  // One counter block, with each value.
  void visit(const ObjectTypeView& object, const CounterBlockView& block) {
    take(block.bytes(), object.bytes());
    for (const CounterDefinitionView counter : object.counters()) {
      take(counter.bytes(), object.bytes());
      take(block.data(counter), block.bytes());
      sum_ += block.value(counter).value_or(0);
    }
  }

  const DataBlockView& view_;
  std::uint64_t sum_ = 0;
  bool stayed_inside_ = true;
};

}  // namespace openperflib
