// AlertWatch: rules against the rows of a query, each series by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/base/error.h"
#include "openperflib/query/query.h"

namespace openperflib {

// gone: what had fired has no series any more (a process that ended): nobody knows whether it is
// over.
enum class AlertEventKind : std::uint8_t { fired, cleared, held_back, gone };

// Value: what a row changed.
struct AlertEvent {
  AlertEventKind kind = AlertEventKind::fired;
  std::size_t rule = 0;  // of the watch's
  std::string
      series;  // "\\machine\object(instance)\counter"; the rule's path where it stands for none
  FileTime time_utc = 0;
  Value value;
};

// The paths of rules: n is that of rule n; behind them those of their companions, in the order of
// the rules.
[[nodiscard]] std::vector<std::string> paths_of(std::span<const AlertRule> rules);

// Where the companions of rules stand in a row. Value.
class CompanionPlaces {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  void bind(std::span<const AlertRule> rules, std::span<const Series> series);
  // Of the rule that this series is of; one a companion, kNowhere where it is not there.
  [[nodiscard]] std::span<const std::uint32_t> of_series(std::size_t series) const noexcept {
    return by_series_[series];
  }
  // Of a rule that has no series.
  [[nodiscard]] std::span<const std::uint32_t> of_rule(std::size_t rule) const noexcept {
    return by_rule_[rule];
  }

 private:
  std::vector<std::vector<std::uint32_t>> by_series_;
  std::vector<std::vector<std::uint32_t>> by_rule_;
};

// Resource, movable.
class AlertWatch {
 public:
  explicit AlertWatch(std::vector<AlertRule> rules) : rules_(std::move(rules)) {}

  // Adds paths_of() the rules to a query that has none yet. Errors: of a path.
  [[nodiscard]] std::expected<void, Error> add_paths(Query& query) const;
  // The query's newest row. What it changed; valid until the next row. A rule whose path stands for
  // nothing has a series without a value.
  [[nodiscard]] std::span<const AlertEvent> take(const Query& query);

  [[nodiscard]] const std::vector<AlertRule>& rules() const noexcept { return rules_; }
  // How many have fired and are not over.
  [[nodiscard]] std::size_t active() const noexcept;

 private:
  // The rule, and the series' identity; the second is 0 where the rule has no series.
  using Key = std::pair<std::size_t, std::uint64_t>;
  struct Watched {
    AlertState state;
    std::string series;
    std::uint64_t row = 0;  // in which it was seen last
  };
  void judge(Key key, std::string_view series, FileTime time, const Value& value,
             AlertBeside beside);
  void forget_gone(FileTime time);
  void note_paths(const Query& query);
  // What the companions of a rule say, that stand at these places of the row.
  [[nodiscard]] AlertBeside beside(std::size_t rule, std::span<const std::uint32_t> places,
                                   const Row& row);

  std::vector<AlertRule> rules_;
  std::map<Key, Watched> watched_;
  std::vector<AlertEvent> events_;
  std::vector<std::string> series_;  // of the binding of generation_
  std::vector<bool> has_series_;     // by rule
  CompanionPlaces companions_;
  std::vector<double> numbers_;
  std::uint64_t generation_ = 0;
  std::uint64_t row_ = 0;
};

}  // namespace openperflib
