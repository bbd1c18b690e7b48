#include "apps/perflib/report_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "apps/perflib/html_text.h"
#include "apps/program/printable.h"

namespace openperflib::apps {
namespace {

constexpr FileTime kSecond = kTicksPerSecond;
constexpr FileTime kMinute = 60 * kSecond;
constexpr FileTime kHour = 60 * kMinute;
constexpr FileTime kDay = 24 * kHour;

// What people read off a clock.
constexpr auto kTimeSteps = std::to_array<FileTime>(
    {kSecond,  2 * kSecond, 5 * kSecond, 10 * kSecond, 15 * kSecond, 30 * kSecond,
     kMinute,  2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
     kHour,    2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
     2 * kDay, 7 * kDay,    14 * kDay,   30 * kDay,    90 * kDay,    365 * kDay});

// The log's time on a line of pixels.
struct TimeAxis {
  FileTime first = 0;
  FileTime last = 0;
  double left = 0;
  double width = 0;

  [[nodiscard]] double x(FileTime time) const {
    if (last <= first) return left + width / 2;
    const double share = static_cast<double>(time - first) / static_cast<double>(last - first);
    return left + width * std::clamp(share, 0.0, 1.0);
  }
  // Round times, at most `most` of them.
  [[nodiscard]] std::vector<FileTime> ticks(FileTime most) const {
    std::vector<FileTime> all;
    if (last <= first) return {first};
    FileTime step = kTimeSteps.back();
    for (const FileTime one : kTimeSteps) {
      if ((last - first) / one >= most) continue;
      step = one;
      break;
    }
    for (FileTime t = (first + step - 1) / step * step; t <= last && all.size() <= 64; t += step) {
      all.push_back(t);
    }
    return all;
  }
  [[nodiscard]] std::string label(FileTime time) const {
    const SystemTime date = system_time_from(time);
    if (last - first > 2 * kDay) return fmt::format("{:02}-{:02}", date.month, date.day);
    if (last - first > 10 * kMinute) return fmt::format("{:02}:{:02}", date.hour, date.minute);
    return clock_text(time);
  }
};

TimeAxis axis_of(const Report& report, double left, double width) {
  return {report.result.shape.first_local, report.result.shape.last_local, left, width};
}

// Round numbers from zero to what must be seen. In bytes the steps are powers of two times 1, 2
// or 5.
struct ValueAxis {
  double low = 0;
  double high = 1;
  double step = 0.5;
  double top = 0;
  double height = 0;
  [[nodiscard]] double y(double value) const {
    return top + height * (1 - (std::clamp(value, low, high) - low) / (high - low));
  }
};

double round_step(double range, bool is_bytes) {
  const double unit = is_bytes ? std::pow(1024.0, std::floor(std::log2(range) / 10)) : 1;
  const double wanted = range / unit / 4;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power >= wanted) return factor * power * unit;
  }
  return wanted * unit;
}

constexpr double kBeyondPaper = 1e300;  // so that the height of an axis is a number

bool is_limit_shown(const Finding& finding) {
  return std::isfinite(finding.limit) && finding.judged <= Statistic::last;
}

ValueAxis value_axis_of(const Rule& rule, const Finding& finding, double top, double height) {
  double high = std::min(finding.maximum, kBeyondPaper);
  if (is_limit_shown(finding) && finding.limit <= 4 * std::max(high, 0.0)) {
    high = std::max(high, finding.limit);
  }
  ValueAxis axis{
      .low = std::clamp(finding.minimum, -kBeyondPaper, 0.0), .top = top, .height = height};
  if (!(high > axis.low) || !std::isfinite(high)) high = axis.low + 1;
  const bool is_bytes = rule.quantity == Quantity::bytes || rule.quantity == Quantity::byte_rate;
  axis.step = round_step(high - axis.low, is_bytes);
  axis.low = std::floor(axis.low / axis.step) * axis.step;
  axis.high = std::ceil(high / axis.step - 1e-9) * axis.step;
  if (rule.quantity == Quantity::percent && high <= 100 && high > 60 && axis.low == 0) {
    axis.high = 100;
    axis.step = 25;
  }
  return axis;
}

constexpr double kWidth = 760;
constexpr double kHeight = 190;
constexpr double kLeft = 64;
constexpr double kRight = 14;
constexpr double kTop = 14;
constexpr double kBottom = 24;

