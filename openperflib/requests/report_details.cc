#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "openperflib/base/civil_time.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/requests/report_details_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Returns nothing for what stands for "unknown": an empty text, 0.
template <typename T>
std::optional<T> known(const T& value) {
  return value == T() ? std::nullopt : std::optional(value);
}

// Returns a path of a rule for the instance of a finding.
std::string path_of(const std::string& text, const Report& report, const Finding& finding) {
  auto path = CounterPath::parse(text);
  if (!path.has_value()) return text;
  if (report.has_several_machines()) path->machine = finding.machine;
  const bool has_it = path->instance.has_value() && !finding.instance.empty() &&
                      equal_ignoring_case(path->object, finding.object);
  if (!has_it) return write(*path);
  path->parent.clear();
  path->instance = finding.instance;
  path->index = 0;
  return write(literal_pattern(*std::move(path)));
}

void write_run(JsonWriter& out, const Report& report, const FindingRun& run) {
  out.member("begin_unix", unix_seconds(run.time.begin, report.bias_minutes));
  out.member("end_unix", unix_seconds(run.time.end, report.bias_minutes));
  out.member("average", run.average);
  out.member("worst", run.worst);
  out.member("worst_at_unix", unix_seconds(run.worst_at, report.bias_minutes));
}

void write_rule(JsonWriter& out, const Rule& rule) {
  out.member("rule", rule.id);
  out.member("title", rule.title);
  out.member("group", rule.group);
}

void write_counts(JsonWriter& out, const Verdict& verdict) {
  const auto count = [&](Severity severity) {
    return verdict.counts[static_cast<std::size_t>(severity)];
  };
  out.key("counts");
  out.begin_object();
  out.member("critical", count(Severity::critical));
  out.member("warning", count(Severity::warning));
  out.member("info", count(Severity::info));
  out.member("brief", verdict.brief);
  out.member("rules", verdict.rules);
  out.member("judged", verdict.judged);
  out.member("passed", verdict.passed);
  out.member("skipped", verdict.rules - verdict.judged);
  out.end_object();
}

// Writes the rules that were skipped, by the reason.
void write_skipped(JsonWriter& out, const Report& report) {
  out.objects("skipped", skipped_rules(report), [&](const RulesWithReason& one) {
    out.member("reason", one.reason);
    out.objects("rules", one.ids, [&](const std::string& id) {
      const auto rule = std::ranges::find(report.rules, id, &Rule::id);
      if (rule != report.rules.end()) write_rule(out, *rule);
    });
  });
}

}  // namespace

void write_finding_details(JsonWriter& out, const Report& report, const Finding& finding,
                           const std::vector<std::string>& paths) {
  const FindingLevel& fired = finding.fired();
  std::vector<std::string> own;
  for (const std::string& path : paths) own.push_back(path_of(path, report, finding));
  out.member("level", name_of(finding.severity));
  out.member("machine", known(finding.machine));
  out.member("object", known(finding.object));
  out.member("instance", known(finding.instance));
  out.member("process_id", known(finding.process_id));
  out.member("paths", own);
  out.member("average", finding.average);
  out.member("min", finding.minimum);
  out.member("max", finding.maximum);
  out.member("limit", fired.limit);
  out.member("above", fired.is_upper);
  out.member("share", fired.share);
  const bool has_extent = fired.samples != 0;
  const auto extent_end = [&](FileTime time) {
    return has_extent ? std::optional(unix_seconds(time, report.bias_minutes)) : std::nullopt;
  };
  out.member("first_unix", extent_end(fired.extent.begin));
  out.member("last_unix", extent_end(fired.extent.end));
  out.member("run_count", fired.run_count);
  out.member("worst_run", fired.runs.empty() ? std::nullopt : std::optional(fired.worst));
  out.objects("runs", fired.runs, [&](const FindingRun& run) { write_run(out, report, run); });
}

void write_report_details(JsonWriter& out, const Report& report, const Verdict& verdict) {
  write_counts(out, verdict);
  out.objects("passed", report.outcomes(RuleOutcome::State::passed),
              [&](const RuleOutcome* outcome) {
                write_rule(out, report.rule_of(*outcome));
                out.member("remarks", outcome->remarks);
              });
  write_skipped(out, report);
  out.objects("facts", report.result.facts, [&](const Facts& facts) {
    out.member("machine", facts.machine);
    out.objects("facts", fact_texts(facts), [&](const FactText& one) {
      out.member("text", one.what);
      out.member("source", one.source);
    });
  });
}

void write_note_details(JsonWriter& out, const Report& report, const QualityNote& note) {
  std::vector<std::pair<FileTime, FileTime>> times;
  for (const TimeRange& one : note.times) times.emplace_back(one.begin, one.end);
  out.member("id", note.id);
  out.member("count", note.count);
  write_time_pairs(out, "times", times, report.bias_minutes);
}

}  // namespace openperflib
