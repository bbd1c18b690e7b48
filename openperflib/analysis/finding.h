// The result of an analysis: an outcome for each rule, findings with their numbers, and the quality
// of the data.
//
// Values. Source: docs/formats/rules.md, section 4.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/analysis/facts.h"
#include "openperflib/analysis/record_survey.h"
#include "openperflib/analysis/rule.h"

namespace openperflib {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A stretch of the log in which a level was exceeded. Times are those of its first and last sample
// beyond the limit.
struct FindingRun {
  TimeRange time;
  double average = kNoNumber;  // of its samples that count, weighted if the rule has a weight
  double worst = kNoNumber;    // the most extreme sample
  FileTime worst_at = 0;
  FileTime beyond = 0;             // the time that its samples beyond the limit cover, in ticks
  std::uint64_t samples = 0;       // that count
  std::uint64_t first_record = 0;  // positions of its ends in the records of the log
  std::uint64_t last_record = 0;
  bool operator==(const FindingRun&) const = default;
};

// The result of one level of a rule for one instance.
struct FindingLevel {
  Severity severity = Severity::none;  // of the level
  Statistic judged = Statistic::avg;   // the statistic that was compared
  bool is_upper = true;                // values above the limit are bad
  double limit = kNoNumber;            // NaN: the level compares with no single number
  double share = 0;     // of the machine's time in the log for which samples were beyond the limit
  FileTime beyond = 0;  // the same in ticks
  std::uint64_t samples = 0;     // beyond the limit
  double total = 0;              // of their values
  TimeRange extent;              // the first and the last of them
  std::uint64_t run_count = 0;   // of all runs
  std::vector<FindingRun> runs;  // the worst kMostRuns, by time
  std::size_t worst = 0;         // the position of the worst of them

  static constexpr std::size_t kMostRuns = 50;
};

// Samples of a time series that are so close together that a chart shows them as one point.
struct TimeSeriesPoint {
  FileTime time = 0;  // of the first of them
  double least = 0;
  double largest = 0;
  bool is_after_gap = false;  // nothing connects it with the one before
  double sum = 0;             // of all of them
  std::uint32_t samples = 0;

  // Returns the average of the samples; of samples whose sum is too large, the middle of them.
  [[nodiscard]] double average() const noexcept {
    const double mean = sum / samples;
    return std::isfinite(mean) ? mean : least / 2 + largest / 2;
  }
};

// An instance that contributed to a finding, or all instances with one name, such as those of a
// program.
struct Culprit {
  std::string instance;
  std::uint32_t process_id = 0;  // 0: unknown, or several
  std::uint64_t instances = 1;
  double average = 0;  // over the time of the run, in the counter's own unit
};

// The instances that contributed most during the worst run of a finding.
struct Culprits {
  std::string counter;  // as the rule names it
  Quantity quantity = Quantity::number;
  std::vector<Culprit> largest;     // kMost, the largest first
  std::uint64_t instances = 0;      // at the end of the run, without those that had just come
  std::uint64_t without_value = 0;  // of these, those that could never be read
  // How much of the value all instances together explain, if it is clearly less than all of it.
  struct Account {
    double part = 0;  // in the unit of the counter, like the whole
    double whole = 0;
    std::string rest;  // what else there is: "drivers and interrupts"
  };
  std::optional<Account> account;
  // What the processes do not account for, if the counter is of processor time and the log has that
  // of the processors and of all processes.
  std::optional<CpuRemainder> remainder = std::nullopt;
  static constexpr std::size_t kMost = 3;
};

// The result of a rule for one instance.
struct Finding {
  std::size_t rule = 0;  // position in the rules
  Severity severity = Severity::none;
  bool is_spike =
      false;  // the severest level was exceeded, but never for the rule's time; severity is info
  std::string machine;
  std::string object;                // of the counter that has instances; empty: none has
  std::string instance;              // "parent/name#n"; empty: the object has none
  std::uint32_t process_id = 0;      // 0: unknown
  std::vector<FindingLevel> levels;  // that were exceeded at all, the severest first; not empty
  std::size_t level = 0;             // the one that fired: the severest one with runs
  FileTime hold = 0;                 // how long a level had to be exceeded
  std::uint64_t samples = 0;
  double average = kNoNumber;  // of all samples
  double minimum = kNoNumber;
  double maximum = kNoNumber;
  double slope = kNoNumber;  // per hour, if a trend was found
  std::vector<TimeSeriesPoint> time_series;
  std::optional<Culprits>
      culprits;              // none: the rule names no counter for them, or the log lacks it
  std::uint64_t serial = 0;  // of the instance among those of its rule

  // The level that gives the finding its severity.
  [[nodiscard]] const FindingLevel& fired() const { return levels[level]; }
  // The run of that level that is shown first; the level has at least one.
  [[nodiscard]] const FindingRun& worst_run() const { return fired().runs[fired().worst]; }
};

// How a rule ended.
struct RuleOutcome {
  // skipped: the log lacks what the rule needs, and `reason` says what.
  enum class State : std::uint8_t { fired, passed, skipped };
  std::size_t rule = 0;
  State state = State::skipped;
  std::string reason;                // why it was skipped
  std::string missing;               // the path of the counter that it lacks; empty: it lacks none
  std::vector<std::string> remarks;  // what it was judged without, or with instead
  std::uint64_t instances = 0;       // that were judged
  std::vector<Finding> findings;     // the kMostFindings severest, the severest first
  std::uint64_t more = 0;            // findings beyond those

  static constexpr std::size_t kMostFindings = 100;
};

// Something about the data themselves.
struct QualityNote {
  Severity severity = Severity::info;
  std::string id;    // "few_samples"
  std::string text;  // for people
  std::uint64_t count = 0;
  std::vector<TimeRange> times;
};

// What an analysis returns: values only, which refer neither to the log nor to the rules.
struct AnalysisResult {
  LogShape shape;
  std::vector<Facts> facts;
  std::vector<QualityNote> quality;
  std::vector<RuleOutcome> outcomes;  // one for each rule, in the order of the rules
};

}  // namespace openperflib