void add_bands(std::string& svg, const Finding& finding, const TimeAxis& times) {
  for (const FindingRange& range : finding.ranges) {
    const double x = times.x(range.time.begin);
    const double width = std::max(2.0, times.x(range.time.end) - x);
    fmt::format_to(
        std::back_inserter(svg),
        "<rect class=\"band {0}\" x=\"{1:.1f}\" y=\"{2}\" width=\"{3:.1f}\" height=\"{4}\"/>"
        "<rect class=\"mark {0}\" x=\"{1:.1f}\" y=\"{5}\" width=\"{3:.1f}\" height=\"4\"/>",
        name_of(range.severity), x, kTop, width, kHeight - kTop - kBottom, kTop - 6);
  }
}

// Round numbers need no decimals: "25 %".
std::string tick_text(Quantity quantity, double number) {
  std::string text = quantity_text(quantity, number);
  const std::size_t zero = text.find(".0 ");
  return zero == std::string::npos ? text : text.erase(zero, 2);
}

void add_value_grid(std::string& svg, const Rule& rule, const ValueAxis& values) {
  for (double value = values.low; value <= values.high + values.step / 2; value += values.step) {
    const double y = values.y(value);
    fmt::format_to(
        std::back_inserter(svg),
        "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
        kLeft, kWidth - kRight, y, y, kLeft - 8, y + 4,
        html_text(tick_text(rule.quantity, std::abs(value) < values.step / 1e6 ? 0 : value)));
  }
}

void add_time_ticks(std::string& svg, const TimeAxis& times, double y, FileTime most) {
  for (const FileTime time : times.ticks(most)) {
    fmt::format_to(std::back_inserter(svg),
                   "<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                   times.x(time), y, times.label(time));
  }
}

// Down and up where a point stands for several samples, so that no peak is lost.
std::string path_of_course(const Finding& finding, const TimeAxis& times, const ValueAxis& values) {
  std::string path;
  for (std::size_t i = 0; i < finding.course.size(); ++i) {
    const CoursePoint& point = finding.course[i];
    const bool is_start = i == 0 || point.is_after_gap;
    const double x = times.x(point.time);
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", is_start ? 'M' : 'L', x,
                   values.y(point.least));
    if (point.largest > point.least) {
      fmt::format_to(std::back_inserter(path), "V{:.1f}", values.y(point.largest));
    }
  }
  return path;
}

// A sample with a gap on both sides has no line: it is a dot.
void add_lone_points(std::string& svg, const Finding& finding, const TimeAxis& times,
                     const ValueAxis& values) {
  const auto& course = finding.course;
  for (std::size_t i = 0; i < course.size(); ++i) {
    const bool starts = i == 0 || course[i].is_after_gap;
    const bool ends = i + 1 == course.size() || course[i + 1].is_after_gap;
    if (!starts || !ends) continue;
    fmt::format_to(std::back_inserter(svg),
                   "<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>",
                   times.x(course[i].time), values.y(course[i].largest));
  }
}

void add_limit(std::string& svg, const Rule& rule, const Finding& finding,
               const ValueAxis& values) {
  if (!is_limit_shown(finding) || finding.limit > values.high || finding.limit < values.low) return;
  const double y = values.y(finding.limit);
  const double text_y = y < kTop + 14 ? y + 13 : y - 5;
  fmt::format_to(
      std::back_inserter(svg),
      "<line class=\"limit\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
      "<text class=\"limit-text\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">limit {}</text>",
      kLeft, kWidth - kRight, y, y, kWidth - kRight - 4, text_y,
      html_text(quantity_text(rule.quantity, finding.limit)));
}

std::string begin_svg(double width, double height, std::string_view css_class,
                      const std::string& title, const std::string& description) {
  return fmt::format(
      "<svg class=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title><desc>{}</desc>",
      css_class, width, height, html_text(title), html_text(description));
}

// The timeline's rows.
constexpr double kRowHeight = 26;
constexpr double kTimelineWidth = 852;
constexpr double kNames = 300;
constexpr std::size_t kNameLength = 42;

// Severities differ in height too: not everybody sees their colours.
double bar_height(Severity severity) {
  if (severity == Severity::critical) return 16;
  return severity == Severity::warning ? 10 : 5;
}

