// Rule: the counters of a rule, when it fires, and what it then says.
//
// Value. Source: docs/formats/rules.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/rules/expression.h"

namespace openperflib {

// In ascending order: a larger one outranks a smaller one. none: nothing fired.
enum class Severity : std::uint8_t { none, info, warning, critical };

// What is known about the machine of a log, by its name in expressions.
enum class Fact : std::uint8_t { cpus, ram, linux_kernel, flash };
inline constexpr auto kFactNames =
    std::to_array<std::string_view>({"cpus", "ram", "linux", "flash"});
inline constexpr std::size_t kFacts = kFactNames.size();

// What a level is compared with: statistics of the rule's value over a stretch of the log, or over
// all of it.
enum class Statistic : std::uint8_t {
  avg,
  p95,
  min,
  max,
  first,
  last,
  sum,
  slope,
  weight,
  hours,
  samples
};
inline constexpr auto kStatisticNames = std::to_array<std::string_view>(
    {"avg", "p95", "min", "max", "first", "last", "sum", "slope", "weight", "hours", "samples"});
inline constexpr std::size_t kStatistics = kStatisticNames.size();

// One way to obtain a counter.
struct CounterChoice {
  // How several instances become one number; largest: the largest of them.
  enum class Over : std::uint8_t { none, mean, sum, largest };
  std::string path;        // as a query understands it
  double times = 1;        // factor from its unit to that of the rule
  Over over = Over::none;  // how instances become one number; none: one number per instance
  // The same counter of the object that stands in for that of `path`, and its position in
  // Rule::stand_ins; empty: none does.
  std::string other_path = {};
  std::size_t stand_in = 0;
  std::string remark = {};  // what a report says where this choice is used
  bool operator==(const CounterChoice&) const = default;
};

inline constexpr FileTime kFiveMinutes = FileTime{300} * kTicksPerSecond;

// A counter, with its name in the expressions of the rule.
struct RuleCounter {
  std::string name;
  std::vector<CounterChoice> choices;  // the first one that the log has is used
  bool is_optional = false;            // the rule works without it
  std::optional<double> otherwise;     // its value then; nullopt: unknown
  std::string without = {};            // what a report says then
};

// An object whose counters are used where the log lacks those of another one, by their names.
struct StandIn {
  std::string object;  // "PhysicalDisk"
  std::string other;   // "LogicalDisk"
  bool operator==(const StandIn&) const = default;
};

// How much of the value of a finding its culprits explain, all of them together.
struct RuleAccount {
  std::vector<CounterChoice> of;  // a counter of the machine that the expressions may use; the
                                  // first one that the log has
  Expression part;                // over account_names()
  Expression whole;
  std::string rest;  // what else there is, as a part of a sentence

  // The part is told if it is below this share of the whole.
  static constexpr double kMostTold = 0.8;
};

// The names in the expressions of an account after the facts: the average of the value and of the
// counter `of` during a finding, and the sum over all culprits.
enum class AccountName : std::uint8_t { avg, of, culprits };
inline constexpr auto kAccountNames = std::to_array<std::string_view>({"avg", "of", "culprits"});

// When a rule fires with that severity.
struct RuleLevel {
  Severity severity = Severity::none;
  std::string text;                        // `when` as it was written
  Expression when;                         // over facts and statistics
  std::optional<Expression::Limit> limit;  // the limit for display; of a statistic, never of a fact
  std::size_t condition = 0;               // which of Rule::conditions its statistics are of
};

// One rule of a rule file, checked and with its expressions parsed (docs/formats/rules.md).
struct Rule {
  // What the statistics of a level are of: stretches of samples beyond it, or the whole log.
  enum class Judge : std::uint8_t { stretches, whole };

  std::string id;     // "disk.over"
  std::string title;  // "Slow disk under load"
  std::string group;  // "Disk"
  std::vector<RuleCounter> counters;
  std::vector<Fact> needs;           // the rule is skipped without these
  std::vector<Fact> may_know;        // used if they are known
  std::optional<bool> is_for_linux;  // only for logs of Linux, or only for others; nullopt: for all
  std::vector<std::string> except;   // instances to ignore, in lower case: "_total", "idle"
  bool judges_total = false;         // _Total is judged where it is the only instance
  std::vector<StandIn> stand_ins;    // those of its file
  Judge judge = Judge::stretches;
  FileTime hold = kFiveMinutes;          // how long a level must be exceeded to be a finding
  Quantity quantity = Quantity::number;  // of the value
  std::string unit;                      // as it was written
  Expression value;                      // over sample_names()
  std::optional<Expression> weight;      // averages are weighted with it
  // What must hold at a time stamp for it to count; nullopt: all count. The first is that of the
  // rule.
  std::vector<std::optional<Expression>> conditions = {std::nullopt};
  std::vector<RuleLevel> levels;        // the severest first
  bool has_spikes = true;               // excursions shorter than `hold` are reported, as info
  std::vector<CounterChoice> culprits;  // a counter whose largest instances explain a finding; the
                                        // first one that the log has is used
  std::optional<RuleAccount> account;   // of its culprits
  bool is_old = false;                  // a rule of thumb: shown as such
  std::string text;                     // why it matters, in one line
  std::vector<std::string> next;        // what to look at
  std::vector<std::string> links;
  std::size_t line = 0;  // in its file

  // Returns whether one of its levels uses that statistic.
  [[nodiscard]] bool uses(Statistic statistic) const noexcept;
  // Returns whether that counter is only a weight: without it each sample counts the same.
  [[nodiscard]] bool is_only_a_weight(std::size_t counter) const noexcept;
};

// The places of the names in the expressions of a rule: the facts first in both.
inline constexpr std::size_t kSecondsPlace =
    kFacts;  // of value, weight, conditions: since the last sample
inline constexpr std::size_t kFirstCounterPlace = kFacts + 1;  // then the counters in their order
// The place of a statistic in the expressions of levels: after the facts.
[[nodiscard]] constexpr std::size_t place_of(Statistic statistic) noexcept {
  return kFacts + static_cast<std::size_t>(statistic);
}

// The place of a name in the expressions of an account: after the facts.
[[nodiscard]] constexpr std::size_t place_of(AccountName name) noexcept {
  return kFacts + static_cast<std::size_t>(name);
}

// Returns the names in the expressions of samples, in the order of their places; the counters of
// the rule follow them.
[[nodiscard]] std::vector<std::string_view> sample_names();
// Returns the names in the expressions of levels, in the order of their places.
[[nodiscard]] std::vector<std::string_view> level_names();
// Returns the names in the expressions of an account, in the order of their places.
[[nodiscard]] std::vector<std::string_view> account_names();

// "warning", "critical" ...
[[nodiscard]] std::string_view name_of(Severity severity) noexcept;

// A threshold of another tool's file that did not become a rule. Value.
struct LeftOutRule {
  std::string file;    // as the user named it
  std::string group;   // what it belongs to there; may be empty
  std::string title;   // its name there
  std::string reason;  // a predicate: "is more than one comparison"
  std::size_t line = 0;
  bool operator==(const LeftOutRule&) const = default;
};

}  // namespace openperflib
