// The parts of charts in SVG, for pages and pictures. Widths are shares of what they stand in, so
// that a chart fits any screen, and letters and lines keep their size. The page or the picture
// defines the colours of the classes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/chart/chart.h"
#include "openperflib/view/chart/chart_axis.h"

namespace openperflib {

inline constexpr double kPlotTop = 10;  // room for marks above the plot

// A point of a curve: the values of one column. Value.
struct CurvePoint {
  double x = 0;  // 0 to 1
  double least = 0;
  double largest = 0;
  double average = 0;
  bool is_after_gap = false;  // nothing connects it with the one before
};
// The columns of a series on a time axis.
[[nodiscard]] std::vector<CurvePoint> curve_of(const ChartSeries& series, const TimeAxis& times);

// "12.50%".
[[nodiscard]] std::string svg_percent(double share);

// Begins a picture with a description in words, and one that only decorates another.
[[nodiscard]] std::string begin_picture(std::string_view css_class, double height,
                                        std::string_view title, std::string_view description);
[[nodiscard]] std::string begin_decoration(std::string_view css_class, double height);

// The labels of the values, at the right edge, and those of the times. Elements without a picture
// around them.
[[nodiscard]] std::string value_label_texts(Quantity quantity, const ValueAxis& values);
[[nodiscard]] std::string time_label_texts(const TimeAxis& times);
// The height of the labels of the times, which may have dates below them.
[[nodiscard]] double time_labels_height(const TimeAxis& times);

// Appends a line for each tick.
void add_grid(std::string& svg, const ValueAxis& values);
// Appends a dotted line for each note.
void add_note_lines(std::string& svg, std::span<const WrittenNote> notes, const TimeAxis& times,
                    double height);
// Appends a curve: the extremes of each column as a band, the averages as a line; a point with a
// gap on both sides is a dot. `line`: its class, or empty.
void add_curve(std::string& svg, std::span<const CurvePoint> curve, const ValueAxis& values,
               std::string_view line);

// The axis that has room for all series of a panel.
[[nodiscard]] ValueAxis value_axis_of(const ChartPanel& panel, double height);
[[nodiscard]] TimeAxis time_axis_of(const SummaryExtent& extent);
// Appends the plot of a panel: its grid and its curves.
void add_plot(std::string& svg, const ChartPanel& panel, const TimeAxis& times,
              const ValueAxis& values);

// The plot of a panel between its labels, as a part of a page.
[[nodiscard]] std::string panel_plot(const ChartPanel& panel, const TimeAxis& times,
                                     std::span<const WrittenNote> notes, double height);
// "Per cent, 10:00:00 to 11:00:00: \Processor(_Total)\% Processor Time between 0.0 % and 12.4 %,
// 3.1 % on average; ...": what a plot shows, in words.
[[nodiscard]] std::string panel_text(const ChartPanel& panel, const SummaryExtent& extent);
// "12.4 %": a number of a panel; "?": it is not known.
[[nodiscard]] std::string panel_number(const ChartPanel& panel, const Value& value);
// "0.0 % to 12.4 %, 3.1 % on average, 2.0 % at the end": the numbers of a series of a panel.
[[nodiscard]] std::string numbers_text(const ChartPanel& panel, const ChartSeries& series);
// The heading of a panel: its title, or its unit.
[[nodiscard]] std::string_view heading_of(const ChartPanel& panel) noexcept;
// "3 smaller series are left out"; empty: none is.
[[nodiscard]] std::string left_out_text(const ChartPanel& panel);

}  // namespace openperflib
