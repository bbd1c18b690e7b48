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

// gone: what had fired has no series any more (a process that ended): nobody knows whether it is over.
enum class AlertEventKind : std::uint8_t { fired, cleared, held_back, gone };

// Value: what a row changed.
struct AlertEvent {
  AlertEventKind kind = AlertEventKind::fired;
  std::size_t rule = 0;  // of the watch's
  std::string series;    // "\\machine\object(instance)\counter"; the rule's path where it stands for none
  FileTime time_utc = 0;
  Value value;
};

// Resource, movable.
class AlertWatch {
 public:
  explicit AlertWatch(std::vector<AlertRule> rules) : rules_(std::move(rules)) {}

  // Adds the rules' paths to a query that has none yet: path n is that of rule n. Errors: of a path.
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
  void judge(Key key, std::string_view series, FileTime time, const Value& value);
  void forget_gone(FileTime time);
  void note_paths(const Query& query);

  std::vector<AlertRule> rules_;
  std::map<Key, Watched> watched_;
  std::vector<AlertEvent> events_;
  std::vector<std::string> series_;  // of the binding of generation_
  std::vector<bool> has_series_;     // by rule
  std::uint64_t generation_ = 0;
  std::uint64_t row_ = 0;
};

}  // namespace openperflib
