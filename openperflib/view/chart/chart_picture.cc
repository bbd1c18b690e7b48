#include "openperflib/view/chart/chart_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "openperflib/view/chart/chart_parts.h"
#include "openperflib/view/chart/page_style.h"
#include "openperflib/view/text/html_text.h"
#include "openperflib/view/text/time_text.h"

namespace openperflib {
namespace {

// In pixels.
constexpr double kMargin = 16;
constexpr double kLabels = 62;  // the width of the labels of the values
constexpr double kBesidePlot = 8;
constexpr double kRow = 20;      // a line of the legend
constexpr double kNumber = 84;   // a column of the legend
constexpr double kKey = 30;      // the sample of a line
constexpr double kLetter = 6.8;  // the width of a letter on average
constexpr double kNarrow = 640;  // below, a series has two lines in the legend
constexpr std::size_t kLeastLetters = 12;

constexpr std::string_view kPictureStyle = R"(
svg { color-scheme: light dark; }
text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1d2327; }
.title { font-size: 18px; font-weight: 600; } .heading { font-size: 13px; font-weight: 600; }
.tick, .soft { fill: #5b6670; } .tick { font-size: 11.5px; }
.ground { fill: #ffffff; } .grid { stroke: #e2e3de; }
.line, .key { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round;
  vector-effect: non-scaling-stroke; }
.key { stroke-width: 3; } .area { opacity: .22; } .dashed { stroke-dasharray: 7 4; }
.note { stroke: #1d2327; stroke-dasharray: 1 3; opacity: .8; }
)";
constexpr std::string_view kDarkPictureStyle =
    "text { fill: #e6e8e6; } .tick, .soft { fill: #a0aab2; } .ground { fill: #1d2226; }\n"
    ".grid { stroke: #31383e; } .note { stroke: #e6e8e6; }\n";

// Variables of CSS would be shorter, but many programs that show pictures do not know them.
std::string line_rules(std::string_view LineColour::* ground) {
  std::string rules;
  for (std::size_t i = 0; i < kLineColours.size(); ++i) {
    rules += fmt::format(
        ".line.s{0}, .key.s{0} {{ stroke: {1}; }} .area.s{0}, .dot.s{0} {{ fill: {1}; }}\n", i,
        kLineColours[i].*ground);
  }
  return rules;
}

std::string picture_style() {
  return fmt::format(
      "<style>{}{}@media screen and (prefers-color-scheme: dark) {{\n{}{}}}\n</style>\n",
      kPictureStyle, line_rules(&LineColour::light), kDarkPictureStyle,
      line_rules(&LineColour::dark));
}

// The positions of the letters of a text in UTF-8.
std::vector<std::size_t> letters_of(std::string_view text) {
  std::vector<std::size_t> letters;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) letters.push_back(i);
  }
  return letters;
}

// Cut in the middle: its beginning and its end tell names apart.
std::string cut_to_width(const std::string& text, double width) {
  const auto letters = letters_of(text);
  const auto most =
      std::max(kLeastLetters, static_cast<std::size_t>(std::max(0.0, width) / kLetter));
  if (letters.size() <= most) return text;
  const std::size_t head = (most - 1) / 2;
  const std::size_t tail = most - 1 - head;
  return text.substr(0, letters[head]) + "…" + text.substr(letters[letters.size() - tail]);
}

// A picture, part by part from top to bottom.
class Picture {
 public:
  Picture(const Chart& chart, const ChartLook& look)
      : chart_(chart), look_(look), width_(look.width) {}

