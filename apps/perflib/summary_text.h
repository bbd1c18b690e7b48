// What summary and record print of a run of samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/series_summary.h"
#include "apps/perflib/sparkline.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::apps {

// What was read, as a whole. Value.
struct SummaryExtent {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // of no meaning without records
  FileTime last_local = 0;
  std::optional<int> bias_minutes;  // of the clock; nothing: not told

  void note(FileTime time_local) noexcept;
};

// " 2026-11-21 10:00:00 to 11:00:00 UTC+01:00  3600 samples, one every 1.000 s": a line.
[[nodiscard]] std::string summary_head(const SummaryExtent& extent);

// A head, and a line a series below the title of its instance. At most `width` columns where names
// leave that: p99 and p50 give way first, then the course.
[[nodiscard]] std::string summary_table(const std::vector<SummaryOfSeries>& all, std::size_t width,
                                        BarCharacters bars);

// The width of the terminal on standard output; where it is none: 132.
[[nodiscard]] std::size_t summary_width();

}  // namespace openperflib::apps
