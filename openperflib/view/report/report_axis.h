// The axes of a report's charts. Widths are fractions of the page width, so that a chart fits any
// screen; heights are in pixels.
#pragma once

#include <string>
#include <vector>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// The log's time from left to right. Value.
struct TimeAxis {
  FileTime first = 0;
  FileTime last = 0;

  // The position of a time, 0 to 1.
  [[nodiscard]] double x(FileTime time) const;

  // A round time on the axis. If the log covers several days, the date is on its own line below the
  // time.
  struct Tick {
    FileTime time = 0;
    std::string label;
    std::string date;
  };
  // At most seven.
  [[nodiscard]] std::vector<Tick> ticks() const;
};
// From the first to the last sample of the report, in the log's local time.
[[nodiscard]] TimeAxis time_axis_of(const Report& report);

// Round numbers from zero to the highest value, from bottom to top. Value.
struct ValueAxis {
  double low = 0;
  double high = 1;
  double step = 0.5;
  double height = 0;  // in pixels

  // The position of a value, in pixels from the top.
  [[nodiscard]] double y(double value) const;
};
// The axis reaches limits of the finding, unless they are more than four times its maximum.
[[nodiscard]] ValueAxis value_axis_of(const Rule& rule, const Finding& finding, double height);

// Whether the limit can be shown on the axis of the values.
[[nodiscard]] bool has_place_on_axis(const FindingLevel& level);

}  // namespace openperflib
