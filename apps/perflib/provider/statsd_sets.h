// StatsdSets: what arrives by StatsD, as counter sets.
//
// Source: docs/formats/publish.md, "StatsD".
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "apps/perflib/provider/statsd_line.h"
#include "openperflib/provider/v2/publish/counter_set.h"

namespace openperflib::apps {

struct StatsdLimits {
  std::size_t instances = 10'000;  // of all sets together; new ones are refused beyond it
  std::chrono::steady_clock::duration expire = std::chrono::minutes{10};  // after the last line
};

// Resource: the sets and their instances, until it is destroyed; movable. One thread at a time. It
// is told the time.
class StatsdSets {
 public:
  using Clock = std::chrono::steady_clock;
  using Refused = std::function<void(std::string_view line, StatsdFault fault)>;

  // `publisher` must outlive this. Errors: those of CounterSet::publish().
  [[nodiscard]] static std::expected<StatsdSets, CounterSetFault> publish(
      Publisher& publisher, const StatsdLimits& limits);

  // Takes each line of a packet, and gives those that are wrong to `refused`. Of a line with
  // several values, those that are right are taken.
  void take(std::string_view packet, Clock::time_point now, const Refused& refused);
  // Ends the instances that had no line for too long.
  void expire(Clock::time_point now);
  // When the next one would end; time_point::max() if there is none.
  [[nodiscard]] Clock::time_point next_expiry() const noexcept;

 private:
  struct Metric {
    CounterSetInstance instance;
    StatsdType type;
    std::string name;
    Clock::time_point last;
    double carried = 0;      // of a count or a weight: not negative, less than 1
    std::int64_t level = 0;  // the sum of a counter, the thousandths of a gauge
    std::uint64_t rate = 0;  // of a counter: the reading of Count/sec
  };
  using Metrics = std::list<Metric>;

  StatsdSets(std::vector<CounterSet> sets, CounterSetInstance own, const StatsdLimits& limits);
  [[nodiscard]] std::expected<void, StatsdFault> take_line(std::string_view line,
                                                           Clock::time_point now);
  [[nodiscard]] std::expected<void, StatsdFault> take_value(const std::string& instance,
                                                            const StatsdValue& value,
                                                            Clock::time_point now);
  [[nodiscard]] std::expected<Metric*, StatsdFault> find_or_add(const std::string& instance,
                                                                StatsdType of,
                                                                Clock::time_point now);
  [[nodiscard]] std::expected<void, StatsdFault> count(Metric& counted, const StatsdValue& value);
  [[nodiscard]] std::expected<Metric*, StatsdFault> renewed(const Metric& metric);
  void erase(Metrics::iterator metric);
  void count_instances() const noexcept;

  StatsdLimits limits_;
  std::vector<CounterSet> sets_;  // by type, then the one about this program
  CounterSetInstance own_;
  Metrics metrics_;  // those without a line for longest first
  std::array<std::unordered_map<std::string, Metrics::iterator>, kStatsdTypes> by_name_;
};

}  // namespace openperflib::apps
