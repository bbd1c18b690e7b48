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
  void describe(const ObjectTypeView& object, const TitleTable& titles);
  void add_counter(const CounterDefinitionView& definition, std::uint32_t ordinal,
                   const TitleTable& titles);
  void read_instances(const Snapshot& snapshot, const ObjectTypeView& object);
  void read_values(const CounterBlockView& block, std::size_t instance);
  void read_lacks(const Snapshot& snapshot, const ObjectTypeView& object);
  void read_name(const DataBlockView& view, const InstanceDefinitionView& definition,
                 std::u16string& name);
  [[nodiscard]] Bytes parent_name(const DataBlockView& view, const ParentInstance& parent);
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
