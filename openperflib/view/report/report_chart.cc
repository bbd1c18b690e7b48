#include "openperflib/view/report/report_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "openperflib/view/report/html_text.h"
#include "openperflib/view/report/report_axis.h"
#include "openperflib/view/report/report_sentence.h"

namespace openperflib {
namespace {

constexpr double kTop = 10;      // for the marks above the plot
constexpr double kHeight = 150;  // of the plot
constexpr double kWidthOfPath =
    1000;  // the width of the curve's coordinates, which are stretched to the page
constexpr double kLeastShare = 0.004;  // the least visible width of a run
constexpr double kEdge = 0.06;         // a label nearer to the edge than this would be cut
constexpr std::size_t kFewTicks = 4;   // with more, a narrow screen hides every second label
constexpr int kStripHeight = 12;
constexpr int kRowHeight = 20;

template <typename... Parts>
void add_to(std::string& text, fmt::format_string<Parts...> format, Parts&&... parts) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Parts>(parts)...);
}

std::string percent(double share) { return fmt::format("{:.2f}%", 100 * share); }

// A picture with a description in words.
std::string begin_picture(std::string_view css_class, double height, const std::string& title,
                          const std::string& description) {
  return fmt::format(
      "<svg class=\"{}\" height=\"{}\" role=\"img\"><title>{}</title><desc>{}</desc>", css_class,
      height, html_text(title), html_text(description));
}

// A picture that only decorates another one.
std::string begin_decoration(std::string_view css_class, double height) {
  return fmt::format("<svg class=\"{}\" height=\"{}\" aria-hidden=\"true\">", css_class, height);
}

struct Span {
  double x = 0;
  double width = 0;
};

Span span_of(const TimeAxis& times, const TimeRange& range) {
  const double x = times.x(range.begin);
  const double width = std::max(kLeastShare, times.x(range.end) - x);
  return {std::min(x, 1 - kLeastShare), width};
}

void add_bands(std::string& svg, const Finding& finding, const TimeAxis& times) {
  for (auto level = finding.levels.rbegin(); level != finding.levels.rend(); ++level) {
    for (const FindingRun& run : level->runs) {
      const Span span = span_of(times, run.time);
      add_to(svg,
             "<rect class=\"band {0}\" x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/>"
             "<rect class=\"mark {0}\" x=\"{1}\" y=\"{5}\" width=\"{3}\" height=\"4\"/>",
             name_of(level->severity), percent(span.x), kTop, percent(span.width), kHeight,
             kTop - 6);
    }
  }
}

// Round numbers need no decimals: "25 %".
std::string tick_text(Quantity quantity, double number) {
  std::string text = quantity_text(quantity, number);
  const std::size_t zero = text.find(".0 ");
  return zero == std::string::npos ? text : text.erase(zero, 2);
}

std::vector<double> value_ticks(const ValueAxis& values) {
  std::vector<double> ticks;
  for (double value = values.low; value <= values.high + values.step / 2 && ticks.size() < 16;
       value += values.step) {
    ticks.push_back(std::abs(value) < values.step / 1e6 ? 0 : value);
  }
  return ticks;
}

std::string value_labels(const Rule& rule, const ValueAxis& values) {
  std::string svg = begin_decoration("values", kTop + kHeight + 4);
  for (const double value : value_ticks(values)) {
    add_to(svg, "<text class=\"tick\" x=\"100%\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
           kTop + values.y(value) + 4, html_text(tick_text(rule.quantity, value)));
  }
  return svg + "</svg>";
}

std::string time_labels(const TimeAxis& times) {
  const auto ticks = times.ticks();
  const bool has_dates =
      std::ranges::any_of(ticks, [](const TimeAxis::Tick& one) { return !one.date.empty(); });
  std::string svg = begin_decoration("times", has_dates ? 32 : 18);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double x = times.x(ticks[i].time);
    const std::string place = fmt::format("x=\"{}\" text-anchor=\"{}\"", percent(x),
                                          x < kEdge       ? "start"
                                          : x > 1 - kEdge ? "end"
                                                          : "middle");
    const char* const css_class = i % 2 == 1 && ticks.size() > kFewTicks ? "tick second" : "tick";
    add_to(svg, "<text class=\"{}\" y=\"13\" {}>{}</text>", css_class, place, ticks[i].label);
    if (ticks[i].date.empty()) continue;
    add_to(svg, "<text class=\"{}\" y=\"27\" {}>{}</text>", css_class, place, ticks[i].date);
  }
  return svg + "</svg>";
}

// A point of several samples is drawn from minimum to maximum, so that no peak is lost.
std::string path_of_time_series(const Finding& finding, const TimeAxis& times,
                                const ValueAxis& values) {
  std::string path;
  for (std::size_t i = 0; i < finding.time_series.size(); ++i) {
    const TimeSeriesPoint& point = finding.time_series[i];
    const bool is_start = i == 0 || point.is_after_gap;
    add_to(path, "{}{:.1f} {:.1f}", is_start ? 'M' : 'L', kWidthOfPath * times.x(point.time),
           values.y(point.least));
    if (point.largest > point.least) add_to(path, "V{:.1f}", values.y(point.largest));
  }
  return path;
}

// A sample with a gap on both sides has no line and is drawn as a dot.
void add_lone_points(std::string& svg, const Finding& finding, const TimeAxis& times,
                     const ValueAxis& values) {
  const auto& time_series = finding.time_series;
  for (std::size_t i = 0; i < time_series.size(); ++i) {
    const bool starts = i == 0 || time_series[i].is_after_gap;
    const bool ends = i + 1 == time_series.size() || time_series[i + 1].is_after_gap;
    if (!starts || !ends) continue;
    add_to(svg, "<circle class=\"dot\" cx=\"{}\" cy=\"{:.1f}\" r=\"2.5\"/>",
           percent(times.x(time_series[i].time)), kTop + values.y(time_series[i].largest));
  }
}

