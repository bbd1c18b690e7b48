// ObjectNames: the counters and instances of one object of a catalog, by the names that paths give
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The title index of an object; where a log has names alone, that of its name, if only one has it;
// otherwise 0.
[[nodiscard]] std::uint32_t title_index_of(const Catalog::Object& object, const TitleTable& titles);

// Whether a pattern names an object by one of its names, which are folded, or by its title index.
// `original`: in a log that is not in English; otherwise empty.
[[nodiscard]] bool is_called(const NamePattern& pattern, std::string_view name,
                             std::string_view original, std::uint32_t title_index) noexcept;

// Resource: indices that are made when a path first needs them. Positions are those in the object.
class ObjectNames {
 public:
  // The object lives until the next call.
  void assign(const Catalog::Object& object);

  // The counters that a pattern names, ascending. Names come before numbers: a counter that is
  // called 6 hides the one whose title index is 6. A counter without a title index has that of its
  // name in `titles`. One that is not listed is meant by its name alone, not by wildcards.
  void find_counters(const NamePattern& pattern, const TitleTable& titles,
                     std::vector<std::uint32_t>& found);

  // The instances that a pattern names, ascending.
  void find_instances(const InstancePattern& pattern, std::vector<std::uint32_t>& found);

 private:
  // A name, or the hash of one, and a position that has it.
  using CounterName = std::pair<std::string_view, std::uint32_t>;
  using InstanceHash = std::pair<std::uint64_t, std::uint32_t>;
  void index_counters();
  void index_instances();
  void fold_instances();
  void find_by_name(const NamePattern& pattern, std::vector<std::uint32_t>& found);
  void find_by_number(std::uint32_t number, const TitleTable& titles,
                      std::vector<std::uint32_t>& found) const;
  void look_up(const InstancePattern& pattern, std::vector<std::uint32_t>& found);

  const Catalog::Object* object_ = nullptr;
  std::vector<std::string> originals_;     // by counter, folded; empty: no counter has one
  std::vector<CounterName> by_name_;       // sorted; empty: not made yet
  std::vector<InstanceHash> by_hash_;      // sorted; empty: not made yet
  std::vector<std::string> folded_names_;  // by instance; empty: not made yet
};

}  // namespace openperflib
