// What a source has: objects, instances and counters, including missing ones. The model of list,
// explain and completion.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/provider/provider.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::apps {

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

struct ListedObject {
  std::uint32_t title_index = 0;
  std::string machine;  // in a log with several; otherwise empty
  std::string name;
  std::string original_name;            // in a log of another language; empty: the same
  bool has_instances = false;           // of its kind
  std::vector<std::string> instances;   // as shown: #n among equal names
  std::vector<ListedCounter> counters;  // in the order of the catalogue
  std::string_view reason =
      {};  // of an object without a title, and so without counters; otherwise empty
};

// A request for everything that can be collected here, including the costly objects. `described`,
// here and below: what the providers of the machine have.
[[nodiscard]] ObjectRequest everything(std::span<const ObjectDescription* const> described);

// The description of an object; null if there is none.
[[nodiscard]] const ObjectDescription* find_described(
    std::span<const ObjectDescription* const> described, TitleIndex object);

// All described objects of a snapshot, followed by those for which it only has reasons why they are
// missing.
[[nodiscard]] std::vector<ListedObject> list_objects(
    const Snapshot& snapshot, std::span<const ObjectDescription* const> described);

// The described objects that a snapshot of everything does not mention, and those of Windows that
// do not exist on Linux.
[[nodiscard]] std::vector<ListedObject> list_absent_objects(
    const Snapshot& snapshot, std::span<const ObjectDescription* const> described);

// What a counter of another machine measures, by its indices or, if only they are known, by its
// names; empty: not known.
[[nodiscard]] std::string_view summary_by_indices(const Series& series);
[[nodiscard]] std::string_view summary_by_names(const Series& series);

}  // namespace openperflib::apps
