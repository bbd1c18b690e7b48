// What only one of two logs has: instances that began or ended, objects, counters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/view/summary/series_by_name.h"

namespace openperflib {

// An instance of an object that both logs have. Value.
struct LoneInstance {
  std::string path;          // "\Process(dash)"
  std::size_t counters = 0;  // how many it has
  std::string counter;       // which of them stands for it; empty: none has an average
  CounterType type;          // of that counter
  Value average;             // of that counter
  std::uint64_t count = 0;   // of its values
  // The average divided by the largest average of the counter in either log, totals left out, at
  // most 1. Counts weigh less than amounts.
  double weight = 0;
};

// An object that the other log lacks. Value.
struct LoneObject {
  std::string path;           // "\PhysicalDisk"
  std::size_t counters = 0;   // series
  std::size_t instances = 0;  // 0: it has none by nature
};

// Value.
struct LoneSeries {
  std::vector<std::string> paths;   // of all series, in the order of the log
  std::vector<LoneObject> objects;  // in the order of the log
  // By weight, the largest first; then by path. A process that Process and Process V2 have is
  // listed once, as that of Process.
  std::vector<LoneInstance> instances;
  std::vector<std::string> counters;  // paths of the other series
};

// What `log` has and `other` lacks. Rates, percentages and bytes stand for an instance before
// counts do.
[[nodiscard]] LoneSeries lone_series(const SeriesByName& log, const SeriesByName& other);

}  // namespace openperflib
