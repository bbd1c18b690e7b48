// AlertWatch: applies rules to the rows of a query, to each series separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/base/error.h"
#include "openperflib/query/query.h"

namespace openperflib {

// gone: the series of an alert that had fired no longer exists (a process ended), so that it is
// unknown whether the condition still holds.
enum class AlertEventKind : std::uint8_t { fired, cleared, suppressed, gone };

// "fired", "cleared", "held back" or "gone".
[[nodiscard]] std::string_view name_of(AlertEventKind kind) noexcept;

// Value: a change caused by a row.
struct AlertEvent {
  AlertEventKind kind = AlertEventKind::fired;
  std::size_t rule = 0;  // index of the rule
  std::string
      series;  // "\\machine\object(instance)\counter"; the rule's path if it matches no series
  FileTime time_utc = 0;
  Value value;
};

// The paths of rules: element n is that of rule n; then those of their companions, in the order of
// the rules.
[[nodiscard]] std::vector<std::string> paths_of(std::span<const AlertRule> rules);

// Value. The positions of the rules' companions in a row.
class CompanionPlaces {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  // Finds the positions for every series and every rule; once per binding of a query.
  void bind(std::span<const AlertRule> rules, std::span<const Series> series);
  // For the rule of this series: one position per companion, kNowhere if it has no series.
  [[nodiscard]] std::span<const std::uint32_t> of_series(std::size_t series) const noexcept {
    return by_series_[series];
  }
  // For a rule without series.
  [[nodiscard]] std::span<const std::uint32_t> of_rule(std::size_t rule) const noexcept {
    return by_rule_[rule];
  }

 private:
  std::vector<std::vector<std::uint32_t>> by_series_;
  std::vector<std::vector<std::uint32_t>> by_rule_;
};

// Resource, movable. The state of all rules on all series.
class AlertWatch {
 public:
  // AlertEvent::rule is a position in `rules`.
  explicit AlertWatch(std::vector<AlertRule> rules) : rules_(std::move(rules)) {}

  // Adds paths_of() the rules to a query that has no paths yet. Errors: an invalid path.
  [[nodiscard]] std::expected<void, Error> add_paths(Query& query) const;
  // Takes the query's newest row and returns what it changed; valid until the next row. A rule
  // whose path matches nothing is treated as one series without a value.
  [[nodiscard]] std::span<const AlertEvent> take(const Query& query);

  [[nodiscard]] const std::vector<AlertRule>& rules() const noexcept { return rules_; }
  // Number of alerts that have fired and not cleared.
  [[nodiscard]] std::size_t active() const noexcept;

 private:
  // The rule and the identity of the series, which is 0 if the rule has no series.
  using Key = std::pair<std::size_t, std::uint64_t>;
  // The state of a rule on one series, and the name that events give the series.
  struct Watched {
    AlertState state;
    std::string series;
    std::uint64_t row = 0;  // the last row in which it appeared
  };
  // Takes one value. The first reading of a rate has no value yet, and does not count as missing.
  void judge(Key key, std::string_view series, FileTime time, const Value& value,
             AlertBeside beside);
  // Forgets what the row lacks. A fired alert is gone then, or cleared if the rule had no series.
  void forget_gone(FileTime time);
  // Names the series again and finds the companions if the binding of the query has changed.
  void note_paths(const Query& query);
  // Evaluates the rule's condition on its companions, which are at these positions of the row.
  [[nodiscard]] AlertBeside beside(std::size_t rule, std::span<const std::uint32_t> places,
                                   const Row& row);

  std::vector<AlertRule> rules_;
  std::map<Key, Watched> watched_;
  std::vector<AlertEvent> events_;
  std::vector<std::string> series_;  // names, for the binding of generation_
  std::vector<bool> has_series_;     // by rule
  CompanionPlaces companions_;
  std::vector<double> numbers_;
  std::uint64_t generation_ = 0;
  std::uint64_t row_ = 0;
};

}  // namespace openperflib
