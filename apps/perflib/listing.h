// What a source has: objects, instances and counters, those that are missing included. The model
// behind list, explain and completion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/linux/object_catalogue.h"
#include "openperflib/query/object_request.h"
#include "openperflib/query/series.h"
#include "openperflib/query/snapshot.h"

namespace openperflib::apps {

// A counter of an object, whether the snapshot has a definition of it or not.
struct ListedCounter {
  std::uint32_t title_index = 0;
  std::string name;
  std::string original_name;             // in a log of another language; empty: the same
  std::optional<CounterType> type;       // nothing: a text log does not tell it
  CStatus status = CStatus::valid_data;  // valid where at least one instance has a value
  std::string reason;                    // empty where it has data
  std::string_view summary;              // what it says; empty where nobody wrote it down
};

struct ListedObject {
  std::uint32_t title_index = 0;
  std::string machine;  // of a log that has several; else empty
  std::string name;
  std::string original_name;            // in a log of another language; empty: the same
  bool has_instances = false;           // by nature
  std::vector<std::string> instances;   // as shown: #n among equal names
  std::vector<ListedCounter> counters;  // in the catalogue's order
  std::string_view reason =
      {};  // of an object that has no title here, and so no counters; else empty
};

// A request for everything that can be collected here, the costly objects too.
[[nodiscard]] ObjectRequest everything();

// All objects of a snapshot but Collection Status; behind them those of which it has nothing but
// the reasons why.
[[nodiscard]] std::vector<ListedObject> list_objects(const Snapshot& snapshot);

// The objects of the catalogue of which a snapshot of everything says nothing; and those of Windows
// of which Linux has nothing.
[[nodiscard]] std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot);

// The row of a counter of an object; null where it has none.
[[nodiscard]] const CatalogueCounter* find_catalogue_counter(const CatalogueObject& object,
                                                             std::uint32_t title_index) noexcept;

// The catalogue's row of a counter of another machine, which may tell its names alone. Null where
// it has none.
[[nodiscard]] const CatalogueCounter* find_catalogue_counter(const Series& series);

// Whether `word` (case ignored, * and ? are wildcards) is or is part of `name`.
[[nodiscard]] bool matches_word(std::string_view name, std::string_view word);

}  // namespace openperflib::apps
