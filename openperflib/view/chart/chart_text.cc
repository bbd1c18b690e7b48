#include "openperflib/view/chart/chart_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "openperflib/text/printable.h"
#include "openperflib/view/chart/chart_parts.h"

namespace openperflib {
namespace {

constexpr std::size_t kPlotRows = 4;
constexpr std::size_t kValueWidth = 10;  // of the values
constexpr std::size_t kDotsAcross = 2;   // of a letter
constexpr std::size_t kDotsDown = 4;

// The bits of the dots of a braille letter, by row and column.
constexpr std::array<std::array<std::uint8_t, kDotsAcross>, kDotsDown> kDots = {
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

// Dots on a grid of letters.
class DotGrid {
 public:
  DotGrid(std::size_t columns, std::size_t rows)
      : columns_(columns), rows_(rows), letters_(columns * rows) {}
  [[nodiscard]] std::size_t width() const noexcept { return columns_ * kDotsAcross; }
  [[nodiscard]] std::size_t height() const noexcept { return rows_ * kDotsDown; }

  // Sets the dot nearest to a point; what lies outside is moved to the edge.
  void set(double x, double y) {
    const auto column =
        static_cast<std::size_t>(std::lround(std::clamp(x, 0.0, static_cast<double>(width() - 1))));
    const auto row = static_cast<std::size_t>(
        std::lround(std::clamp(y, 0.0, static_cast<double>(height() - 1))));
    letters_[row / kDotsDown * columns_ + column / kDotsAcross] |=
        kDots[row % kDotsDown][column % kDotsAcross];
  }
  void set_line(double x, double y, double to_x, double to_y) {
    const double steps = std::max({1.0, std::abs(to_x - x), std::abs(to_y - y)});
    for (double step = 0; step <= steps; ++step) {
      set(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps);
    }
  }
  // Returns a row of letters, without blanks at its end.
  [[nodiscard]] std::string text(std::size_t row, BarCharacters characters) const {
    std::string text;
    std::size_t end = 0;
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::uint8_t dots = letters_[row * columns_ + i];
      append(text, dots, characters);
      if (dots != 0) end = text.size();
    }
    text.resize(end);
    return text;
  }

 private:
  static void append(std::string& text, std::uint8_t dots, BarCharacters characters) {
    constexpr std::uint8_t kUpper = 0x01 | 0x08 | 0x02 | 0x10;
    if (dots == 0) {
      text += ' ';
    } else if (characters == BarCharacters::ascii) {
      const bool is_upper = (dots & kUpper) != 0;
      const bool is_lower = (dots & static_cast<std::uint8_t>(~kUpper)) != 0;
      text += is_upper && is_lower ? ':' : is_upper ? '\'' : '.';
    } else {  // U+2800 and the dots, in UTF-8
      text += static_cast<char>(0xE2);
      text += static_cast<char>(0xA0 | (dots >> 6U));
      text += static_cast<char>(0x80 | (dots & 0x3FU));
    }
  }

  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::uint8_t> letters_;
};

// The averages as a line, and the extremes of each column as a vertical one.
void draw_series(DotGrid& grid, const ChartSeries& series, const TimeAxis& times,
                 const ValueAxis& values) {
  const double right = static_cast<double>(grid.width() - 1);
  const auto curve = curve_of(series, times);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const CurvePoint& point = curve[i];
    const double x = point.x * right;
    grid.set_line(x, values.y(point.largest), x, values.y(point.least));
    const bool is_joined = i != 0 && !point.is_after_gap;
    const CurvePoint& from = is_joined ? curve[i - 1] : point;
    grid.set_line(from.x * right, values.y(from.average), x, values.y(point.average));
  }
}

// The ticks that have room, each centred at its time; dates are on a line of their own.
std::string tick_line(const TimeAxis& times, std::size_t width, bool is_of_dates) {
  std::string line;
  for (const TimeAxis::Tick& tick : times.ticks()) {
    const std::string& label = is_of_dates ? tick.date : tick.label;
    if (label.empty()) continue;
    const double centre = times.x(tick.time) * static_cast<double>(width - 1);
    const double left = centre - static_cast<double>(label.size()) / 2;
    std::size_t place = left <= 0 ? 0 : static_cast<std::size_t>(left);
    place = std::min(place, width - std::min(width, label.size()));
    if (!line.empty() && place < line.size() + 1) continue;
    line.resize(place, ' ');
    line += label;
  }
  return line;
}

// A text, part by part from top to bottom.
class ChartText {
 public:
  ChartText(const Chart& chart, const ChartLook& look, const ChartTextStyle& style)
      : chart_(chart),
        look_(look),
        style_(style),
        columns_(std::max<std::size_t>(style.width, 40) - kValueWidth - 2),
        times_(time_axis_of(chart.extent)) {}

  std::string write() {
    if (!look_.title.empty()) add_line(printable(look_.title));
    add_extent();
    for (const ChartPanel& panel : chart_.panels) add_panel(panel);
    for (const std::string& remark : chart_remarks(chart_)) add_line(printable(remark));
    return std::move(text_);
  }

 private:
  void add_line(std::string_view line) {
    text_ += line;
    text_ += '\n';
  }
  // The zone has a line of its own where it does not fit.
  void add_extent() {
    constexpr std::string_view kBetween = " · ";
    std::string extent = chart_extent_text(chart_, look_);
    if (extent.size() > style_.width) extent.replace(extent.rfind(kBetween), kBetween.size(), "\n");
    add_line(plain(std::move(extent)));
  }
  // Without letters that ASCII lacks.
  [[nodiscard]] std::string plain(std::string text) const {
    constexpr std::string_view kDot = "·";
    if (style_.characters == BarCharacters::unicode) return text;
    for (std::size_t i = text.find(kDot); i != std::string::npos; i = text.find(kDot, i)) {
      text.replace(i, kDot.size(), "-");
    }
    return text;
  }

  void add_panel(const ChartPanel& panel) {
    const ValueAxis values = value_axis_of(panel, kPlotRows * kDotsDown - 1);
    text_ += '\n';
    add_line(printable(heading_of(panel)));
    for (const ChartSeries& series : panel.series) add_series(panel, series, values);
    const std::string margin(kValueWidth + 2, ' ');
    add_line(margin + tick_line(times_, columns_, false));
    const std::string dates = tick_line(times_, columns_, true);
    if (!dates.empty()) add_line(margin + dates);
    if (panel.left_out != 0) add_line(left_out_text(panel) + ".");
  }

  void add_series(const ChartPanel& panel, const ChartSeries& series, const ValueAxis& values) {
    add_line(printable(series.title));
    add_line("  " + numbers_text(panel, series));
    DotGrid grid(columns_, kPlotRows);
    draw_series(grid, series, times_, values);
    for (std::size_t row = 0; row < kPlotRows; ++row) {
      const std::string label = row == 0               ? tick_text(panel.quantity, values.high)
                                : row + 1 == kPlotRows ? tick_text(panel.quantity, values.low)
                                                       : std::string();
      add_line(fmt::format("{:>{}} |{}", label, kValueWidth, grid.text(row, style_.characters)));
    }
  }

  const Chart& chart_;
  const ChartLook& look_;
  const ChartTextStyle& style_;
  std::size_t columns_;
  TimeAxis times_;
  std::string text_;
};

}  // namespace

std::string chart_text(const Chart& chart, const ChartLook& look, const ChartTextStyle& style) {
  return ChartText(chart, look, style).write();
}

}  // namespace openperflib
