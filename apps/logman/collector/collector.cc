#include "apps/logman/collector/collector.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/drop_in/failure.h"
#include "apps/drop_in/messages.h"
#include "apps/drop_in/quoted_paths.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/logman/alert/alert_check.h"
#include "apps/logman/alert/alert_output.h"
#include "apps/logman/collector/counter_check.h"
#include "apps/logman/collector/log_segments.h"
#include "apps/logman/collector/schedule.h"
#include "apps/logman/run/failure.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::logman {
namespace {

using apps::PacedSession;
using Clock = EventWaiter::Clock;
using Next = PacedSession::Next;

// The time of day may be set while waiting for it, so it is checked again.
constexpr std::chrono::seconds kLongestWait{30};

FileTime now_local() {
  const FileTime now = read_clocks().realtime.value_or(0);
  return to_local(now, local_zone_at(now).bias_minutes);
}

// The clock counts nanoseconds in 64 bits, 292 years: Windows accepts later dates.
Clock::time_point after(FileTime ticks) {
  constexpr FileTime kFarthest = 100LL * 365 * kTicksPerDay;
  return Clock::now() + std::chrono::nanoseconds(std::clamp(ticks, -kFarthest, kFarthest) * 100);
}

enum class Ending : std::uint8_t { done, stopped };

// One collection's process.
class CollectorRun {
 public:
  CollectorRun(const SetCollector& one, const CollectionStore& store, std::function<void()> ready)
      : one_(one), store_(store), ready_(std::move(ready)) {}

  Outcome run() {
    OPENPERFLIB_TRY(normalize_paths());
    for (;;) {
      const auto window = window_at(one_.set, now_local());
      if (!window.has_value()) return over();
      if (window->begin_local > now_local()) OPENPERFLIB_TRY(check_before_waiting());
      auto collection = OPENPERFLIB_TRY(open());
      if (!wait_for(collection, window->begin_local)) return {};
      if (OPENPERFLIB_TRY(collect(collection, *window)) == Ending::stopped || !one_.set.daily)
        return {};
      if (!wait_for(collection, window->end_local.value_or(0))) return {};
    }
  }

 private:
  [[nodiscard]] bool is_alert() const { return one_.collector.alert() != nullptr; }

  Outcome normalize_paths() {
    if (!is_alert()) {
      wanted_ = one_.collector.counter()->counters;
      return {};
    }
    rules_ = OPENPERFLIB_TRY(alert_rules_of(*one_.collector.alert()));
    wanted_ = paths_of(rules_);
    keep_ = keep_of(one_, rules_, store_);
    for (const std::string& fault : keep_.faults) drop_in::remark(kTool, fault);
    return {};
  }

  // Invalid paths are left out; at least one must remain.
  std::expected<PacedSession, Failure> open() {
    // Logs have numbers as on Windows; a limit is in the unit that the counter's name says.
    const SessionOptions how{.units = is_alert() ? QueryOptions::Units::of_names
                                                 : QueryOptions::Units::of_readings};
    auto collection = apps::open_live(store_.environment(), {},
                                      std::chrono::seconds(one_.collector.interval), how);
    if (!collection.has_value()) return system_failure(collection.error());
    paths_.clear();
    for (const std::string& path : wanted_) {
      const auto number = collection->session().add(path);
      if (number.has_value()) {
        paths_.push_back(path);
      } else if (!is_checked_) {
        drop_in::remark(kTool,
                        drop_in::with_code(drop_in::not_a_path(path), CStatus::bad_counter_name));
      }
    }
    if (paths_.empty()) return std::unexpected(Failure{"No valid counters.", {}});
    if (!keep_.counters.empty()) collection->session().ask_for(request_of_all(*collection));
    return *std::move(collection);
  }

  // What the paths need, and what is recorded in addition.
  [[nodiscard]] ObjectRequest request_of_all(const PacedSession& collection) const {
    std::vector<std::string> all = paths_;
    all.insert(all.end(), keep_.counters.begin(), keep_.counters.end());
    const auto titles = collection.session().titles();
    return request_of(all, titles->table(), UnknownObject::counter_sets);
  }

  // Only a collector that was never ready has not collected at all.
  [[nodiscard]] Outcome over() const {
    if (is_ready_) return {};
    return std::unexpected(Failure{"The end time of the collection has passed.", {}});
  }

