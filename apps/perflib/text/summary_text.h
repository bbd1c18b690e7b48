// The summary of a run of samples, as printed by summary and record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/text/sparkline.h"

namespace openperflib::apps {

// " 2026-11-21 10:00:00 to 11:00:00 UTC+01:00  3600 samples, one every 1.0 s", indented by
// `indent`: a line, or two where `width` columns do not hold it.
[[nodiscard]] std::string summary_head(const SummaryExtent& extent, std::size_t width,
                                       std::size_t indent = 1);

// What stands above the lines of a summary, and what names each line.
enum class SummaryOrder : std::uint8_t {
  by_instance,  // an instance, then its counters
  by_counter,   // a counter, then its instances
};

// Prints a head, and one line per series below the title of its group, piece by piece. At most
// `width` columns if that is possible: p99 and p50 are left out first, then the sparkline, p95, the
// gaps, the minimum and the count; then long names are cut.
void print_summary_table(const std::vector<SummaryOfSeries>& all, std::size_t width,
                         BarCharacters bars, const std::function<void(std::string_view)>& print,
                         SummaryOrder order = SummaryOrder::by_instance);

// The width of the terminal on standard output; if there is none, the variable COLUMNS, or 132.
[[nodiscard]] std::size_t summary_width();

}  // namespace openperflib::apps
