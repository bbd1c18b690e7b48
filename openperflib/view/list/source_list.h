// What a source has: objects, instances and counters, including missing ones. The model of list, of
// a machine and of a log alike: a Catalog, with what is known besides about its objects.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// A counter of an object, whether or not the snapshot has a definition of it.
struct ListedCounter {
  std::uint32_t title_index = 0;
  std::string name;
  std::string original_name;             // in a log of another language; empty: the same
  std::optional<CounterType> type;       // nullopt: unknown in a text log
  CStatus status = CStatus::valid_data;  // valid if at least one instance has a value
  std::string reason;                    // empty if it has data
  std::string summary;                   // what it measures; empty if not documented
};

// An object of a machine or log. Value.
struct ListedObject {
  std::uint32_t title_index = 0;
  std::string machine;  // in a log with several; otherwise empty
  std::string name;
  std::string original_name;            // in a log of another language; empty: the same
  bool has_instances = false;           // of its kind
  std::vector<std::string> instances;   // as shown: #n among equal names
  std::vector<ListedCounter> counters;  // as described, or in the order of the log
  std::string reason = {};              // of an object without a title, and so without counters;
                                        // otherwise empty
};

// What a machine can have, as its providers describe it. The texts are the caller's.
struct DescribedCounter {
  std::uint32_t title_index = 0;
  std::string_view name;
  std::string_view summary;
  std::uint32_t type = 0;
  std::string_view missing_reason;  // why it has no definition where it has none; or empty
  bool never_has_values = false;    // on a machine of this kind
};
// An object that providers describe. Value, except for the texts.
struct DescribedObject {
  std::uint32_t title_index = 0;
  std::string_view name;
  bool has_instances = false;
  bool is_collected = true;  // false: known by name, but never written
  std::vector<DescribedCounter> counters;
};

// All known objects of a snapshot, in its order, followed by those for which it only has reasons
// why they are missing, in the order of `known`. `catalog` is that of the snapshot.
[[nodiscard]] std::vector<ListedObject> list_objects(const Catalog& catalog,
                                                     const Snapshot& snapshot,
                                                     std::span<const DescribedObject> known);

// The known objects that a snapshot of everything does not mention.
[[nodiscard]] std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot,
                                                            std::span<const DescribedObject> known);

// The objects of a log over all of its records: their catalogs, joined. Memory is that of the
// names.
class ListOfRecords {
 public:
  // `summary_of`: what a counter of that name measures; empty: not known.
  explicit ListOfRecords(std::function<std::string(const Series&)> summary_of)
      : summary_of_(std::move(summary_of)) {}

  // The next record, whose series have the numbers of `catalog`. `has_value(series)`: it has one.
  // `holds_values`: the log has calculated values, and so no types.
  void add(const Catalog& catalog, bool holds_values,
           const std::function<bool(std::size_t)>& has_value);

  // Returns the objects; those of several machines name them. A counter has data if one of its
  // instances had a value in some record.
  [[nodiscard]] std::vector<ListedObject> take_objects();

 private:
  using Place = std::pair<std::size_t, std::size_t>;  // of an object, of its counter

  // Fills places_ for a catalog of another generation.
  void map_series(const Catalog& catalog, bool holds_values);
  // Finds the object and the counter of a series; new ones are added.
  [[nodiscard]] Place place_of(const Series& series, bool holds_values);
  // Finds the object by the names of machine and object; a new one is added.
  [[nodiscard]] std::size_t object_of(const Series& series);
  // Adds the shown name of the series' instance to the object, once.
  void note_instance(const Series& series, std::size_t object);
  // Makes a counter without data, until a record has a value.
  [[nodiscard]] ListedCounter listed(const Series& series, bool holds_values) const;

  std::function<std::string(const Series&)> summary_of_;
  std::vector<ListedObject> objects_;
  std::set<std::string> machines_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_of_objects_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> counters_;
  std::set<std::pair<std::size_t, std::string>> instances_;
  std::vector<Place> places_;  // by series of the newest catalog
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib
