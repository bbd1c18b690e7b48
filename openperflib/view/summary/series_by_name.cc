#include "openperflib/view/summary/series_by_name.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

Value average_of(const SummaryOfSeries& one, const SummaryOfSeries& other) {
  if (one.count == 0 || !one.average.usable()) return other.average;
  if (other.count == 0 || !other.average.usable()) return one.average;
  const auto weight = static_cast<double>(one.count);
  const auto other_weight = static_cast<double>(other.count);
  Value average = one.average;
  average.number =
      (one.average.number * weight + other.average.number * other_weight) / (weight + other_weight);
  return average;
}

Value outer(const Value& a, const Value& b, bool is_larger) {
  if (!a.usable() || !b.usable()) return a.usable() ? a : b;
  return (a.number < b.number) == is_larger ? b : a;
}

// Another instance had the name before or after it.
void add_namesake(SummaryOfSeries& one, const SummaryOfSeries& other) {
  one.average = average_of(one, other);
  one.minimum = outer(one.minimum, other.minimum, false);
  one.maximum = outer(one.maximum, other.maximum, true);
  one.p50 = one.p95 = one.p99 = Value{};
  one.count += other.count;
  one.gaps += other.gaps;
}

// Numbers that identify something, are ages, or name a state: comparing them is meaningless.
constexpr auto kNoQuantities = std::to_array<std::string_view>(
    {"ID Process", "Process ID", "ID Thread", "Creating Process ID", "Elapsed Time",
     "Start Address", "Thread State", "Thread Wait Reason", "Priority Base", "Priority Current",
     "Parking Status", "Processor State Flags", "Performance Limit Flags", "Throttle Reasons",
     "Reason Code", "Current Application Pool State", "State"});

std::string without_machine(const std::string& path) {
  const std::string machine = machine_of(path);
  return machine.empty() ? path : path.substr(2 + machine.size());
}

}  // namespace

bool is_no_quantity(std::string_view counter) {
  return std::ranges::find(kNoQuantities, counter) != kNoQuantities.end();
}

std::string machine_of(const std::string& path) {
  if (!path.starts_with("\\\\")) return {};
  const std::size_t object = path.find('\\', 2);
  return object == std::string::npos ? std::string() : path.substr(2, object - 2);
}

std::string only_machine_of(const std::vector<SummaryOfSeries>& all) {
  if (all.empty()) return {};
  std::string machine = machine_of(all.front().path);
  const std::string key = folded(machine);
  const bool is_only = std::ranges::all_of(
      all, [&](const SummaryOfSeries& one) { return folded(machine_of(one.path)) == key; });
  return is_only ? machine : std::string();
}

void name_machines(std::vector<SummaryOfSeries>& all) {
  if (all.empty() || !only_machine_of(all).empty()) return;
  for (SummaryOfSeries& one : all) {
    const std::string machine = machine_of(one.path);
    if (!machine.empty()) one.title.insert(0, "\\\\" + machine);
  }
}

bool is_total(const CounterPath& path) {
  if (!path.instance.has_value()) return false;
  const std::string instance = folded(*path.instance);
  return instance.ends_with("_total") ||
         (instance == "idle" && folded(path.object).starts_with("process"));
}

SeriesByName named(std::vector<SummaryOfSeries> all, bool with_machine) {
  SeriesByName named;
  for (SummaryOfSeries& each : all) {
    const SummaryOfSeries one = std::move(each);
    if (!one.was_there || is_no_quantity(one.counter)) continue;
    std::string path = with_machine ? one.path : without_machine(one.path);
    std::string key = folded(path);
    const auto [place, is_new] = named.by_key.try_emplace(key, one);
    if (!is_new) {
      add_namesake(place->second, one);
      continue;
    }
    place->second.path = place->second.title = {};
    place->second.trend = {};
    named.paths.emplace(key, std::move(path));
    named.order.push_back(std::move(key));
  }
  return named;
}

std::string counter_key(const std::string& path) {
  const auto parsed = CounterPath::parse(path);
  return parsed.has_value() ? folded(parsed->object + "\\" + parsed->counter) : folded(path);
}

}  // namespace openperflib
