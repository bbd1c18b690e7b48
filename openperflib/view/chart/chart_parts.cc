#include "openperflib/view/chart/chart_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "openperflib/view/chart/page_style.h"
#include "openperflib/view/text/html_text.h"
#include "openperflib/view/text/time_text.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

constexpr double kCurveWidth =
    1000;  // the width of the coordinates of a curve, which are stretched to the page
constexpr double kEdge = 0.06;        // a label nearer to the edge than this would be cut
constexpr std::size_t kFewTicks = 4;  // with more, a narrow screen hides every second label
constexpr double kBelowPlot = 4;      // room for half a line
constexpr std::size_t kMostDescribed = 10;

template <typename... Parts>
void add_svg(std::string& text, fmt::format_string<Parts...> format, Parts&&... parts) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Parts>(parts)...);
}

bool any_dates(const TimeAxis& times) {
  const auto ticks = times.ticks();
  return std::ranges::any_of(ticks, [](const TimeAxis::Tick& one) { return !one.date.empty(); });
}

// Runs of points without a gap between them.
std::vector<std::span<const CurvePoint>> runs_of(std::span<const CurvePoint> curve) {
  std::vector<std::span<const CurvePoint>> runs;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= curve.size(); ++i) {
    if (i < curve.size() && !curve[i].is_after_gap) continue;
    runs.push_back(curve.subspan(begin, i - begin));
    begin = i;
  }
  return runs;
}

void add_corner(std::string& path, char command, double x, double y) {
  add_svg(path, "{}{:.1f} {:.1f}", command, kCurveWidth * x, y);
}

// From left to right along the largest values, and back along the smallest.
void add_band(std::string& path, std::span<const CurvePoint> run, const ValueAxis& values) {
  const auto is_wide = [](const CurvePoint& point) { return point.largest > point.least; };
  if (run.size() < 2 || std::ranges::none_of(run, is_wide)) return;
  for (std::size_t i = 0; i < run.size(); ++i) {
    add_corner(path, i == 0 ? 'M' : 'L', run[i].x, values.y(run[i].largest));
  }
  for (std::size_t i = run.size(); i-- > 0;) {
    add_corner(path, 'L', run[i].x, values.y(run[i].least));
  }
  path += 'Z';
}

void add_averages(std::string& path, std::span<const CurvePoint> run, const ValueAxis& values) {
  if (run.size() == 1) {
    if (run[0].largest <= run[0].least) return;
    add_corner(path, 'M', run[0].x, values.y(run[0].least));
    add_svg(path, "V{:.1f}", values.y(run[0].largest));
    return;
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    add_corner(path, i == 0 ? 'M' : 'L', run[i].x, values.y(run[i].average));
  }
}

void add_path(std::string& svg, std::string_view kind, std::string_view line,
              std::string_view path) {
  if (path.empty()) return;
  add_svg(svg, "<path class=\"{}{}{}\" d=\"{}\"/>", kind, line.empty() ? "" : " ", line, path);
}

}  // namespace

std::vector<CurvePoint> curve_of(const ChartSeries& series, const TimeAxis& times) {
  std::vector<CurvePoint> curve;
  curve.reserve(series.columns.size());
  for (const ChartColumn& column : series.columns) {
    curve.push_back({.x = times.x(column.middle()),
                     .least = column.least,
                     .largest = column.largest,
                     .average = column.average(),
                     .is_after_gap = column.is_after_gap});
  }
  return curve;
}

std::string svg_percent(double share) { return fmt::format("{:.2f}%", 100 * share); }

std::string begin_picture(std::string_view css_class, double height, std::string_view title,
                          std::string_view description) {
  return fmt::format(
      "<svg class=\"{}\" height=\"{}\" role=\"img\"><title>{}</title><desc>{}</desc>", css_class,
      height, html_text(title), html_text(description));
}

std::string begin_decoration(std::string_view css_class, double height) {
  return fmt::format("<svg class=\"{}\" height=\"{}\" aria-hidden=\"true\">", css_class, height);
}

std::string value_label_texts(Quantity quantity, const ValueAxis& values) {
  std::string svg;
  for (const double value : values.ticks()) {
    add_svg(svg, "<text class=\"tick\" x=\"100%\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
            kPlotTop + values.y(value) + 4, html_text(tick_text(quantity, value)));
  }
  return svg;
}

double time_labels_height(const TimeAxis& times) { return any_dates(times) ? 32 : 18; }

std::string time_label_texts(const TimeAxis& times) {
  const auto ticks = times.ticks();
  std::string svg;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double x = times.x(ticks[i].time);
    const std::string place = fmt::format("x=\"{}\" text-anchor=\"{}\"", svg_percent(x),
                                          x < kEdge       ? "start"
                                          : x > 1 - kEdge ? "end"
                                                          : "middle");
    const char* const css_class = i % 2 == 1 && ticks.size() > kFewTicks ? "tick second" : "tick";
    add_svg(svg, "<text class=\"{}\" y=\"13\" {}>{}</text>", css_class, place, ticks[i].label);
    if (ticks[i].date.empty()) continue;
    add_svg(svg, "<text class=\"{}\" y=\"27\" {}>{}</text>", css_class, place, ticks[i].date);
  }
  return svg;
}

