// The series that says the same as another one, in the object or the spelling that people know.
#pragma once

#include <optional>
#include <string>

#include "openperflib/query/paths/counter_path.h"

namespace openperflib {

// Another series that a series says the same as. Value.
struct MainSeries {
  std::string path;
  // Whether both have the same meaning; otherwise the other one is a part, which is all of it where
  // the changes are nearly the same.
  bool is_same = true;
};

// The series that says the same under the name that people know: of Process for Process V2
// ("java:4711"), of Processor for Processor Information, and % Disk Time for the idle time and the
// queue lengths of a disk. nullopt: the series is its own main one. The result need not exist.
[[nodiscard]] std::optional<MainSeries> main_series_of(const CounterPath& path);

// The name of the process in an instance of Process V2: "java" of "java:4711".
[[nodiscard]] std::string process_name_of(const std::string& instance);

}  // namespace openperflib
