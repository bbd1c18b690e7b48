// What diff prints of two logs.
#pragma once

#include <cstddef>
#include <string>

#include "apps/perflib/log_difference.h"

namespace openperflib::apps {

// What is left out of the text. Value.
struct DifferenceChoice {
  double least_part = 0.05;     // changes below this part of the larger average
  std::size_t most = 40;        // rows
  std::size_t most_paths = 10;  // of one log alone
};

// A line a change: how much, both averages, both percentiles 95, the path. What is left out is
// counted.
[[nodiscard]] std::string difference_table(const LogDifference& difference,
                                           const DifferenceChoice& choice);

// Which series only one of the logs has, a line each up to `choice.most_paths`, then how many more.
[[nodiscard]] std::string only_in_text(const std::vector<std::string>& paths,
                                       const std::string& file, const DifferenceChoice& choice);

}  // namespace openperflib::apps
