#include "apps/perflib/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace openperflib::apps {
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

Json finding_of(const Finding& finding) {
  Json ranges = Json::array();
  for (const FindingRange& range : finding.ranges) {
    ranges.push_back({{"begin", time(range.time.begin)},
                      {"end", time(range.time.end)},
                      {"severity", name_of(range.severity)},
                      {"worst", number(range.worst)}});
  }
  return {{"severity", name_of(finding.severity)},
          {"spike", finding.is_spike},
          {"machine", finding.machine},
          {"object", finding.object},
          {"instance", finding.instance.empty() ? Json(nullptr) : Json(finding.instance)},
          {"process_id", finding.process_id == 0 ? Json(nullptr) : Json(finding.process_id)},
          {"statistic", kStatisticNames[static_cast<std::size_t>(finding.judged)]},
          {"worst", number(finding.worst)},
          {"limit", number(finding.limit)},
          {"share", finding.share},
          {"samples", finding.samples},
          {"average", number(finding.average)},
          {"min", number(finding.minimum)},
          {"max", number(finding.maximum)},
          {"slope_per_hour", number(finding.slope)},
          {"ranges", std::move(ranges)},
          {"course", course_of(finding)}};
}

Json outcome_of(const Report& report, const RuleOutcome& outcome) {
  constexpr std::string_view kStates[] = {"fired", "clean", "skipped"};
  const Rule& rule = report.rule_of(outcome);
  Json findings = Json::array();
  for (const Finding& finding : outcome.findings) findings.push_back(finding_of(finding));
  return {{"id", rule.id},
          {"group", rule.group},
          {"title", rule.title},
          {"old", rule.is_old},
          {"unit", rule.unit},
          {"state", kStates[static_cast<std::size_t>(outcome.state)]},
          {"reason",
           outcome.state == RuleOutcome::State::skipped ? Json(outcome.reason) : Json(nullptr)},
          {"instances", outcome.instances},
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
  const Json document = {
      {"version", 1},
      {"files", report.files},
      {"records", shape.records},
      {"first", has_records ? time(shape.first_local) : Json(nullptr)},
      {"last", has_records ? time(shape.last_local) : Json(nullptr)},
      {"bias_minutes",
       report.bias_minutes.has_value() ? Json(*report.bias_minutes) : Json(nullptr)},
      {"interval_seconds", seconds(shape.interval)},
      {"slices", report.result.slices},
      {"machines", std::move(machines)},
      {"quality", std::move(quality)},
      {"rules", std::move(rules)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace openperflib::apps