bool is_limit_shown(const FindingLevel& level, const ValueAxis& values) {
  return has_place_on_axis(level) && level.limit <= values.high && level.limit >= values.low;
}

void add_limits(std::string& svg, const Finding& finding, const ValueAxis& values) {
  for (const FindingLevel& level : finding.levels) {
    if (!is_limit_shown(level, values)) continue;
    const double y = kTop + values.y(level.limit);
    add_to(svg, "<line class=\"limit {}\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
           name_of(level.severity), y, y);
  }
}

void add_notes(std::string& svg, const Report& report, const TimeAxis& times, double height) {
  for (const WrittenNote& note : report.notes) {
    add_to(svg, "<line class=\"note\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1}\"/>",
           percent(times.x(note.time_local)), height);
  }
}

// The legend is above the chart, because the curve leaves no room inside.
std::string legend(const Rule& rule, const Finding& finding, const ValueAxis& values) {
  std::string text;
  for (const FindingLevel& level : finding.levels) {
    if (!is_limit_shown(level, values)) continue;
    add_to(text, "<span><i class=\"dash {0}\"></i>{0} limit {1}</span>", name_of(level.severity),
           html_text(quantity_text(rule.quantity, level.limit)));
  }
  return text.empty() ? text : "<p class=\"legend\">" + text + "</p>";
}

// Severities also differ in height, for readers who cannot distinguish their colours.
int bar_height(Severity severity) {
  if (severity == Severity::critical) return 16;
  return severity == Severity::warning ? 10 : 5;
}

void add_marks(std::string& svg, const Finding& finding, const TimeAxis& times, int height,
               bool is_strip) {
  for (auto level = finding.levels.rbegin(); level != finding.levels.rend(); ++level) {
    const int bar = is_strip ? kStripHeight - 4 : bar_height(level->severity);
    for (const FindingRun& run : level->runs) {
      const Span span = span_of(times, run.time);
      add_to(svg,
             "<rect class=\"mark {}\" rx=\"1.5\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
             name_of(finding.is_spike ? Severity::info : level->severity), percent(span.x),
             (height - bar) / 2, percent(span.width), bar);
    }
  }
}

void add_timeline_row(std::string& html, const Report& report, const RuleOutcome& outcome,
                      const TimeAxis& times) {
  const Rule& rule = report.rule_of(outcome);
  add_to(html, "<a href=\"#rule-{}\">{}</a>", outcome.rule, html_text(rule.title));
  html += begin_decoration("row", kRowHeight);
  add_to(html, "<line class=\"track\" x1=\"0\" x2=\"100%\" y1=\"{0}\" y2=\"{0}\"/>",
         kRowHeight / 2);
  for (const TimeRange& gap : report.result.shape.gaps) {
    const Span span = span_of(times, gap);
    add_to(html, "<rect class=\"gap\" x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\"/>",
           percent(span.x), percent(span.width), kRowHeight);
  }
  for (auto finding = outcome.findings.rbegin(); finding != outcome.findings.rend(); ++finding) {
    add_marks(html, *finding, times, kRowHeight, false);
  }
  add_notes(html, report, times, kRowHeight);
  html += "</svg>";
}

}  // namespace

std::string time_series_chart(const Report& report, const Rule& rule, const Finding& finding) {
  const TimeAxis times = time_axis_of(report);
  const ValueAxis values = value_axis_of(rule, finding, kHeight);
  std::string html =
      legend(rule, finding, values) + "<div class=\"plot\">" + value_labels(rule, values);
  html += begin_picture(
      "course", kTop + kHeight + 4, rule.title + ": " + subject_text(report, rule, finding),
      fmt::format(
          "{} to {}: between {} and {}, {} on average. {}.", moment_text(report, times.first),
          moment_text(report, times.last), quantity_text(rule.quantity, finding.minimum),
          quantity_text(rule.quantity, finding.maximum),
          quantity_text(rule.quantity, finding.average), finding_text(report, rule, finding)));
  add_bands(html, finding, times);
  for (const double value : value_ticks(values)) {
    const double y = kTop + values.y(value);
    add_to(html, "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", y, y);
  }
  add_limits(html, finding, values);
  add_to(html,
         "<svg y=\"{}\" width=\"100%\" height=\"{}\" viewBox=\"0 0 {} {}\" "
         "preserveAspectRatio=\"none\">"
         "<path class=\"line\" d=\"{}\"/></svg>",
         kTop, kHeight, kWidthOfPath, kHeight, path_of_time_series(finding, times, values));
  add_lone_points(html, finding, times, values);
  add_notes(html, report, times, kTop + kHeight);
  return html + "</svg>" + time_labels(times) + "</div>";
}

std::string timeline_chart(const Report& report) {
  const TimeAxis times = time_axis_of(report);
  std::string html = "<div class=\"timeline\">";
  for (const RuleOutcome* outcome : fired_rules(report, Weight::finding)) {
    add_timeline_row(html, report, *outcome, times);
  }
  return html + "<span></span>" + time_labels(times) + "</div>";
}

std::string run_strip(const Report& report, const Finding& finding) {
  const TimeAxis times = time_axis_of(report);
  std::string svg = begin_decoration("strip", kStripHeight);
  add_to(svg, "<line class=\"track\" x1=\"0\" x2=\"100%\" y1=\"{0}\" y2=\"{0}\"/>",
         kStripHeight / 2);
  add_marks(svg, finding, times, kStripHeight, true);
  return svg + "</svg>";
}

}  // namespace openperflib
