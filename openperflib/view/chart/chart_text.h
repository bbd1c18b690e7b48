// A chart in letters, for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/view/chart/chart.h"
#include "openperflib/view/chart/chart_picture.h"
#include "openperflib/view/text/sparkline.h"

namespace openperflib {

// How a chart is written. Value.
struct ChartTextStyle {
  std::size_t width = 80;  // of a line, from 40 on
  BarCharacters characters = BarCharacters::unicode;
};

// Returns the text: a plot for each series, in braille or in ASCII; the plots of a unit have the
// same axis. All names are printable.
[[nodiscard]] std::string chart_text(const Chart& chart, const ChartLook& look,
                                     const ChartTextStyle& style);

}  // namespace openperflib
