#include "openperflib/view/report/report_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace openperflib {
namespace {

std::pair<int, int> rank_of(const Finding& finding) {
  return {finding.is_spike ? 0 : 1, static_cast<int>(finding.severity)};
}

bool is_severer(const RuleOutcome* a, const RuleOutcome* b) {
  return rank_of(a->findings.front()) > rank_of(b->findings.front());
}

void add_reason(std::vector<RulesWithReason>& all, const std::string& reason, const Rule& rule) {
  auto known = std::ranges::find(all, reason, &RulesWithReason::reason);
  if (known == all.end()) known = all.insert(known, {.reason = reason, .ids = {}});
  known->ids.push_back(rule.id);
}

}  // namespace

std::vector<const RuleOutcome*> Report::outcomes(RuleOutcome::State state) const {
  std::vector<const RuleOutcome*> found;
  for (const RuleOutcome& outcome : result.outcomes) {
    if (outcome.state == state) found.push_back(&outcome);
  }
  if (state == RuleOutcome::State::fired) std::ranges::stable_sort(found, is_severer);
  return found;
}

std::vector<const RuleOutcome*> fired_rules(const Report& report, Weight weight) {
  std::vector<const RuleOutcome*> fired = report.outcomes(RuleOutcome::State::fired);
  std::erase_if(fired, [&](const RuleOutcome* one) {
    const Weight its = report.rule_of(*one).is_old      ? Weight::old
                       : one->findings.front().is_spike ? Weight::spike
                                                        : Weight::finding;
    return its != weight;
  });
  return fired;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string count_of(Severity severity, std::size_t count) {
  if (severity == Severity::critical) return fmt::format("{} critical", count);
  return plural(count, severity == Severity::warning ? "warning" : "note");
}

std::string interval_text(const LogShape& shape) {
  return duration_text(std::llround(shape.interval.number * kTicksPerSecond));
}

std::string zone_text(const Report& report) {
  if (report.offset_name.empty()) return "unknown time zone";
  return report.zone_name.empty() ? report.offset_name
                                  : fmt::format("{} ({})", report.offset_name, report.zone_name);
}

std::string moment_text(const Report& report, FileTime time) {
  const LogShape& shape = report.result.shape;
  return is_one_day(shape.first_local, shape.last_local) ? clock_text(time) : date_text(time);
}

std::string range_text(const Report& report, const TimeRange& range) {
  const std::string begin = moment_text(report, range.begin);
  if (range.begin == range.end) return "at " + begin;
  const std::string end =
      is_one_day(range.begin, range.end) ? clock_text(range.end) : moment_text(report, range.end);
  return fmt::format("from {} to {}", begin, end);
}

std::string share_text(double share) {
  if (share < 0.001) return "less than 0.1 %";
  const bool is_close_to_an_end = share < 0.0995 || share >= 0.995;
  return fmt::format("{:.{}f} %", 100 * std::min(share, 1.0), is_close_to_an_end ? 1 : 0);
}

std::string subject_text(const Report& report, const Rule& rule, const Finding& finding) {
  std::string text = finding.object.empty() ? rule.group : finding.object;
  if (!finding.instance.empty()) text += fmt::format("({})", finding.instance);
  if (finding.process_id != 0) text += fmt::format(", process {}", finding.process_id);
  return report.has_several_machines() ? fmt::format("\\\\{}\\{}", finding.machine, text) : text;
}

std::string_view label_of(const Rule& rule, const Finding& finding) {
  if (rule.is_old) return "old rule";
  return finding.is_spike ? "brief" : name_of(finding.severity);
}

std::vector<FactText> fact_texts(const Facts& facts) {
  std::vector<FactText> texts;
  const auto source = [&](Fact fact) { return facts.sources[static_cast<std::size_t>(fact)]; };
  if (const double cpus = facts.number(Fact::cpus); std::isfinite(cpus)) {
    texts.push_back(
        {fmt::format("{:.0f} processor{}", cpus, cpus == 1 ? "" : "s"), source(Fact::cpus)});
  }
  if (const double ram = facts.number(Fact::ram); std::isfinite(ram)) {
    texts.push_back({quantity_text(Quantity::bytes, ram) + " of memory", source(Fact::ram)});
  }
  if (facts.number(Fact::linux_kernel) == 1) texts.push_back({"Linux", source(Fact::linux_kernel)});
  return texts;
}

std::string left_out_text(const LeftOutRule& rule) {
  return fmt::format("{}{}\"{}\" {}", rule.group, rule.group.empty() ? "" : ": ", rule.title,
                     rule.reason);
}

std::string left_out_summary(std::span<const LeftOutRule> left_out, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(left_out.size(), most);
  for (const LeftOutRule& rule : left_out.first(shown)) {
    text += fmt::format("{}\"{}\" {}", text.empty() ? "left out: " : "; ", rule.title, rule.reason);
  }
  if (shown < left_out.size()) {
    text += fmt::format("; and {} more (--skipped lists them)", left_out.size() - shown);
  }
  return text;
}

std::vector<RulesWithReason> skipped_rules(const Report& report) {
  std::vector<RulesWithReason> all;
  for (const RuleOutcome* outcome : report.outcomes(RuleOutcome::State::skipped)) {
    add_reason(all, outcome->reason, report.rule_of(*outcome));
  }
  return all;
}

std::vector<RulesWithReason> remarks_on_passed_rules(const Report& report) {
  std::vector<RulesWithReason> all;
  for (const RuleOutcome* outcome : report.outcomes(RuleOutcome::State::passed)) {
    for (const std::string& remark : outcome->remarks) {
      add_reason(all, remark, report.rule_of(*outcome));
    }
  }
  return all;
}

}  // namespace openperflib
