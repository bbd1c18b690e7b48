#include "apps/perflib/provider/statsd_sets.h"

#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib::apps {
namespace {

constexpr double kThousandths = 1'000;

// Positions of counters in the sets below.
constexpr std::size_t kMetricCount = 0, kCountRate = 1;
constexpr std::size_t kMetricAverage = 0, kSamples = 1, kSamplesRate = 2;
constexpr std::size_t kPackets = 0, kPacketsRate = 1, kLines = 2, kRefused = 3, kInstances = 4,
                      kExpired = 5;

CounterSetDeclaration averages(const char* guid, const char* name, const char* average,
                               const char* help) {
  return {.guid = guid,
          .name = name,
          .counters = {{.name = average, .kind = CounterKind::average},
                       {.name = "Samples", .help = "Scaled by the rates of the sampling"},
                       {.name = "Samples/sec", .kind = CounterKind::rate}},
          .help = help};
}

// In the order of StatsdType, then the set about this program.
std::vector<CounterSetDeclaration> declarations() {
  return {
      {.guid = "1ffd1c2a-e86f-43ab-8bd1-9d1f2cb0da5c",
       .name = "StatsD Counters",
       .counters = {{.name = "Count",
                     .help = "Scaled by the rates of the sampling; below zero after decrements"},
                    {.name = "Count/sec", .kind = CounterKind::rate}},
       .help = "Metrics of type c"},
      {.guid = "5b50e5e6-54b0-4e01-9b6d-d6ae89a56c91",
       .name = "StatsD Gauges",
       .counters = {{.name = "Thousandths", .help = "The value times 1,000"}},
       .help = "Metrics of type g"},
      averages("e12d019c-ea3b-4368-9a18-f452f76c2490", "StatsD Timers", "Average Microseconds",
               "Metrics of types ms and d"),
      averages("e6a6f7ba-2ce3-41f3-90bc-25ba79f2e7e1", "StatsD Histograms", "Average Thousandths",
               "Metrics of type h"),
      {.guid = "d366f799-c7ab-4c3d-8f96-afcbbe97c1c3",
       .name = "StatsD",
       .counters = {{.name = "Packets"},
                    {.name = "Packets/sec", .kind = CounterKind::rate},
                    {.name = "Lines"},
                    {.name = "Refused Lines"},
                    {.name = "Instances"},
                    {.name = "Expired Instances"}},
       .help = "What perflib provider statsd receives",
       .has_instances = false}};
}

// The whole part; the rest is carried to the next line.
std::int64_t whole_part(double amount, double& carried) noexcept {
  const double sum = amount + carried;
  const double whole = std::floor(sum);
  carried = sum - whole;
  return static_cast<std::int64_t>(whole);
}

std::int64_t in_thousandths(double value) noexcept { return std::llround(value * kThousandths); }

// The new value of a counter or a gauge that has `level`.
std::expected<std::int64_t, StatsdFault> changed(std::int64_t level, std::int64_t change) noexcept {
  const std::int64_t value = level + change;
  if (std::abs(static_cast<double>(value)) > kMostStatsdValue) {
    return std::unexpected(StatsdFault::too_large);
  }
  return value;
}

// A sample that stands for several counts as many times.
void add_samples(const CounterSetInstance& instance, double& carried, const StatsdValue& sample) {
  const auto weight = static_cast<std::uint64_t>(whole_part(1 / sample.rate, carried));
  const auto thousandths = static_cast<std::uint64_t>(in_thousandths(sample.value));
  instance[kMetricAverage].add_samples(thousandths * weight, weight);
  instance[kSamples].increment(weight);
  instance[kSamplesRate].increment(weight);
}

}  // namespace

StatsdSets::StatsdSets(std::vector<CounterSet> sets, CounterSetInstance own,
                       const StatsdLimits& limits)
    : limits_(limits), sets_(std::move(sets)), own_(std::move(own)) {}

std::expected<StatsdSets, CounterSetFault> StatsdSets::publish(Publisher& publisher,
                                                               const StatsdLimits& limits) {
  std::vector<CounterSet> sets;
  for (const CounterSetDeclaration& declaration : declarations()) {
    sets.push_back(OPENPERFLIB_TRY(CounterSet::publish(publisher, declaration)));
  }
  CounterSetInstance own = OPENPERFLIB_TRY(sets.back().add());
  return StatsdSets(std::move(sets), std::move(own), limits);
}

void StatsdSets::count_instances() const noexcept { own_[kInstances].set(metrics_.size()); }

