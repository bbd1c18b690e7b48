#include "openperflib/view/report/report_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "openperflib/view/chart/chart_parts.h"
#include "openperflib/view/report/report_axis.h"
#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/text/html_text.h"

namespace openperflib {
namespace {

constexpr double kHeight = 150;        // of the plot
constexpr double kLeastShare = 0.004;  // the least visible width of a run
constexpr int kStripHeight = 12;
constexpr int kRowHeight = 20;

template <typename... Parts>
void add_to(std::string& text, fmt::format_string<Parts...> format, Parts&&... parts) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Parts>(parts)...);
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
             name_of(level->severity), svg_percent(span.x), kPlotTop, svg_percent(span.width),
             kHeight, kPlotTop - 6);
    }
  }
}

std::vector<CurvePoint> curve_of(const Finding& finding, const TimeAxis& times) {
  std::vector<CurvePoint> curve;
  for (const TimeSeriesPoint& point : finding.time_series) {
    curve.push_back({.x = times.x(point.time),
                     .least = point.least,
                     .largest = point.largest,
                     .average = point.average(),
                     .is_after_gap = point.is_after_gap});
  }
  return curve;
}

std::string time_labels(const TimeAxis& times) {
  return begin_decoration("times", time_labels_height(times)) + time_label_texts(times) + "</svg>";
}

bool is_limit_shown(const FindingLevel& level, const ValueAxis& values) {
  return has_place_on_axis(level) && level.limit <= values.high && level.limit >= values.low;
}

void add_limits(std::string& svg, const Finding& finding, const ValueAxis& values) {
  for (const FindingLevel& level : finding.levels) {
    if (!is_limit_shown(level, values)) continue;
    const double y = kPlotTop + values.y(level.limit);
    add_to(svg, "<line class=\"limit {}\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
           name_of(level.severity), y, y);
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
             name_of(finding.is_spike ? Severity::info : level->severity), svg_percent(span.x),
             (height - bar) / 2, svg_percent(span.width), bar);
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
           svg_percent(span.x), svg_percent(span.width), kRowHeight);
  }
  for (auto finding = outcome.findings.rbegin(); finding != outcome.findings.rend(); ++finding) {
    add_marks(html, *finding, times, kRowHeight, false);
  }
  add_note_lines(html, report.notes, times, kRowHeight);
  html += "</svg>";
}

}  // namespace

std::string time_series_chart(const Report& report, const Rule& rule, const Finding& finding) {
  const TimeAxis times = time_axis_of(report);
  const ValueAxis values = value_axis_of(rule, finding, kHeight);
  std::string html = legend(rule, finding, values) + "<div class=\"plot\">" +
                     begin_decoration("values", kPlotTop + kHeight + 4) +
                     value_label_texts(rule.quantity, values) + "</svg>";
  html += begin_picture(
      "course", kPlotTop + kHeight + 4, rule.title + ": " + subject_text(report, rule, finding),
      fmt::format(
          "{} to {}: between {} and {}, {} on average. {}.", moment_text(report, times.first),
          moment_text(report, times.last), quantity_text(rule.quantity, finding.minimum),
          quantity_text(rule.quantity, finding.maximum),
          quantity_text(rule.quantity, finding.average), finding_text(report, rule, finding)));
  add_bands(html, finding, times);
  add_grid(html, values);
  add_limits(html, finding, values);
  add_curve(html, curve_of(finding, times), values, {});
  add_note_lines(html, report.notes, times, kPlotTop + kHeight);
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
