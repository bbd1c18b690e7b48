#include "apps/perflib/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "openperflib/os/time_zone.h"

namespace openperflib::apps {
namespace {

constexpr double kBeyondMachines = 1e19;
constexpr FileTime kDay = FileTime{86400} * kTicksPerSecond;

// What a statistic is called before its number.
constexpr auto kStatisticWords =
    std::to_array<std::string_view>({"average", "95th percentile", "least", "largest", "at first",
                                     "at last", "sum", "growth", "weight", "hours", "samples"});

std::string_view word_of(Statistic statistic) {
  return kStatisticWords[static_cast<std::size_t>(statistic)];
}

// Ranges that touch are one stretch of several severities.
std::size_t stretches_of(const Finding& finding) {
  std::size_t count = 1;
  for (std::size_t i = 1; i < finding.ranges.size(); ++i) {
    if (finding.ranges[i].time.begin != finding.ranges[i - 1].time.end) ++count;
  }
  return count;
}

std::pair<int, int> rank_of(const Finding& finding) {
  return {finding.is_spike ? 0 : 1, static_cast<int>(finding.severity)};
}

bool is_severer(const RuleOutcome* a, const RuleOutcome* b) {
  return rank_of(a->findings.front()) > rank_of(b->findings.front());
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

std::array<std::size_t, 4> count_fired(const Report& report) {
  std::array<std::size_t, 4> counts{};
  for (const RuleOutcome* outcome : fired_rules(report, Weight::finding)) {
    ++counts[static_cast<std::size_t>(outcome->findings.front().severity)];
  }
  return counts;
}

std::string count_of(Severity severity, std::size_t count) {
  if (severity == Severity::critical) return fmt::format("{} critical", count);
  const char* const noun = severity == Severity::warning ? "warning" : "note";
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string counted_text(const Report& report) {
  const auto counts = count_fired(report);
  std::string text;
  for (const Severity severity : {Severity::critical, Severity::warning, Severity::info}) {
    const std::size_t count = counts[static_cast<std::size_t>(severity)];
    if (count == 0) continue;
    text += (text.empty() ? "" : ", ") + count_of(severity, count);
  }
  return text.empty() ? "nothing found" : text;
}

std::string rest_text(const Report& report) {
  const std::size_t clean = report.outcomes(RuleOutcome::State::clean).size();
  return fmt::format("{} rule{} clean, {} skipped", clean, clean == 1 ? "" : "s",
                     report.outcomes(RuleOutcome::State::skipped).size());
}

std::string quantity_text(Quantity quantity, double number) {
  if (!std::isfinite(number)) return "?";
  if (std::abs(number) >= kBeyondMachines) return fmt::format("{:.3g}", number);
  const HumanText text = human_text(quantity, number);
  return text.unit.empty() ? text.number : fmt::format("{} {}", text.number, text.unit);
}

std::string clock_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:02}:{:02}:{:02}", date.hour, date.minute, date.second);
}

std::string date_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {}", date.year, date.month, date.day, clock_text(time));
}

std::string duration_text(FileTime ticks) {
  const FileTime seconds = ticks / kTicksPerSecond;
  if (seconds < 1) return fmt::format("{:.1f} s", static_cast<double>(ticks) / kTicksPerSecond);
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600 && seconds % 60 != 0)
    return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 3600) return fmt::format("{} min", seconds / 60);
  const FileTime minutes = seconds / 60;
  if (minutes < FileTime{48} * 60) return fmt::format("{} h {} min", minutes / 60, minutes % 60);
  return fmt::format("{} days {} h", minutes / 1440, minutes / 60 % 24);
}

std::string zone_text(const Report& report) {
  if (!report.bias_minutes.has_value()) return "a clock whose zone the log does not tell";
  const std::string offset = name_of_offset(*report.bias_minutes);
  return report.zone_name.empty() ? offset : fmt::format("{} ({})", offset, report.zone_name);
}

std::string moment_text(const Report& report, FileTime time) {
  const LogShape& shape = report.result.shape;
  return shape.first_local / kDay == shape.last_local / kDay ? clock_text(time) : date_text(time);
}

std::string range_text(const Report& report, const TimeRange& range) {
  return fmt::format("{} to {}", moment_text(report, range.begin), moment_text(report, range.end));
}

std::string share_text(double share) {
  if (share > 0 && share < 0.01) return "less than 1 %";
  return fmt::format("{:.0f} %", 100 * std::min(share, 1.0));
}

std::string subject_text(const Rule& rule, const Finding& finding) {
  if (finding.instance.empty()) return finding.object.empty() ? rule.group : finding.object;
  std::string text = fmt::format("{}({})", finding.object, finding.instance);
  if (finding.process_id != 0) text += fmt::format(", process {}", finding.process_id);
  return text;
}

std::string judged_text(const Rule& rule, const Finding& finding, double number) {
  const std::string text = quantity_text(rule.quantity, number);
  return finding.judged == Statistic::slope ? text + " an hour" : text;
}

std::string numbers_text(const Rule& rule, const Finding& finding) {
  std::string text =
      fmt::format("{} {}", word_of(finding.judged), judged_text(rule, finding, finding.worst));
  if (std::isfinite(finding.limit)) {
    text += fmt::format(", limit {}", judged_text(rule, finding, finding.limit));
  }
  return text;
}

std::string when_text(const Report& report, const Finding& finding) {
  if (finding.is_spike)
    return fmt::format("in single samples, at {}", moment_text(report, finding.extreme_at));
  if (finding.share >= 0.995) return "all the time";
  const std::string begin = moment_text(report, finding.ranges.front().time.begin);
  const std::string share = share_text(finding.share);
  const std::size_t times = stretches_of(finding);
  if (times == 1) return fmt::format("for {} of the time, since {}", share, begin);
  return fmt::format("for {} of the time, {} times, first at {}", share, times, begin);
}

std::string_view label_of(const Rule& rule, const Finding& finding) {
  if (rule.is_old) return "old rule";
  return finding.is_spike ? "spike" : name_of(finding.severity);
}

std::vector<std::string> fact_texts(const Facts& facts) {
  std::vector<std::string> texts;
  const auto source = [&](Fact fact) { return facts.sources[static_cast<std::size_t>(fact)]; };
  if (const double cpus = facts.number(Fact::cpus); std::isfinite(cpus)) {
    texts.push_back(
        fmt::format("{:.0f} processor{} ({})", cpus, cpus == 1 ? "" : "s", source(Fact::cpus)));
  }
  if (const double ram = facts.number(Fact::ram); std::isfinite(ram)) {
    texts.push_back(
        fmt::format("{} of memory ({})", quantity_text(Quantity::bytes, ram), source(Fact::ram)));
  }
  if (facts.number(Fact::linux_kernel) == 1) texts.emplace_back("Linux");
  return texts;
}

std::vector<SkippedRules> skipped_rules(const Report& report) {
  std::vector<SkippedRules> all;
  for (const RuleOutcome* outcome : report.outcomes(RuleOutcome::State::skipped)) {
    auto known = std::ranges::find(all, outcome->reason, &SkippedRules::reason);
    if (known == all.end()) known = all.insert(known, {.reason = outcome->reason, .ids = {}});
    known->ids.push_back(report.rule_of(*outcome).id);
  }
  return all;
}

}  // namespace openperflib::apps
