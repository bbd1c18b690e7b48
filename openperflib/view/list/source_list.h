// What a source has: objects, instances and counters, including missing ones. The model of list, of
// a machine and of a log alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/series_order.h"
#include "openperflib/query/names.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// A counter of an object, whether or not the snapshot has a definition of it.
struct ListedCounter {
  std::uint32_t title_index = 0;
  std::string name;
  std::string original_name;                       // in a log of another language; empty: the same
  std::optional<CounterType> type;                 // nullopt: unknown in a text log
  CStatus status = CStatus::valid_data;            // valid if at least one instance has a value
  std::string reason;                              // empty if it has data
  std::string summary;                             // what it measures; empty if not documented
  std::optional<std::int32_t> default_scale = {};  // nullopt: unknown, as in a text log
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

// All described objects of a snapshot, in its order, followed by those for which it only has
// reasons why they are missing, in the order of the descriptions. `names`, here and below: of the
// catalog of the snapshot, with the descriptions of its source.
[[nodiscard]] std::vector<ListedObject> list_objects(const Names& names, const Snapshot& snapshot);

// The described objects that a snapshot of everything does not mention.
[[nodiscard]] std::vector<ListedObject> list_absent_objects(const Names& names,
                                                            const Snapshot& snapshot);

// The objects of a log over all of its records: their catalogs, joined. Memory is that of the
// names.
class ListOfRecords {
 public:
  // `summary_of`: what a counter of that name measures; empty: not known.
  explicit ListOfRecords(std::function<std::string(const Series&)> summary_of)
      : summary_of_(std::move(summary_of)) {}

  // Adds a record, whose series have the numbers of `catalog`; of a block only those that are
  // listed. `has_value(series)`: it has one. `holds_values`: the log has calculated values, so no
  // types.
  void add(const Catalog& catalog, bool holds_values,
           const std::function<bool(std::size_t)>& has_value);

  // Returns the objects so far; those of several machines name them. A counter has data if one of
  // its instances had a value in some record.
  [[nodiscard]] std::vector<ListedObject> objects() const;

 private:
  // Fills places_ for a catalog of another generation.
  void map_series(const Catalog& catalog);
  // Finds the object and the counter of a series in names_; new names are added.
  [[nodiscard]] Catalog::Place place_of(const Series& series);
  // Returns whether no series before had its instance, which is then noted.
  [[nodiscard]] bool is_new_instance(const Series& series);
  // Makes a counter with data, or without.
  [[nodiscard]] ListedCounter listed(const Names::Object& object, const Catalog::Counter& counter,
                                     bool has_data) const;

  std::function<std::string(const Series&)> summary_of_;
  Catalog names_;  // of all records: one series for each counter, and one for each instance
  std::unordered_map<std::uint64_t, Catalog::Place> counters_;  // in names_, by their names
  std::unordered_set<std::uint64_t> instances_;                 // by their names
  // The same by names as they were written, of which there are few for one name.
  std::unordered_map<std::uint64_t, Catalog::Place> counters_as_written_;
  std::unordered_set<std::uint64_t> instances_as_written_;
  std::uint64_t last_instance_ = 0;          // of the series before, as it was written
  std::vector<std::vector<bool>> has_data_;  // by object and counter in names_
  SeriesOrder order_;                        // of all records
  std::vector<Catalog::Place> places_;       // in names_, by series of the newest catalog
  std::vector<std::uint32_t> lacking_;       // its series whose counters had no data so far
  std::uint64_t generation_ = 0;
  bool holds_values_ = false;
};

}  // namespace openperflib
