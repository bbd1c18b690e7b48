// A chart as one picture, and what is said about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/view/chart/chart.h"

namespace openperflib {

// How a chart is drawn. Value.
struct ChartLook {
  std::string title = {};      // "server.blg"
  std::string zone = {};       // of its times: "UTC-08:00"; empty: unknown
  std::uint32_t width = 900;   // of a picture, in pixels
  std::uint32_t height = 200;  // of each plot
};

// Returns the picture as a file of SVG: it fetches nothing and runs nothing, and is light or dark
// as the screen is. All names are escaped.
[[nodiscard]] std::string chart_picture(const Chart& chart, const ChartLook& look);

// Returns what a reader must know besides, as sentences: series that are not shown, and why.
[[nodiscard]] std::vector<std::string> chart_remarks(const Chart& chart);
// Returns "2026-11-21 10:00:00 to 11:00:00 · 1 h · 241 samples · UTC-08:00".
[[nodiscard]] std::string chart_extent_text(const Chart& chart, const ChartLook& look);

}  // namespace openperflib
