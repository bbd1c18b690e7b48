// What a test of a performance module found, as people and programs see it.
//
// Value: filled by who runs the module. Source: docs/perflib.md, section 3e.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/view/services/module_rules.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// A rule that is broken.
struct ModuleFinding {
  ModuleRule rule = ModuleRule::crash;
  std::string detail;       // the first time: "Global, 64 bytes: returned 0"
  std::uint32_t times = 1;  // how often it was broken
  bool operator==(const ModuleFinding&) const = default;
};

// What a run of equal collections added to what its process uses; nullopt: it is not known.
struct ModuleGrowth {
  std::uint32_t calls = 0;
  std::optional<std::int64_t> heap_bytes;
  std::optional<std::int64_t> descriptors;
  std::optional<std::int64_t> threads;
  std::optional<std::int64_t> mapped_pages;
};

// The test of one module.
struct ModuleReport {
  std::string module;  // the path of the library
  std::string service;
  std::uint32_t first_index = 0;  // that its titles had in the test
  std::uint32_t last_index = 0;
  std::string confinement;           // what confined its process; empty: it was not opened
  std::vector<std::string> objects;  // the names of those in answers, by index
  std::uint32_t collections = 0;
  std::optional<std::uint32_t> open_ms;    // nullopt: it did not return
  std::optional<std::uint32_t> median_us;  // of Collect
  std::optional<std::uint32_t> largest_us;
  std::optional<ModuleGrowth> growth;   // nullopt: the test ended before
  std::vector<ModuleFinding> findings;  // by rule, each once

  // Adds a finding, or counts one of the same rule.
  void add(ModuleRule rule, std::string detail);
};

// What was found, with a remedy each, then times and growth; printable, ends with a line end.
[[nodiscard]] std::string module_report_text(const ModuleReport& report);
// One object: {"module":...,"findings":[...]}.
void write_module_report(JsonWriter& out, const ModuleReport& report);

}  // namespace openperflib