void add_timeline_row(std::string& svg, const Report& report, const RuleOutcome& outcome, double y,
                      const TimeAxis& times) {
  const Rule& rule = report.rule_of(outcome);
  fmt::format_to(std::back_inserter(svg),
                 "<a href=\"#rule-{}\"><text class=\"row\" x=\"{}\" y=\"{:.1f}\" "
                 "text-anchor=\"end\">{}</text></a>"
                 "<line class=\"track\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                 outcome.rule, kNames - 16, y + 4,
                 html_text(cut_to_width(printable(rule.title), kNameLength)), kNames,
                 kTimelineWidth - kRight, y, y);
  for (auto finding = outcome.findings.rbegin(); finding != outcome.findings.rend(); ++finding) {
    for (const FindingRange& range : finding->ranges) {
      const double x = times.x(range.time.begin);
      fmt::format_to(std::back_inserter(svg),
                     "<rect class=\"mark {}\" rx=\"2\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                     "height=\"{}\"/>",
                     name_of(range.severity), x, y - bar_height(range.severity) / 2,
                     std::max(3.0, times.x(range.time.end) - x), bar_height(range.severity));
    }
  }
}

}  // namespace

std::string course_chart(const Report& report, const Rule& rule, const Finding& finding) {
  const TimeAxis times = axis_of(report, kLeft, kWidth - kLeft - kRight);
  const ValueAxis values = value_axis_of(rule, finding, kTop, kHeight - kTop - kBottom);
  std::string svg = begin_svg(
      kWidth, kHeight, "course", rule.title + ": " + subject_text(rule, finding),
      fmt::format("From {} to {}: between {} and {}, {} on average. {}.",
                  moment_text(report, times.first), moment_text(report, times.last),
                  quantity_text(rule.quantity, finding.minimum),
                  quantity_text(rule.quantity, finding.maximum),
                  quantity_text(rule.quantity, finding.average), numbers_text(rule, finding)));
  add_bands(svg, finding, times);
  add_value_grid(svg, rule, values);
  add_time_ticks(svg, times, kHeight - 6, 9);
  fmt::format_to(std::back_inserter(svg), "<path class=\"line\" d=\"{}\"/>",
                 path_of_course(finding, times, values));
  add_lone_points(svg, finding, times, values);
  add_limit(svg, rule, finding, values);
  return svg + "</svg>";
}

std::string timeline_chart(const Report& report) {
  const auto fired = fired_rules(report, Weight::finding);
  const TimeAxis times = axis_of(report, kNames, kTimelineWidth - kNames - kRight);
  const double rows = kRowHeight * static_cast<double>(fired.size());
  const double height = rows + 30;
  std::string svg = begin_svg(
      kTimelineWidth, height, "timeline", "When each rule fired",
      "A row for each rule over the time of the log; the cards below say the same in words.");
  for (const TimeRange& gap : report.result.shape.gaps) {
    const double x = times.x(gap.begin);
    fmt::format_to(std::back_inserter(svg),
                   "<rect class=\"gap\" x=\"{:.1f}\" y=\"0\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                   x, std::max(1.0, times.x(gap.end) - x), rows + 6);
  }
  double y = kRowHeight / 2 + 2;
  for (const RuleOutcome* outcome : fired) {
    add_timeline_row(svg, report, *outcome, y, times);
    y += kRowHeight;
  }
  add_time_ticks(svg, times, height - 6, 7);
  return svg + "</svg>";
}

std::string range_strip(const Report& report, const Finding& finding) {
  const TimeAxis times = axis_of(report, 0, 160);
  std::string svg = begin_svg(160, 12, "strip", "When", when_text(report, finding));
  svg += "<line class=\"track\" x1=\"0\" x2=\"160\" y1=\"6\" y2=\"6\"/>";
  for (const FindingRange& range : finding.ranges) {
    const double x = times.x(range.time.begin);
    fmt::format_to(
        std::back_inserter(svg),
        "<rect class=\"mark {}\" rx=\"1.5\" x=\"{:.1f}\" y=\"2\" width=\"{:.1f}\" height=\"8\"/>",
        name_of(range.severity), x, std::max(2.0, times.x(range.time.end) - x));
  }
  return svg + "</svg>";
}

}  // namespace openperflib::apps
