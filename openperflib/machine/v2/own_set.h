// OwnSet: one of this machine's own objects as a counter set.
//
// Resource, reused: while its definitions stay the same, and it has no more instances than before,
// it allocates nothing. Source: docs/formats/counter_set_blocks.md, "Objects as sets".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/read/set_instance.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// {4f50464c-0000-4000-8000-<title index, 12 hexadecimal digits>}, and the reverse; nullopt: it is
// the GUID of something else.
[[nodiscard]] Guid own_set_guid(TitleIndex object) noexcept;
[[nodiscard]] std::optional<TitleIndex> own_object_of(const Guid& set) noexcept;

class OwnSet {
 public:
  // Follows the object of a snapshot, whose names `titles` has.
  void assign(const Snapshot& snapshot, const ObjectTypeView& object, const TitleTable& titles);
  // Its counters with a value of 4 or 8 bytes, bases included.
  [[nodiscard]] const CounterSetTemplate& set() const noexcept { return set_; }
  // Valid until the next assign(). Those with the same name have the ids 0, 1, ...
  [[nodiscard]] std::span<const SetInstance> instances() const noexcept { return instances_; }

 private:
  // Where the value of a counter is.
  struct Column {
    std::uint32_t ordinal = 0;
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
  };
  // Makes set_ and columns_ from the definitions.
  void describe(const ObjectTypeView& object, const TitleTable& titles);
  // Leaves out a counter without a value of 4 or 8 bytes, and one whose id is taken.
  void add_counter(const CounterDefinitionView& definition, std::uint32_t ordinal,
                   const TitleTable& titles);
  // Reads names, values and lacks of all instances, or of the only one.
  void read_instances(const Snapshot& snapshot, const ObjectTypeView& object);
  // Fills the row of an instance; a value outside its block is 0.
  void read_values(const CounterBlockView& block, std::size_t instance);
  // Fills lacks_ from the snapshot's runs of missing values.
  void read_lacks(const Snapshot& snapshot, const ObjectTypeView& object);
  // Writes "parent/name", as perflib.h has no parents.
  void read_name(const DataBlockView& view, const InstanceDefinitionView& definition,
                 std::u16string& name);
  // Returns the name without its NUL, in the snapshot's bytes. Fills parents_ for another object.
  [[nodiscard]] Bytes parent_name(const DataBlockView& view, const ParentInstance& parent);
  // Sets the ids of instances with equal names, in the order of the block.
  void number_names();

  CounterSetTemplate set_;
  std::vector<std::byte> definitions_;  // that set_ was made of
  std::vector<Column> columns_;         // of each counter
  std::vector<SetInstance> instances_;
  std::vector<std::u16string> names_;
  std::vector<std::uint64_t> values_;  // a row for each instance
  std::vector<ValueLack> lacks_;       // likewise; empty: none is missing
  std::vector<std::uint32_t> order_;   // positions of instances, by name
  TitleIndex parents_of_ = 0;          // whose instances' names parents_ has
  std::vector<Bytes> parents_;
};

}  // namespace openperflib
