// What a report says, whatever it is written in: numbers with units, times, sentences about
// findings.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/finding.h"

namespace openperflib::apps {

// A log that was analysed, and with what. Value but for the rules, which must outlive it.
struct Report {
  std::vector<std::string> files;
  std::string zone_name;            // "" where the log does not tell it
  std::optional<int> bias_minutes;  // of the log's clock
  std::span<const Rule> rules;
  AnalysisResult result;

  [[nodiscard]] const Rule& rule_of(const RuleOutcome& outcome) const {
    return rules[outcome.rule];
  }
  // The outcomes that ended so; those that fired the severest first, spikes last.
  [[nodiscard]] std::vector<const RuleOutcome*> outcomes(RuleOutcome::State state) const;
};

// The outcomes that fired, by what people should make of them: those that matter, those of single
// samples alone, and old rules.
enum class Weight : std::uint8_t { finding, spike, old };
[[nodiscard]] std::vector<const RuleOutcome*> fired_rules(const Report& report, Weight weight);

// By Severity, spikes and old rules left out; a rule counts once, as what its severest finding is.
[[nodiscard]] std::array<std::size_t, 4> count_fired(const Report& report);
// "2 critical, 3 warnings, 1 note", "nothing found".
[[nodiscard]] std::string counted_text(const Report& report);
// "32 rules clean, 40 skipped".
[[nodiscard]] std::string rest_text(const Report& report);
// "2 critical", "1 warning", "3 notes".
[[nodiscard]] std::string count_of(Severity severity, std::size_t count);

// "80.0 %", "2.1 GB", "410 us"; "?" for NaN. What no machine has is in powers of ten.
[[nodiscard]] std::string quantity_text(Quantity quantity, double number);
// "2026-11-21 10:00:00", "10:00:00", "2 h 10 min".
[[nodiscard]] std::string date_text(FileTime time);
[[nodiscard]] std::string clock_text(FileTime time);
[[nodiscard]] std::string duration_text(FileTime ticks);
// "UTC-08:00 (Pacific Standard Time)", "a clock whose zone the log does not tell".
[[nodiscard]] std::string zone_text(const Report& report);
// A time alone where the log is of one day, else with its date.
[[nodiscard]] std::string moment_text(const Report& report, FileTime time);
// "10:00:00 to 10:05:00".
[[nodiscard]] std::string range_text(const Report& report, const TimeRange& range);
// "40 %" of the time, "less than 1 %".
[[nodiscard]] std::string share_text(double share);

// "PhysicalDisk(0 C:)", "Process(store), process 1234"; where the rule has no instances, its group.
[[nodiscard]] std::string subject_text(const Rule& rule, const Finding& finding);
// "average 41.0 ms, limit 25.0 ms".
[[nodiscard]] std::string numbers_text(const Rule& rule, const Finding& finding);
// A number of the judged statistic: "41.0 ms", "120 MB an hour".
[[nodiscard]] std::string judged_text(const Rule& rule, const Finding& finding, double number);
// "for 40 % of the time, since 10:02:00".
[[nodiscard]] std::string when_text(const Report& report, const Finding& finding);
// What stands before a rule's severity: "critical", "warning", "info", "spike", "old rule".
[[nodiscard]] std::string_view label_of(const Rule& rule, const Finding& finding);

// The facts that are known, a sentence each: "4 processors (instances of Processor)".
[[nodiscard]] std::vector<std::string> fact_texts(const Facts& facts);
// Why rules were skipped, and the ids of those.
struct SkippedRules {
  std::string reason;
  std::vector<std::string> ids;
};
[[nodiscard]] std::vector<SkippedRules> skipped_rules(const Report& report);

}  // namespace openperflib::apps
