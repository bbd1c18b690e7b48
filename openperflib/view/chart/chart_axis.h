// The axes of charts. Widths are fractions of the width of a chart, so that it fits any screen;
// heights are in pixels.
#pragma once

#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/human_text.h"

namespace openperflib {

// Time from left to right. Value.
struct TimeAxis {
  FileTime first = 0;
  FileTime last = 0;

  // The position of a time, 0 to 1.
  [[nodiscard]] double x(FileTime time) const;

  // A round time on the axis. If the axis covers several days, the date is on its own line below
  // the time.
  struct Tick {
    FileTime time = 0;
    std::string label;
    std::string date;
  };
  // At most eight.
  [[nodiscard]] std::vector<Tick> ticks() const;
};

// Round numbers from bottom to top, zero among them. Value.
struct ValueAxis {
  double low = 0;
  double high = 1;
  double step = 0.5;
  double height = 0;  // in pixels

  // The position of a value, in pixels from the top.
  [[nodiscard]] double y(double value) const;
  // The values of its lines, the lowest first; at most 16.
  [[nodiscard]] std::vector<double> ticks() const;
};
// The axis that has room for values from `least` to `largest`, and for zero. Numbers that no
// machine has are cut.
[[nodiscard]] ValueAxis value_axis_between(double least, double largest, Quantity quantity,
                                           double height);

// The label of a tick: "25 %"; round numbers need no decimals.
[[nodiscard]] std::string tick_text(Quantity quantity, double number);

}  // namespace openperflib
