// What one value means, how it was calculated and where it comes from: the model of explain and of
// the panel of watch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/query.h"

namespace openperflib {

// What is known of a series besides its query. Value; unknown texts are empty.
struct SeriesBackground {
  // log_values: a log whose values were calculated when it was written.
  enum class Origin : std::uint8_t { machine, log_readings, log_values };
  Origin origin = Origin::machine;
  std::string row_time;            // of the newest row, as people read it: of logs
  std::string source;              // where the machine's provider takes the value from
  std::string_view closeness;      // how close it is to the counter of Windows
  std::string_view private_state;  // kept for it by the process that collects
  std::string_view summary;        // what it measures
  // What is known of a counter that the block does not define. size: bytes; 0: neither is known.
  std::uint32_t type = 0;
  std::uint32_t size = 0;
};

// A line: what it is about, and what there is to say. The texts are not yet printable.
struct ExplainedLine {
  std::string_view label;
  std::string text;
  bool operator==(const ExplainedLine&) const = default;
};

// Value.
struct SeriesExplanation {
  std::string object;  // with its instance: "\Process(sshd)"
  std::string counter;
  std::string value;  // with its unit; "-": there is none
  std::vector<ExplainedLine> lines;
  // The same for programs.
  std::string path = {};    // with its machine
  std::string type = {};    // its name in winperf.h; empty: unknown
  Value number = {};        // in the newest row
  std::string reason = {};  // why it has no number
};

// Type, formula, the formula with the numbers of the newest row, and the background; for calculated
// values, that nothing is known of how they were calculated. `series`: its number in the binding.
[[nodiscard]] SeriesExplanation explain_series(const Query& query, std::size_t series,
                                               const SeriesBackground& background);

// As lines of text: a heading, then each line with its label. Safe to print on a terminal.
[[nodiscard]] std::string text_of(const SeriesExplanation& explanation);

}  // namespace openperflib
