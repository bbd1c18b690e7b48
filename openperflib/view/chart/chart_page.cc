#include "openperflib/view/chart/chart_page.h"

#include <fmt/core.h>

#include <iterator>
#include <utility>

#include "openperflib/view/chart/chart_parts.h"
#include "openperflib/view/chart/page_style.h"
#include "openperflib/view/text/html_text.h"
#include "openperflib/view/text/time_text.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostNotesOfChart = 100;

// One page, part by part in the order of reading.
class ChartPage {
 public:
  ChartPage(const Chart& chart, const ChartLook& look, std::string_view version)
      : chart_(chart), look_(look), version_(version) {}

  std::string write() {
    add_begin();
    for (const ChartPanel& panel : chart_.panels) add_panel(panel);
    add_notes();
    add("<footer>Made by perflib {}. A line shows the average of each column of {}, and the band "
        "around it reaches from the smallest to the largest "
        "value.</footer>\n</main></body></html>\n",
        version_, duration_text(chart_.column));
    return std::move(html_);
  }

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Parts>(parts)...);
  }

  void add_begin() {
    html_ = page_begin(look_.title, version_);
    add("<header><p class=\"kicker\">Performance chart</p><h1>{}</h1>\n<p>{}</p>\n",
        html_text(look_.title), html_text(chart_extent_text(chart_, look_)));
    for (const std::string& remark : chart_remarks(chart_)) {
      add("<p class=\"careful soft\">{}</p>\n", html_text(remark));
    }
    html_ += "</header>\n";
  }

  void add_panel(const ChartPanel& panel) {
    add("<section><h2>{}</h2><div class=\"card\">\n{}\n", html_text(heading_of(panel)),
        panel_plot(panel, time_axis_of(chart_.extent), chart_.notes, look_.height));
    add("<div class=\"wide\"><table class=\"lines\"><thead><tr><th>Series</th><th "
        "class=\"number\">Minimum</th><th class=\"number\">Average</th><th "
        "class=\"number\">Maximum</th><th class=\"number\">Last</th></tr></thead><tbody>\n");
    for (std::size_t i = 0; i < panel.series.size(); ++i) add_row(panel, i);
    html_ += "</tbody></table></div>\n";
    if (panel.left_out != 0) add("<p class=\"soft\">{}.</p>\n", left_out_text(panel));
    html_ += "</div></section>\n";
  }

  void add_row(const ChartPanel& panel, std::size_t place) {
    const ChartSeries& series = panel.series[place];
    add("<tr><td><i class=\"key {}\"></i>{}</td>", line_class(place), html_text(series.title));
    for (const Value& value : {series.minimum, series.average, series.maximum, series.last}) {
      add("<td class=\"number\">{}</td>", html_text(panel_number(panel, value)));
    }
    html_ += "</tr>\n";
  }

  void add_notes() {
    if (chart_.notes.empty()) return;
    html_ += "<section><h2>Notes</h2><div class=\"card\"><table><tbody>\n";
    for (std::size_t i = 0; i < chart_.notes.size() && i < kMostNotesOfChart; ++i) {
      add("<tr><td>{}</td><td>{}</td></tr>\n", date_text(chart_.notes[i].time_local),
          html_text(chart_.notes[i].text));
    }
    html_ += "</tbody></table>";
    if (chart_.notes.size() > kMostNotesOfChart) {
      add("<p class=\"soft\">and {} more</p>", chart_.notes.size() - kMostNotesOfChart);
    }
    html_ += "</div></section>\n";
  }

  const Chart& chart_;
  const ChartLook& look_;
  std::string_view version_;
  std::string html_;
};

}  // namespace

std::string chart_page(const Chart& chart, const ChartLook& look, std::string_view version) {
  return ChartPage(chart, look, version).write();
}

}  // namespace openperflib
