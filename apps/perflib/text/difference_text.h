// The output of diff.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "openperflib/view/summary/log_difference.h"

namespace openperflib::apps {

// What is left out of the text. Value.
struct DifferenceChoice {
  double least_part = 0.05;     // changes below this part of the larger average
  std::size_t most = 40;        // rows
  std::size_t most_paths = 10;  // that only one log has
};

// One line per change: how much, both averages, both 95th percentiles, the path, and how many
// samples an average is of, if they are not all. Lines left out are counted, and so are changes
// that say the same as one with a line.
[[nodiscard]] std::string difference_table(const LogDifference& difference,
                                           const DifferenceChoice& choice);

// Which side of the comparison a log is. Value.
struct DifferenceSide {
  const char* name;           // "before" or "after"
  const char* verb;           // what instances did that it alone has: "ended", "began"
  std::string file;           // as shown
  std::uint64_t records = 0;  // of what was compared; 0: unknown
};

// The instances that only this log has, a line each with the value that stands for them, up to
// `choice.most_paths`, then how many more. Empty where there are none.
[[nodiscard]] std::string lone_instances_text(const std::vector<LoneInstance>& instances,
                                              const DifferenceSide& side,
                                              const DifferenceChoice& choice);

// The objects and counters that only this log has, likewise.
[[nodiscard]] std::string lone_counters_text(const LoneSeries& series, const DifferenceSide& side,
                                             const DifferenceChoice& choice);

}  // namespace openperflib::apps
