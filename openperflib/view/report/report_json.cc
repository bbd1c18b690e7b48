#include "openperflib/view/report/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/text/json_text.h"

namespace openperflib {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json time(FileTime local) {
  const auto text = iso_8601(system_time_from(local));
  return text.has_value() ? Json(*text) : Json(nullptr);
}

Json seconds(const Value& value) { return value.usable() ? Json(value.number) : Json(nullptr); }

Json times(const std::vector<TimeRange>& ranges) {
  Json list = Json::array();
  for (const TimeRange& range : ranges)
    list.push_back({{"begin", time(range.begin)}, {"end", time(range.end)}});
  return list;
}

Json facts_of(const Facts& facts) {
  Json known = Json::object();
  for (std::size_t i = 0; i < kFacts; ++i) {
    known[std::string(kFactNames[i])] = {{"value", number(facts.numbers[i])},
                                         {"source", facts.sources[i]}};
  }
  return {{"machine", facts.machine}, {"facts", std::move(known)}};
}

Json course_of(const Finding& finding) {
  Json points = Json::array();
  for (const CoursePoint& point : finding.course) {
    points.push_back({{"time", time(point.time)},
                      {"min", number(point.least)},
                      {"max", number(point.largest)},
                      {"after_gap", point.is_after_gap}});
  }
  return points;
}

double seconds_of(FileTime ticks) { return static_cast<double>(ticks) / kTicksPerSecond; }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json run_of(const FindingRun& run) {
  return {{"begin", time(run.time.begin)},     {"end", time(run.time.end)},
          {"seconds", seconds_of(run.beyond)}, {"samples", run.samples},
          {"average", number(run.average)},    {"worst", number(run.worst)},
          {"worst_at", time(run.worst_at)}};
}

Json level_of(const FindingLevel& level) {
  Json runs = Json::array();
  for (const FindingRun& run : level.runs) runs.push_back(run_of(run));
  return {{"severity", name_of(level.severity)},
          {"statistic", kStatisticNames[static_cast<std::size_t>(level.judged)]},
          {"above", level.is_upper},
          {"limit", number(level.limit)},
          {"share", level.share},
          {"seconds", seconds_of(level.beyond)},
          {"samples", level.samples},
          {"total", number(level.total)},
          {"first", time(level.extent.begin)},
          {"last", time(level.extent.end)},
          {"run_count", level.run_count},
          {"worst_run", level.runs.empty() ? Json(nullptr) : Json(level.worst)},
          {"runs", std::move(runs)}};
}

Json culprits_of(const Culprits& culprits) {
  Json largest = Json::array();
  for (const Culprit& one : culprits.largest) {
    largest.push_back({{"instance", one.instance},
                       {"process_id", one.process_id == 0 ? Json(nullptr) : Json(one.process_id)},
                       {"instances", one.instances},
                       {"average", number(one.average)}});
  }
  return {{"counter", culprits.counter},
          {"largest", std::move(largest)},
          {"instances", culprits.instances},
          {"without_value", culprits.without_value}};
}

Json finding_of(const Report& report, const Rule& rule, const Finding& finding) {
  Json levels = Json::array();
  for (const FindingLevel& level : finding.levels) levels.push_back(level_of(level));
  return {
      {"severity", name_of(finding.severity)},
      {"spike", finding.is_spike},
      {"machine", finding.machine},
      {"object", finding.object},
      {"instance", text_or_null(finding.instance)},
      {"process_id", finding.process_id == 0 ? Json(nullptr) : Json(finding.process_id)},
      {"text", finding_text(report, rule, finding)},
      {"for_seconds", seconds_of(finding.hold)},
      {"level", finding.level},
      {"levels", std::move(levels)},
      {"culprits", finding.culprits.has_value() ? culprits_of(*finding.culprits) : Json(nullptr)},
      {"samples", finding.samples},
      {"average", number(finding.average)},
      {"min", number(finding.minimum)},
      {"max", number(finding.maximum)},
      {"slope_per_hour", number(finding.slope)},
      {"course", course_of(finding)}};
}

Json outcome_of(const Report& report, const RuleOutcome& outcome) {
  constexpr std::string_view kStates[] = {"fired", "passed", "skipped"};
  const Rule& rule = report.rule_of(outcome);
  Json findings = Json::array();
  for (const Finding& finding : outcome.findings)
    findings.push_back(finding_of(report, rule, finding));
  return {{"id", rule.id},
          {"group", rule.group},
          {"title", rule.title},
          {"old", rule.is_old},
          {"unit", rule.unit},
          {"state", kStates[static_cast<std::size_t>(outcome.state)]},
          {"reason",
           outcome.state == RuleOutcome::State::skipped ? Json(outcome.reason) : Json(nullptr)},
          {"instances", outcome.instances},
          {"more_findings", outcome.more},
          {"text", rule.text},
          {"next", rule.next},
          {"links", rule.links},
          {"findings", std::move(findings)}};
}

Json quality_of(const QualityNote& note) {
  return {{"id", note.id},
          {"severity", name_of(note.severity)},
          {"text", note.text},
          {"count", note.count},
          {"times", times(note.times)}};
}

Json verdict_json(const Report& report) {
  const Verdict verdict = verdict_of(report);
  const auto count = [&](Severity severity) {
    return verdict.counts[static_cast<std::size_t>(severity)];
  };
  return {{"text", headline_text(verdict)},
          {"coverage", coverage_text(report, verdict)},
          {"given", verdict.is_given()},
          {"critical", count(Severity::critical)},
          {"warning", count(Severity::warning)},
          {"info", count(Severity::info)},
          {"brief", verdict.brief},
          {"rules", verdict.rules},
          {"judged", verdict.judged},
          {"passed", verdict.passed}};
}

}  // namespace

std::string report_json(const Report& report) {
  const LogShape& shape = report.result.shape;
  const bool has_records = shape.records != 0;
  Json machines = Json::array();
  for (const Facts& facts : report.result.facts) machines.push_back(facts_of(facts));
  Json quality = Json::array();
  for (const QualityNote& note : report.result.quality) quality.push_back(quality_of(note));
  Json rules = Json::array();
  for (const RuleOutcome& outcome : report.result.outcomes)
    rules.push_back(outcome_of(report, outcome));
  Json notes = Json::array();
  for (const ReportNote& note : report.notes)
    notes.push_back({{"time", time(note.time_local)}, {"text", note.text}});
  const Json document = {
      {"version", 2},
      {"verdict", verdict_json(report)},
      {"files", report.files},
      {"records", shape.records},
      {"first", has_records ? time(shape.first_local) : Json(nullptr)},
      {"last", has_records ? time(shape.last_local) : Json(nullptr)},
      {"bias_minutes",
       report.bias_minutes.has_value() ? Json(*report.bias_minutes) : Json(nullptr)},
      {"interval_seconds", seconds(shape.interval)},
      {"machines", std::move(machines)},
      {"quality", std::move(quality)},
      {"notes", std::move(notes)},
      {"rules", std::move(rules)}};
  return json_lines(document) + "\n";
}

}  // namespace openperflib