  std::string write() {
    add_head();
    for (const ChartPanel& panel : chart_.panels) add_panel(panel);
    for (const std::string& remark : chart_remarks(chart_)) add_line(remark, "soft");
    y_ += kMargin;
    return begin() + std::move(svg_) + "</svg>\n";
  }

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Parts>(parts)...);
  }

  [[nodiscard]] std::string begin() const {
    std::string text;
    for (const ChartPanel& panel : chart_.panels) {
      if (!text.empty()) text += ' ';
      text += panel_text(panel, chart_.extent);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" "
        "role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n{4}"
        "<rect class=\"ground\" width=\"{0}\" height=\"{1}\"/>\n",
        width_, y_, html_text(look_.title), html_text(text), picture_style());
  }

  void add_text(double x, std::string_view css_class, std::string_view text,
                std::string_view anchor = "start") {
    add("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", css_class, x,
        y_ + 14, anchor, html_text(text));
  }

  void add_line(const std::string& text, std::string_view css_class) {
    add_text(kMargin, css_class, cut_to_width(text, width_ - 2 * kMargin));
    y_ += kRow;
  }

  void add_head() {
    y_ = kMargin;
    if (!look_.title.empty()) {
      add_text(kMargin, "title", cut_to_width(look_.title, (width_ - 2 * kMargin) * 12 / 18));
      y_ += 24;
    }
    add_line(chart_extent_text(chart_, look_), "soft");
  }

  void add_panel(const ChartPanel& panel) {
    y_ += kMargin / 2;
    add_text(kMargin, "heading", heading_of(panel));
    y_ += kRow;
    add_picture_of(panel);
    add_legend(panel);
  }

  void begin_part(double x, double width, double height) {
    add("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" overflow=\"visible\">", x, y_, width,
        height);
  }

  void add_picture_of(const ChartPanel& panel) {
    const double height = look_.height;
    const double left = kMargin + kLabels + kBesidePlot;
    const double width = std::max(50.0, width_ - left - kMargin);
    const TimeAxis times = time_axis_of(chart_.extent);
    const ValueAxis values = value_axis_of(panel, height);
    begin_part(kMargin, kLabels, kPlotTop + height);
    svg_ += value_label_texts(panel.quantity, values) + "</svg>\n";
    begin_part(left, width, kPlotTop + height);
    add_plot(svg_, panel, times, values);
    add_note_lines(svg_, chart_.notes, times, kPlotTop + height);
    svg_ += "</svg>\n";
    y_ += kPlotTop + height + 2;
    begin_part(left, width, time_labels_height(times));
    svg_ += time_label_texts(times) + "</svg>\n";
    y_ += time_labels_height(times) + 4;
  }

  [[nodiscard]] bool is_narrow() const { return width_ < kNarrow; }
  // The right edge of a column of numbers, counted from the last one.
  [[nodiscard]] double right_of(std::size_t from_last) const {
    return width_ - kMargin - kNumber * static_cast<double>(from_last);
  }

  void add_legend(const ChartPanel& panel) {
    constexpr auto kHeads =
        std::to_array<std::string_view>({"Minimum", "Average", "Maximum", "Last"});
    if (!is_narrow()) {
      for (std::size_t i = 0; i < kHeads.size(); ++i) {
        add_text(right_of(kHeads.size() - 1 - i), "soft", kHeads[i], "end");
      }
      y_ += kRow;
    }
    for (std::size_t i = 0; i < panel.series.size(); ++i) add_row(panel, i);
    if (panel.left_out != 0) add_line(left_out_text(panel) + ".", "soft");
  }

  void add_row(const ChartPanel& panel, std::size_t place) {
    const ChartSeries& series = panel.series[place];
    const std::array<const Value*, 4> numbers = {&series.minimum, &series.average, &series.maximum,
                                                 &series.last};
    const double room = is_narrow() ? width_ - 2 * kMargin : right_of(numbers.size()) - kMargin;
    add("<line class=\"key {0}\" x1=\"{1}\" x2=\"{2}\" y1=\"{3}\" y2=\"{3}\"/>", line_class(place),
        kMargin, kMargin + kKey - 8, y_ + 10);
    add_text(kMargin + kKey, "name", cut_to_width(series.title, room - kKey));
    if (is_narrow()) {
      y_ += kRow;
      add_text(kMargin + kKey, "soft", numbers_text(panel, series));
    } else {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        add_text(right_of(numbers.size() - 1 - i), "number", panel_number(panel, *numbers[i]),
                 "end");
      }
    }
    y_ += kRow;
  }

  const Chart& chart_;
  const ChartLook& look_;
  double width_;
  double y_ = 0;
  std::string svg_;
};

}  // namespace

std::string chart_picture(const Chart& chart, const ChartLook& look) {
  return Picture(chart, look).write();
}

std::vector<std::string> chart_remarks(const Chart& chart) {
  std::vector<std::string> remarks;
  const std::size_t without = chart.without_value_count;
  if (without == 1) {
    remarks.push_back(fmt::format("{} has no value.", chart.without_value.front()));
  } else if (without != 0) {
    remarks.push_back(
        fmt::format("{} series have no value, such as {}.", without, chart.without_value.front()));
  }
  if (chart.not_followed != 0) {
    remarks.push_back(fmt::format("Series beyond the first {} are not counted.", kMostChartSeries));
  }
  return remarks;
}

std::string chart_extent_text(const Chart& chart, const ChartLook& look) {
  const SummaryExtent& extent = chart.extent;
  std::string text = extent_text(extent.first_local, extent.last_local);
  if (extent.last_local > extent.first_local) {
    text += " · " + duration_text(extent.last_local - extent.first_local);
  }
  text += fmt::format(" · {} sample{}", extent.records, extent.records == 1 ? "" : "s");
  return text + " · " + (look.zone.empty() ? "unknown time zone" : look.zone);
}

}  // namespace openperflib
