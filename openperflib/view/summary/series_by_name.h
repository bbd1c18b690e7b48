// The series of one log by name, so that those of two logs can be paired.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// Value.
struct SeriesByName {
  std::vector<std::string> order;  // keys, in the order of the log
  std::unordered_map<std::string, SummaryOfSeries> by_key;
  std::unordered_map<std::string, std::string> paths;  // by key, as shown
};

// The machine that all of them are of, as it was written; empty where they are of several, or of
// none.
[[nodiscard]] std::string only_machine_of(const std::vector<SummaryOfSeries>& all);

// The machine of a path, as it was written; empty where it names none.
[[nodiscard]] std::string machine_of(const std::string& path);

// Puts the machine before the title of each series where they are of several machines.
void name_machines(std::vector<SummaryOfSeries>& all);

// Whether the instance is the sum of others ("_Total", a node's "0,_Total"), or the process Idle.
[[nodiscard]] bool is_total(const CounterPath& path);

// Whether the numbers of a counter are ids, addresses, ages or states, which no average and no line
// says anything about.
[[nodiscard]] bool is_no_quantity(std::string_view counter);

// Takes them one by one, for a log may have very many. Left out: what was never there, and ids,
// addresses, ages, priorities and states, which say nothing if they differ. Of several that had one
// name in turn, the averages are weighed by their values, and percentiles are not known.
[[nodiscard]] SeriesByName named(std::vector<SummaryOfSeries> all, bool with_machine);

// "object\counter", in lower case: what the instances of one counter have in common.
[[nodiscard]] std::string counter_key(const std::string& path);

}  // namespace openperflib
