#include "openperflib/view/report/report_json.h"

#include <string>

#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/text/json_values_internal.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/text/remainder_text.h"

namespace openperflib {
namespace {

std::optional<std::string> time(FileTime local) { return iso_8601(system_time_from(local)); }

std::optional<double> seconds(const Value& value) {
  return value.usable() ? std::optional(value.number) : std::nullopt;
}

void write_facts(JsonWriter& out, const Facts& facts) {
  out.member("machine", facts.machine);
  out.key("facts");
  out.begin_object();
  for (std::size_t i = 0; i < kFacts; ++i) {
    out.key(kFactNames[i]);
    out.begin_object();
    out.member("value", facts.numbers[i]);
    out.member("source", facts.sources[i]);
    out.end_object();
  }
  out.end_object();
}

void write_time_series_point(JsonWriter& out, const TimeSeriesPoint& point) {
  out.member("time", time(point.time));
  out.member("min", point.least);
  out.member("max", point.largest);
  out.member("after_gap", point.is_after_gap);
}

void write_run(JsonWriter& out, const FindingRun& run) {
  out.member("begin", time(run.time.begin));
  out.member("end", time(run.time.end));
  out.member("seconds", seconds_of(run.beyond));
  out.member("samples", run.samples);
  out.member("average", run.average);
  out.member("worst", run.worst);
  out.member("worst_at", time(run.worst_at));
}

void write_level(JsonWriter& out, const FindingLevel& level) {
  out.member("severity", name_of(level.severity));
  out.member("statistic", kStatisticNames[static_cast<std::size_t>(level.judged)]);
  out.member("above", level.is_upper);
  out.member("limit", level.limit);
  out.member("share", level.share);
  out.member("seconds", seconds_of(level.beyond));
  out.member("samples", level.samples);
  out.member("total", level.total);
  out.member("first", time(level.extent.begin));
  out.member("last", time(level.extent.end));
  out.member("run_count", level.run_count);
  out.member("worst_run", level.runs.empty() ? std::nullopt : std::optional(level.worst));
  out.objects("runs", level.runs, [&](const FindingRun& run) { write_run(out, run); });
}

void write_culprit(JsonWriter& out, const Culprit& culprit) {
  out.member("instance", culprit.instance);
  out.member("process_id", known(culprit.process_id));
  out.member("instances", culprit.instances);
  out.member("average", culprit.average);
}

void write_culprits(JsonWriter& out, const std::optional<Culprits>& culprits) {
  out.key("culprits");
  if (!culprits.has_value()) return out.value(nullptr);
  out.begin_object();
  out.member("counter", culprits->counter);
  out.objects("largest", culprits->largest, [&](const Culprit& one) { write_culprit(out, one); });
  out.member("instances", culprits->instances);
  out.member("without_value", culprits->without_value);
  out.key("account");
  if (culprits->account.has_value()) {
    out.begin_object();
    out.member("part", culprits->account->part);
    out.member("whole", culprits->account->whole);
    out.member("rest", culprits->account->rest);
    out.end_object();
  } else {
    out.value(nullptr);
  }
  if (culprits->remainder.has_value()) write_remainder(out, *culprits->remainder);
  out.end_object();
}

void write_finding(JsonWriter& out, const Report& report, const Rule& rule,
                   const Finding& finding) {
  out.member("severity", name_of(finding.severity));
  out.member("spike", finding.is_spike);
  out.member("machine", finding.machine);
  out.member("object", finding.object);
  out.member("instance", known(finding.instance));
  out.member("process_id", known(finding.process_id));
  out.member("text", finding_text(report, rule, finding));
  out.member("for_seconds", seconds_of(finding.hold));
  out.member("level", finding.level);
  out.objects("levels", finding.levels,
              [&](const FindingLevel& level) { write_level(out, level); });
  write_culprits(out, finding.culprits);
  out.member("samples", finding.samples);
  out.member("average", finding.average);
  out.member("min", finding.minimum);
  out.member("max", finding.maximum);
  out.member("slope_per_hour", finding.slope);
  out.objects("course", finding.time_series,
              [&](const TimeSeriesPoint& point) { write_time_series_point(out, point); });
}

void write_outcome(JsonWriter& out, const Report& report, const RuleOutcome& outcome) {
  constexpr std::string_view kStates[] = {"fired", "passed", "skipped"};
  const Rule& rule = report.rule_of(outcome);
  const bool is_skipped = outcome.state == RuleOutcome::State::skipped;
  out.member("id", rule.id);
  out.member("group", rule.group);
  out.member("title", rule.title);
  out.member("old", rule.is_old);
  out.member("unit", rule.unit);
  out.member("state", kStates[static_cast<std::size_t>(outcome.state)]);
  out.member("reason", is_skipped ? std::optional(outcome.reason) : std::nullopt);
  out.member("remarks", outcome.remarks);
  out.member("instances", outcome.instances);
  out.member("more_findings", outcome.more);
  out.member("text", rule.text);
  out.member("next", rule.next);
  out.member("links", rule.links);
  out.objects("findings", outcome.findings,
              [&](const Finding& finding) { write_finding(out, report, rule, finding); });
}

void write_quality(JsonWriter& out, const QualityNote& note) {
  out.member("id", note.id);
  out.member("severity", name_of(note.severity));
  out.member("text", note.text);
  out.member("count", note.count);
  out.objects("times", note.times, [&](const TimeRange& range) {
    out.member("begin", time(range.begin));
    out.member("end", time(range.end));
  });
}

void write_verdict(JsonWriter& out, const Report& report) {
  const Verdict verdict = verdict_of(report);
  const auto count = [&](Severity severity) {
    return verdict.counts[static_cast<std::size_t>(severity)];
  };
  out.key("verdict");
  out.begin_object();
  out.member("text", headline_text(verdict));
  out.member("coverage", coverage_text(report, verdict));
  out.member("given", verdict.is_given());
  out.member("critical", count(Severity::critical));
  out.member("warning", count(Severity::warning));
  out.member("info", count(Severity::info));
  out.member("brief", verdict.brief);
  out.member("rules", verdict.rules);
  out.member("judged", verdict.judged);
  out.member("passed", verdict.passed);
  out.end_object();
}

void write_shape(JsonWriter& out, const Report& report) {
  const LogShape& shape = report.result.shape;
  const bool has_records = shape.records != 0;
  out.member("records", shape.records);
  out.member("first", has_records ? time(shape.first_local) : std::nullopt);
  out.member("last", has_records ? time(shape.last_local) : std::nullopt);
  out.member("bias_minutes", report.bias_minutes);
  out.member("interval_seconds", seconds(shape.interval));
}

void write_left_out(JsonWriter& out, const LeftOutRule& rule) {
  out.member("file", rule.file);
  out.member("line", rule.line);
  out.member("group", rule.group);
  out.member("title", rule.title);
  out.member("reason", rule.reason);
}

}  // namespace

std::string report_json(const Report& report) {
  const AnalysisResult& result = report.result;
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  out.member("version", 2);
  write_verdict(out, report);
  out.member("files", report.files);
  write_shape(out, report);
  out.objects("machines", result.facts, [&](const Facts& facts) { write_facts(out, facts); });
  out.objects("quality", result.quality,
              [&](const QualityNote& note) { write_quality(out, note); });
  write_notes(out, report.notes);
  out.objects("left_out", report.left_out,
              [&](const LeftOutRule& rule) { write_left_out(out, rule); });
  out.objects("rules", result.outcomes,
              [&](const RuleOutcome& outcome) { write_outcome(out, report, outcome); });
  out.end_object();
  return out.take() + "\n";
}

}  // namespace openperflib
