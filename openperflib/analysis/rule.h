// Rule: what counters a rule looks at, when it fires, and what it then tells people.
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

#include "openperflib/analysis/expression.h"
#include "openperflib/counter/human_text.h"

namespace openperflib {

enum class Severity : std::uint8_t { none, info, warning, critical };

// What is known of the machine of a log, for expressions; by its name there.
enum class Fact : std::uint8_t { cpus, ram, linux_kernel, flash };
inline constexpr auto kFactNames =
    std::to_array<std::string_view>({"cpus", "ram", "linux", "flash"});
inline constexpr std::size_t kFacts = kFactNames.size();

// What a level is held against: the statistics of the rule's value over a slice, behind the facts.
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

// One way to get at a counter.
struct CounterChoice {
  enum class Over : std::uint8_t { none, mean, sum, largest };
  std::string path;        // as a query understands it
  double times = 1;        // its unit in that of the rule
  Over over = Over::none;  // instances made one number; none: a number an instance
  bool operator==(const CounterChoice&) const = default;
};

// A counter by the name that the expressions of its rule have for it.
struct RuleCounter {
  std::string name;
  std::vector<CounterChoice> choices;  // the first one that the log has is taken
  bool is_optional = false;            // the rule does without it
  std::optional<double> otherwise;     // what it is then; nothing: unknown
};

// When a rule fires as that severe.
struct RuleLevel {
  Severity severity = Severity::none;
  std::string text;           // `when` as it was written
  Expression when;            // over facts and statistics
  Expression spike;           // the same of a single sample
  std::size_t condition = 0;  // which of Rule::conditions its statistics are of
};

struct Rule {
  enum class Judge : std::uint8_t { slices, whole };

  std::string id;     // "disk.over"
  std::string title;  // "The disk is loaded and slow"
  std::string group;  // "Disk"
  std::vector<RuleCounter> counters;
  std::vector<Fact> needs;     // without which it is skipped
  std::vector<Fact> may_know;  // that it uses where they are known
  std::optional<bool>
      is_for_linux;  // for logs of a Linux alone, or for all others; nothing: for all
  std::vector<std::string> except;  // instances that are none, in lower case: "_total", "idle"
  Judge judge = Judge::slices;
  Quantity quantity = Quantity::number;  // of the value
  std::string unit;                      // as it was written
  Expression value;                      // over sample_names()
  std::optional<Expression> weight;      // averages are weighted with it
  // What must hold at a time stamp for it to count; nothing: all count. The first is the rule's
  // own.
  std::vector<std::optional<Expression>> conditions = {std::nullopt};
  double least_share = 0.5;       // of a slice's samples for which the condition must have held
  std::vector<RuleLevel> levels;  // the severest first
  bool has_spikes = true;         // a single high sample is told, as info
  bool is_old = false;            // folklore: shown as such
  std::string text;               // why it matters, in one line
  std::vector<std::string> next;  // what to look at
  std::vector<std::string> links;
  std::size_t line = 0;  // in its file

  // Whether one of its levels looks at that statistic.
  [[nodiscard]] bool uses(Statistic statistic) const noexcept;
};

// The places of the names in the expressions of a rule: the facts first in both.
inline constexpr std::size_t kSecondsPlace =
    kFacts;  // of value, weight, conditions: since the last sample
inline constexpr std::size_t kFirstCounterPlace = kFacts + 1;  // then the counters in their order
[[nodiscard]] constexpr std::size_t place_of(Statistic statistic) noexcept {
  return kFacts + static_cast<std::size_t>(statistic);
}

// "warning", "critical" ...
[[nodiscard]] std::string_view name_of(Severity severity) noexcept;

}  // namespace openperflib