void add_grid(std::string& svg, const ValueAxis& values) {
  for (const double value : values.ticks()) {
    const double y = kPlotTop + values.y(value);
    add_svg(svg, "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", y, y);
  }
}

void add_note_lines(std::string& svg, std::span<const WrittenNote> notes, const TimeAxis& times,
                    double height) {
  for (const WrittenNote& note : notes) {
    add_svg(svg, "<line class=\"note\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1}\"/>",
            svg_percent(times.x(note.time_local)), height);
  }
}

void add_curve(std::string& svg, std::span<const CurvePoint> curve, const ValueAxis& values,
               std::string_view line) {
  std::string bands;
  std::string averages;
  const auto runs = runs_of(curve);
  for (const auto& run : runs) {
    add_band(bands, run, values);
    add_averages(averages, run, values);
  }
  add_svg(svg,
          "<svg y=\"{}\" width=\"100%\" height=\"{}\" viewBox=\"0 0 {} {}\" "
          "preserveAspectRatio=\"none\">",
          kPlotTop, values.height, kCurveWidth, values.height);
  add_path(svg, "area", line, bands);
  add_path(svg, "line", line, averages);
  svg += "</svg>";
  for (const auto& run : runs) {
    if (run.size() != 1) continue;
    add_svg(svg, "<circle class=\"dot{}{}\" cx=\"{}\" cy=\"{:.1f}\" r=\"2.5\"/>",
            line.empty() ? "" : " ", line, svg_percent(run[0].x),
            kPlotTop + values.y(run[0].average));
  }
}

ValueAxis value_axis_of(const ChartPanel& panel, double height) {
  double least = 0;
  double largest = 0;
  bool is_first = true;
  for (const ChartSeries& series : panel.series) {
    for (const ChartColumn& column : series.columns) {
      least = is_first ? column.least : std::min(least, column.least);
      largest = is_first ? column.largest : std::max(largest, column.largest);
      is_first = false;
    }
  }
  return value_axis_between(least, largest, panel.quantity, height);
}

TimeAxis time_axis_of(const SummaryExtent& extent) {
  return {extent.first_local, extent.last_local};
}

void add_plot(std::string& svg, const ChartPanel& panel, const TimeAxis& times,
              const ValueAxis& values) {
  add_grid(svg, values);
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    add_curve(svg, curve_of(panel.series[i], times), values, line_class(i));
  }
}

std::string panel_plot(const ChartPanel& panel, const TimeAxis& times,
                       std::span<const WrittenNote> notes, double height) {
  const ValueAxis values = value_axis_of(panel, height);
  const double whole = kPlotTop + height + kBelowPlot;
  const SummaryExtent extent{.first_local = times.first, .last_local = times.last};
  std::string html = "<div class=\"plot\">" + begin_decoration("values", whole) +
                     value_label_texts(panel.quantity, values) + "</svg>";
  html += begin_picture("course", whole, heading_of(panel), panel_text(panel, extent));
  add_plot(html, panel, times, values);
  add_note_lines(html, notes, times, kPlotTop + height);
  return html + "</svg>" + begin_decoration("times", time_labels_height(times)) +
         time_label_texts(times) + "</svg></div>";
}

std::string panel_text(const ChartPanel& panel, const SummaryExtent& extent) {
  std::string text =
      fmt::format("{}, {}:", heading_of(panel), extent_text(extent.first_local, extent.last_local));
  for (std::size_t i = 0; i < panel.series.size() && i < kMostDescribed; ++i) {
    const ChartSeries& series = panel.series[i];
    add_svg(text, "{} {} between {} and {}, {} on average", i == 0 ? "" : ";", series.title,
            panel_number(panel, series.minimum), panel_number(panel, series.maximum),
            panel_number(panel, series.average));
  }
  if (panel.series.size() > kMostDescribed) {
    add_svg(text, "; and {} more", panel.series.size() - kMostDescribed);
  }
  return text + '.';
}

std::string panel_number(const ChartPanel& panel, const Value& value) {
  return value.usable() ? quantity_text(panel.quantity, value.number) : "?";
}

std::string numbers_text(const ChartPanel& panel, const ChartSeries& series) {
  return fmt::format("{} to {}, {} on average, {} at the end", panel_number(panel, series.minimum),
                     panel_number(panel, series.maximum), panel_number(panel, series.average),
                     panel_number(panel, series.last));
}

std::string_view heading_of(const ChartPanel& panel) noexcept {
  return panel.title.empty() ? heading_of(panel.quantity) : std::string_view(panel.title);
}

std::string left_out_text(const ChartPanel& panel) {
  if (panel.left_out == 0) return {};
  return panel.left_out == 1 ? "1 smaller series is left out"
                             : fmt::format("{} smaller series are left out", panel.left_out);
}

}  // namespace openperflib