  // A mistake is reported now, and not in the night. Uses readings of its own, so that the first
  // row has no rates over the time until then.
  Outcome check_before_waiting() {
    if (is_checked_) return {};
    auto collection = OPENPERFLIB_TRY(open());
    (void)OPENPERFLIB_TRY(result_of(collection.collect()));
    return check(collection);
  }

  // Once, with what was read.
  Outcome check(const PacedSession& collection) {
    if (std::exchange(is_checked_, true)) return {};
    const Query& query = collection.session().query();
    const Snapshot& snapshot = collection.session().snapshot();
    remark_on_unmatched(collection);
    return is_alert() ? check_some_can_fire(query, snapshot, rules_)
                      : check_some_can_match(query, snapshot, paths_);
  }

  void be_ready() {
    if (!std::exchange(is_ready_, true)) ready_();
  }

  // Whether the time was reached before a signal.
  bool wait_for(PacedSession& collection, FileTime local) {
    for (;;) {
      const FileTime left = local - now_local();
      if (left <= 0) return true;
      be_ready();
      const Clock::time_point look_again = Clock::now() + kLongestWait;
      if (!collection.wait_until(std::min(after(left), look_again))) return false;
    }
  }

  void remark_on_unmatched(const PacedSession& collection) const {
    for (std::uint32_t i = 0; i < paths_.size(); ++i) {
      const std::string why = drop_in::why_unmatched(collection.session().query(),
                                                     collection.session().snapshot(), paths_[i], i);
      if (!why.empty()) drop_in::remark(kTool, fmt::format("{}: {}", paths_[i], why));
    }
  }

  static std::expected<Next, Failure> result_of(const std::expected<Next, SourceFault>& next) {
    if (next.has_value()) return *next;
    return system_failure(next.error());
  }

  // Whether the last requested sample was written.
  template <typename Output>
  [[nodiscard]] bool is_enough(const Output& output, std::uint64_t written) const {
    const CounterCollector* const counter = one_.collector.counter();
    const std::uint64_t wanted = counter == nullptr ? 0 : counter->samples;
    return (wanted > 0 && written >= wanted) || output.is_full();
  }

  template <typename Output>
  std::expected<Ending, Failure> write_rows(PacedSession& collection, Output& output,
                                            Clock::time_point end) {
    for (std::uint64_t written = 1;; ++written) {
      OPENPERFLIB_TRY(output.write());
      be_ready();
      if (is_enough(output, written)) return Ending::done;
      if (collection.session().due() >= end) {
        return collection.wait_until(end) ? Ending::done : Ending::stopped;
      }
      if (OPENPERFLIB_TRY(result_of(collection.next())) != Next::row) return Ending::stopped;
    }
  }

  template <typename Output>
  std::expected<Ending, Failure> write_all(PacedSession& collection, Output output,
                                           Clock::time_point end) {
    OPENPERFLIB_TRY(output.begin());
    const auto ending = write_rows(collection, output, end);
    const Outcome ended = output.end();  // also after a fault, so that the log is complete
    if (ending.has_value()) OPENPERFLIB_TRY(ended);
    return ending;
  }

  std::expected<Ending, Failure> collect(PacedSession& collection, const CollectionWindow& window) {
    const Clock::time_point end = window.end_local.has_value()
                                      ? after(*window.end_local - now_local())
                                      : Clock::time_point::max();
    (void)OPENPERFLIB_TRY(result_of(collection.collect()));
    OPENPERFLIB_TRY(check(collection));
    if (is_alert())
      return write_all(collection, AlertOutput(one_, store_, collection.session(), rules_, keep_),
                       end);
    if (collection.session().query().binding().series().empty()) {
      return std::unexpected(Failure{"No valid counters.", {}});
    }
    const auto listener =
        is_ready_ ? LogSegments::Listener::nobody : LogSegments::Listener::starter;
    return write_all(collection, LogSegments(one_, store_, collection.session(), paths_, listener),
                     end);
  }

  const SetCollector& one_;
  const CollectionStore& store_;
  std::function<void()> ready_;
  std::vector<std::string> wanted_;  // of the set, or of the rules of an alert
  std::vector<std::string>
      paths_;  // of the query, by their number: those of wanted_ that are paths
  std::vector<AlertRule> rules_;
  AlertKeep keep_;
  bool is_ready_ = false;
  bool is_checked_ = false;
};

}  // namespace

Outcome run_collector(const SetCollector& one, const CollectionStore& store,
                      const std::function<void()>& ready) {
  return CollectorRun(one, store, ready).run();
}

}  // namespace openperflib::logman
