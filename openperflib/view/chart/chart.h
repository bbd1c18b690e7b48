// Chart: counters over a part of the time, by unit, as a page, a picture, a screen or another
// program draws them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/view/chart/chart_columns.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// One line of a chart: a series, or several that had its name in turn. Numbers are in the unit of
// its panel. Value.
struct ChartSeries {
  std::string path = {};   // as in CSV
  std::string title = {};  // "\Processor(_Total)\% Processor Time"
  CounterType type = CounterType();
  double factor = 1;        // from the counter's own unit to that of the panel: 1048576 for MBytes
  std::uint64_t count = 0;  // values
  std::uint64_t gaps = 0;   // records in which a value is missing
  Value minimum = {};
  // Over the whole range for types of two samples (the overall rate), otherwise the mean.
  Value average = {};
  Value maximum = {};
  Value last = {};
  std::vector<ChartColumn> columns = {};  // in the order of time; at least one
};

// Returns the series with its numbers multiplied by `factor`, into the unit of its panel.
[[nodiscard]] ChartSeries in_unit(ChartSeries series, double factor);

// The series of one unit, which share an axis. Value.
struct ChartPanel {
  std::string title = {};                // empty: the unit says enough
  Quantity quantity = Quantity::number;  // in its basic unit: bytes, never MB
  std::vector<ChartSeries> series = {};
  std::size_t left_out = 0;  // further series with this unit, which are smaller
};

// How many series a chart counts at most.
inline constexpr std::size_t kMostChartSeries = 50'000;

// Value.
struct Chart {
  SummaryExtent extent;  // the records; the time axis runs from the first to the last of them
  FileTime column = 0;   // the width of the columns, in ticks
  RowsOf rows = RowsOf::readings;
  std::vector<ChartPanel> panels = {};          // in the order in which their units came first
  std::vector<std::string> without_value = {};  // series that never had one, at most kMostNames
  std::size_t without_value_count = 0;          // all of them
  std::uint64_t not_followed = 0;               // that came when kMostChartSeries had come
  std::vector<WrittenNote> notes = {};          // beside the log

  static constexpr std::size_t kMostNames = 20;
};

// What numbers of a counter measure, and the factor to the basic unit of that. Value.
struct ChartUnit {
  Quantity quantity = Quantity::number;
  double factor = 1;
  bool operator==(const ChartUnit&) const = default;
};
// Returns the unit of a counter. Text logs have no types: their names tell the rates.
[[nodiscard]] ChartUnit chart_unit_of(CounterType type, std::string_view counter);

// Returns the name of a unit as a heading: "Per cent", "Bytes per second".
[[nodiscard]] std::string_view heading_of(Quantity quantity) noexcept;
// Returns its name in JSON: "percent", "bytes/s".
[[nodiscard]] std::string_view unit_name_of(Quantity quantity) noexcept;

}  // namespace openperflib