std::expected<StatsdSets::Metric*, StatsdFault> StatsdSets::find_or_add(const std::string& instance,
                                                                        StatsdType of,
                                                                        Clock::time_point now) {
  const auto type = static_cast<std::size_t>(of);
  auto& names = by_name_.at(type);
  const auto known = names.find(instance);
  if (known != names.end()) {
    metrics_.splice(metrics_.end(), metrics_, known->second);
    known->second->last = now;
    return &*known->second;
  }
  if (metrics_.size() >= limits_.instances) return std::unexpected(StatsdFault::too_many);
  auto added = sets_[type].add(instance);
  if (!added.has_value()) return std::unexpected(StatsdFault::too_many);  // no memory is left
  metrics_.push_back({*std::move(added), of, instance, now});
  names.emplace(instance, std::prev(metrics_.end()));
  count_instances();
  return &metrics_.back();
}

void StatsdSets::erase(Metrics::iterator metric) {
  by_name_.at(static_cast<std::size_t>(metric->type)).erase(metric->name);
  metrics_.erase(metric);
}

// The reading of Count/sec cannot fall below 0. A new instance of the same name takes the place of
// one whose sum did: readers do not compare the two, so that the interval has no rate.
std::expected<StatsdSets::Metric*, StatsdFault> StatsdSets::renewed(const Metric& metric) {
  const std::string name = metric.name;
  const Clock::time_point last = metric.last;
  erase(by_name_.at(static_cast<std::size_t>(metric.type)).at(name));
  return find_or_add(name, StatsdType::counter, last);
}

std::expected<void, StatsdFault> StatsdSets::count(Metric& counted, const StatsdValue& value) {
  double carried = counted.carried;
  const std::int64_t change = whole_part(value.value / value.rate, carried);
  const std::int64_t level = OPENPERFLIB_TRY(changed(counted.level, change));
  const auto rate = static_cast<std::int64_t>(counted.rate) + change;
  Metric& metric = rate < 0 ? *OPENPERFLIB_TRY(renewed(counted)) : counted;
  metric.carried = carried;
  metric.level = level;
  metric.rate = rate < 0 ? 0 : static_cast<std::uint64_t>(rate);
  metric.instance[kMetricCount].set(static_cast<std::uint64_t>(metric.level));
  metric.instance[kCountRate].set(metric.rate);
  return {};
}

std::expected<void, StatsdFault> StatsdSets::take_value(const std::string& instance,
                                                        const StatsdValue& value,
                                                        Clock::time_point now) {
  Metric& metric = *OPENPERFLIB_TRY(find_or_add(instance, value.type, now));
  if (value.type == StatsdType::counter) return count(metric, value);
  if (value.type == StatsdType::gauge) {
    metric.level =
        OPENPERFLIB_TRY(changed(value.is_change ? metric.level : 0, in_thousandths(value.value)));
    metric.instance[kMetricCount].set(static_cast<std::uint64_t>(metric.level));
  } else {
    add_samples(metric.instance, metric.carried, value);
  }
  return {};
}

std::expected<void, StatsdFault> StatsdSets::take_line(std::string_view text,
                                                       Clock::time_point now) {
  const StatsdLine line = OPENPERFLIB_TRY(read_statsd_line(text));
  std::optional<StatsdFault> refused = line.refused;
  for (const StatsdValue& value : line.values) {
    const auto taken = take_value(line.instance, value, now);
    if (!taken.has_value() && !refused.has_value()) refused = taken.error();
  }
  if (refused.has_value()) return std::unexpected(*refused);
  return {};
}

void StatsdSets::take(std::string_view packet, Clock::time_point now, const Refused& refused) {
  own_[kPackets].increment();
  own_[kPacketsRate].increment();
  while (!packet.empty()) {
    const std::size_t end = packet.find('\n');
    std::string_view line = packet.substr(0, end);
    packet = end == std::string_view::npos ? std::string_view() : packet.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    own_[kLines].increment();
    const auto taken = take_line(line, now);
    if (taken.has_value()) continue;
    own_[kRefused].increment();
    refused(line, taken.error());
  }
}

void StatsdSets::expire(Clock::time_point now) {
  if (next_expiry() > now) return;
  while (!metrics_.empty() && next_expiry() <= now) {
    erase(metrics_.begin());
    own_[kExpired].increment();
  }
  count_instances();
}

StatsdSets::Clock::time_point StatsdSets::next_expiry() const noexcept {
  if (metrics_.empty()) return Clock::time_point::max();
  const Clock::time_point last = metrics_.front().last;
  return limits_.expire < Clock::time_point::max() - last ? last + limits_.expire
                                                          : Clock::time_point::max();
}

}  // namespace openperflib::apps
