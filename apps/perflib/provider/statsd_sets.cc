#include "apps/perflib/provider/statsd_sets.h"

#include <cmath>
#include <iterator>
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
  return {{.guid = "1ffd1c2a-e86f-43ab-8bd1-9d1f2cb0da5c",
           .name = "StatsD Counters",
           .counters = {{.name = "Count", .help = "Scaled by the rates of the sampling"},
                        {.name = "Count/sec", .kind = CounterKind::rate}},
           .help = "Metrics of type c"},
          {.guid = "5b50e5e6-54b0-4e01-9b6d-d6ae89a56c91",
           .name = "StatsD Gauges",
           .counters = {{.name = "Thousandths", .help = "The value times 1,000"}},
           .help = "Metrics of type g"},
          averages("e12d019c-ea3b-4368-9a18-f452f76c2490", "StatsD Timers", "Average Microseconds",
                   "Metrics of type ms"),
          averages("e6a6f7ba-2ce3-41f3-90bc-25ba79f2e7e1", "StatsD Histograms",
                   "Average Thousandths", "Metrics of type h"),
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
std::uint64_t whole_part(double amount, double& carried) noexcept {
  const double sum = amount + carried;
  const double whole = std::floor(sum);
  carried = sum - whole;
  return static_cast<std::uint64_t>(whole);
}

std::uint64_t in_thousandths(double value) noexcept {
  return static_cast<std::uint64_t>(std::llround(value * kThousandths));
}

void add_count(const CounterSetInstance& instance, double& carried, const StatsdLine& line) {
  const std::uint64_t whole = whole_part(line.value / line.rate, carried);
  instance[kMetricCount].increment(whole);
  instance[kCountRate].increment(whole);
}

// A sample that stands for several counts as many times.
void add_samples(const CounterSetInstance& instance, double& carried, const StatsdLine& line) {
  const std::uint64_t weight = whole_part(1 / line.rate, carried);
  instance[kMetricAverage].add_samples(in_thousandths(line.value) * weight, weight);
  instance[kSamples].increment(weight);
  instance[kSamplesRate].increment(weight);
}

// The new value of a gauge that has `thousandths`.
std::expected<std::uint64_t, StatsdFault> gauge_after(std::uint64_t thousandths,
                                                      const StatsdLine& line) noexcept {
  const auto change = static_cast<std::int64_t>(std::llround(line.value * kThousandths));
  const std::int64_t value = (line.is_change ? static_cast<std::int64_t>(thousandths) : 0) + change;
  if (value < 0) return std::unexpected(StatsdFault::negative);
  if (static_cast<double>(value) > kMostStatsdValue) return std::unexpected(StatsdFault::too_large);
  return static_cast<std::uint64_t>(value);
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

std::expected<StatsdSets::Metric*, StatsdFault> StatsdSets::find_or_add(const StatsdLine& line,
                                                                        Clock::time_point now) {
  const auto type = static_cast<std::size_t>(line.type);
  auto& names = by_name_.at(type);
  const auto known = names.find(line.instance);
  if (known != names.end()) {
    metrics_.splice(metrics_.end(), metrics_, known->second);
    known->second->last = now;
    return &*known->second;
  }
  if (metrics_.size() >= limits_.instances) return std::unexpected(StatsdFault::too_many);
  auto instance = sets_[type].add(line.instance);
  if (!instance.has_value()) return std::unexpected(StatsdFault::too_many);  // no memory is left
  metrics_.push_back({*std::move(instance), line.type, line.instance, now});
  names.emplace(line.instance, std::prev(metrics_.end()));
  count_instances();
  return &metrics_.back();
}

std::expected<void, StatsdFault> StatsdSets::take_line(std::string_view text,
                                                       Clock::time_point now) {
  const StatsdLine line = OPENPERFLIB_TRY(read_statsd_line(text));
  // Before an instance is made: a change of a gauge that does not exist yet starts at 0.
  if (line.value < 0 && !by_name_[static_cast<std::size_t>(line.type)].contains(line.instance)) {
    return std::unexpected(StatsdFault::negative);
  }
  Metric& metric = *OPENPERFLIB_TRY(find_or_add(line, now));
  if (line.type == StatsdType::counter) {
    add_count(metric.instance, metric.carried, line);
  } else if (line.type == StatsdType::gauge) {
    metric.thousandths = OPENPERFLIB_TRY(gauge_after(metric.thousandths, line));
    metric.instance[kMetricCount].set(metric.thousandths);
  } else {
    add_samples(metric.instance, metric.carried, line);
  }
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
    const Metric& oldest = metrics_.front();
    by_name_.at(static_cast<std::size_t>(oldest.type)).erase(oldest.name);
    metrics_.pop_front();
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
