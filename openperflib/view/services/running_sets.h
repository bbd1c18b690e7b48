// The counter sets that processes publish now, as people and programs see them.
//
// Values: filled by who reads the offers. Source: docs/perflib.md, section 7j.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// One counter of a running set.
struct RunningCounter {
  std::string name;
  std::string type;  // as in winperf.h
};

// A set of one process.
struct RunningSetFacts {
  std::string name;  // empty: it carries none
  std::string guid;  // in braces
  std::string help;
  std::int64_t process = 0;  // 0: not in this pid namespace
  std::string user;
  std::string program;  // its path, or else its name; empty: not known
  bool is_of_system = false;
  std::uint64_t instances = 0;
  std::vector<RunningCounter> counters;
};

// A row for each: COUNTER SET, PID, USER, PROGRAM, FOLDER, INSTANCES, GUID; names are printable. ""
// if there is none.
[[nodiscard]] std::string running_set_table(const std::vector<RunningSetFacts>& sets);
// All about one.
[[nodiscard]] std::string running_set_details(const RunningSetFacts& set);
// The member "sets".
void write_running_sets(JsonWriter& out, const std::vector<RunningSetFacts>& sets);

}  // namespace openperflib
