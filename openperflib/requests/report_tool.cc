// report: the findings of rules over a log.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/report/report_job.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/requests/report_details_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostFindings = 10;  // of a rule

// Returns the counters of a rule whose objects the log has.
std::vector<std::string> paths_in_log(const Rule& rule, const std::vector<std::string>& objects) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& text) {
    const auto path = CounterPath::parse(text);
    const bool has_it =
        path.has_value() && std::ranges::find(objects, path->object) != objects.end();
    if (has_it) paths.push_back(text);
  };
  for (const RuleCounter& counter : rule.counters) {
    for (const CounterChoice& choice : counter.choices) {
      add(choice.path);
      add(choice.other_path);
    }
  }
  return paths;
}

// How much the result has of each finding. Value.
struct ReportDepth {
  std::size_t most = 20;     // of each weight
  bool has_details = false;  // for a page
};

void write_outcome(JsonWriter& out, const Report& report, const RuleOutcome& outcome,
                   const ReportDepth& depth) {
  const Rule& rule = report.rule_of(outcome);
  out.member("rule", rule.id);
  out.member("title", rule.title);
  out.member("why_it_matters", rule.text);
  if (!rule.next.empty()) out.member("look_at", rule.next);
  const std::vector<std::string> paths = paths_in_log(rule, report.objects);
  out.member("paths", paths);  // for explain and query
  if (depth.has_details) {
    out.member("group", rule.group);
    out.member("unit", rule.unit);
    out.member("links", rule.links);
    out.member("is_old", rule.is_old);
    out.member("more_findings", outcome.more);
  }
  if (!outcome.remarks.empty()) out.member("remarks", outcome.remarks);
  write_bounded(out, "instances", outcome.findings, kMostFindings, [&](const Finding& finding) {
    out.member("of", subject_text(report, rule, finding));
    out.member("severity", label_of(rule, finding));
    out.member("text", finding_text(report, rule, finding));
    const std::string culprits = culprits_text(finding);
    if (!culprits.empty()) out.member("culprits", culprits);
    const std::string account = account_text(report, finding);
    if (!account.empty()) out.member("account", account);
    if (depth.has_details) write_finding_details(out, report, finding, paths);
  });
}

void write_fired(JsonWriter& out, const Report& report, Weight weight, std::string_view name,
                 const ReportDepth& depth) {
  write_bounded(out, name, fired_rules(report, weight), depth.most,
                [&](const RuleOutcome* outcome) { write_outcome(out, report, *outcome, depth); });
}

std::string found_by_rules(const ReportModel& model, const ReportDepth& depth) {
  const Report& report = model.report;
  const Verdict verdict = verdict_of(report);
  return json_object([&](JsonWriter& out) {
    out.member("verdict", headline_text(verdict));
    out.member("coverage", coverage_text(report, verdict));
    out.member("zone", zone_text(report));
    write_fired(out, report, Weight::finding, "findings", depth);
    write_fired(out, report, Weight::spike, "briefly", depth);
    if (depth.has_details) {
      write_fired(out, report, Weight::old, "old_rules", depth);
      write_report_details(out, report, verdict);
    }
    out.objects("about_the_log", report.result.quality, [&](const QualityNote& note) {
      out.member("severity", name_of(note.severity));
      out.member("text", note.text);
      if (depth.has_details) write_note_details(out, report, note);
    });
    write_findings(out, model.findings);
  });
}

}  // namespace

BegunTool begin_report(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ReportDepth depth{.most = words.count("limit", 20, 500),
                          .has_details = words.flag("details")};
  return tool_of(ReportJob::begin({.logs = OPENPERFLIB_TRY(log_of(session, words)),
                                   .window = OPENPERFLIB_TRY(window_of(session, words)),
                                   .rules = session.environment().rules},
                                  session.environment().titles),
                 [depth](ReportJob& job) { return found_by_rules(job.take_model(), depth); });
}

}  // namespace openperflib
