// The words of a report in any format: numbers with units, times, names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/finding.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/chart/chart.h"
#include "openperflib/view/text/time_text.h"
#include "openperflib/view/text/value_text.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// An analysed log, or analysed samples of a machine, and the results. Value, except for the rules
// and the titles, which must outlive it.
struct Report {
  std::vector<std::string> files;
  std::string zone_name;            // "" if unknown
  std::optional<int> bias_minutes;  // of the log's clock
  std::string offset_name;          // the same as "UTC-08:00"; "" if unknown
  std::span<const Rule> rules;
  const TitleTable& titles;                // the fixed ones, which the rules know
  std::vector<std::string> objects;        // of the log
  std::vector<WrittenNote> notes;          // next to the log
  std::vector<LeftOutRule> left_out = {};  // what files of rules have besides
  AnalysisResult result;
  SampleOrigin origin = SampleOrigin::log;
  std::vector<ChartPanel> overview = {};  // what the machine did; empty: nobody asked for it

  [[nodiscard]] const Rule& rule_of(const RuleOutcome& outcome) const {
    return rules[outcome.rule];
  }
  // The outcomes with this state; if fired, the severest first and spikes last.
  [[nodiscard]] std::vector<const RuleOutcome*> outcomes(RuleOutcome::State state) const;
  [[nodiscard]] bool has_several_machines() const { return result.facts.size() > 1; }
};

// The outcomes that fired, by their weight: real findings, limits that were exceeded only for a
// short time, and old rules.
enum class Weight : std::uint8_t { finding, spike, old };
// In the order of Report::outcomes(). The pointers are into `report`.
[[nodiscard]] std::vector<const RuleOutcome*> fired_rules(const Report& report, Weight weight);

// The log's interval: "15 s".
[[nodiscard]] std::string interval_text(const LogShape& shape);
// "UTC-08:00 (Pacific Standard Time)", "unknown time zone".
[[nodiscard]] std::string zone_text(const Report& report);
// Only the time if the log is of one day, otherwise with the date.
[[nodiscard]] std::string moment_text(const Report& report, FileTime time);
// "from 10:00:00 to 10:05:00", "from 2026-11-21 10:00:00 to 10:05:00", "at 10:00:00" for a single
// moment.
[[nodiscard]] std::string range_text(const Report& report, const TimeRange& range);
// "40 %", "0.6 %", "less than 0.1 %".
[[nodiscard]] std::string share_text(double share);
// "1 critical", "2 warnings", "3 notes".
[[nodiscard]] std::string count_of(Severity severity, std::size_t count);
// "1 sample", "2 samples".
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view noun);

// "PhysicalDisk(0 C:)", "Process(store), process 1234"; if the rule has no instances, its group.
// With the machine if the report has several.
[[nodiscard]] std::string subject_text(const Report& report, const Rule& rule,
                                       const Finding& finding);
// The label of a rule's findings: "critical", "warning", "info", "brief", "old rule".
[[nodiscard]] std::string_view label_of(const Rule& rule, const Finding& finding);

// A fact that is known, and how: "4 processors", "instances of Processor".
struct FactText {
  std::string what;
  std::string source;
};
// The number of processors, the memory, and that it is Linux, as far as they are known.
[[nodiscard]] std::vector<FactText> fact_texts(const Facts& facts);

// "Shop queue: "More than 10 jobs wait" is more than one comparison": without the file.
[[nodiscard]] std::string left_out_text(const LeftOutRule& rule);
// What one file has besides rules, at most `most` by name: "left out: "More than 10 jobs wait" is
// more than one comparison; and 3 more (--skipped lists them)".
[[nodiscard]] std::string left_out_summary(std::span<const LeftOutRule> left_out, std::size_t most);

// Something that is said about rules, and their ids.
struct RulesWithReason {
  std::string reason;
  std::vector<std::string> ids;
};
// Why rules were skipped. One element per reason, in the order in which the reasons first appear.
[[nodiscard]] std::vector<RulesWithReason> skipped_rules(const Report& report);
// What rules that passed were judged without, in the same form.
[[nodiscard]] std::vector<RulesWithReason> remarks_on_passed_rules(const Report& report);

}  // namespace openperflib
