#include "apps/perflib/log_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "openperflib/base/utf16.h"
#include "openperflib/query/counter_path.h"

namespace openperflib::apps {
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

// Another instance had the name before or behind it.
void add_namesake(SummaryOfSeries& one, const SummaryOfSeries& other) {
  one.average = average_of(one, other);
  one.minimum = outer(one.minimum, other.minimum, false);
  one.maximum = outer(one.maximum, other.maximum, true);
  one.p50 = one.p95 = one.p99 = Value{};
  one.count += other.count;
  one.gaps += other.gaps;
}

// Numbers that name something or tell an age: that they are others says nothing.
constexpr std::array<std::string_view, 6> kNoQuantities = {"ID Process",          "ID Thread",
                                                           "Creating Process ID", "Elapsed Time",
                                                           "Start Address",       "Thread State"};

bool is_no_quantity(const SummaryOfSeries& one) {
  return std::ranges::find(kNoQuantities, one.counter) != kNoQuantities.end();
}

// One log's series by name.
struct NamedSeries {
  std::vector<std::string> order;  // keys, as they came
  std::unordered_map<std::string, SummaryOfSeries> by_key;
  std::unordered_map<std::string, std::string> paths;  // by key, as shown
};

std::string machine_of(const SummaryOfSeries& one) {
  const auto path = CounterPath::parse(one.path);
  return path.has_value() ? folded(path->machine) : std::string();
}

bool is_of_one_machine(const std::vector<SummaryOfSeries>& all) {
  return std::ranges::all_of(
      all, [&](const SummaryOfSeries& one) { return machine_of(one) == machine_of(all.front()); });
}

std::string without_machine(const std::string& path) {
  if (!path.starts_with("\\\\")) return path;
  const std::size_t object = path.find('\\', 2);
  return object == std::string::npos ? path : path.substr(object);
}

NamedSeries named(const std::vector<SummaryOfSeries>& all, bool with_machine) {
  NamedSeries named;
  for (const SummaryOfSeries& one : all) {
    if (!one.was_there || is_no_quantity(one)) continue;
    std::string path = with_machine ? one.path : without_machine(one.path);
    std::string key = folded(path);
    const auto [place, is_new] = named.by_key.try_emplace(key, one);
    if (!is_new) {
      add_namesake(place->second, one);
      continue;
    }
    named.paths.emplace(key, std::move(path));
    named.order.push_back(std::move(key));
  }
  return named;
}

std::vector<std::string> missing_from(const NamedSeries& other, const NamedSeries& of) {
  std::vector<std::string> paths;
  for (const std::string& key : of.order) {
    if (!other.by_key.contains(key)) paths.push_back(of.paths.at(key));
  }
  return paths;
}

double larger_size(const SeriesChange& change) {
  return std::max(std::abs(change.first.average.number), std::abs(change.second.average.number));
}

SeriesChange change_of(std::string path, const SummaryOfSeries& first,
                       const SummaryOfSeries& second) {
  SeriesChange change{.path = std::move(path), .first = first, .second = second, .part = {}};
  change.difference = second.average.number - first.average.number;
  if (first.average.number != 0) change.part = change.difference / std::abs(first.average.number);
  return change;
}

// A counter's name and object: what siblings, the instances of one counter, have in common.
std::string counter_of(const SeriesChange& change) {
  const auto path = CounterPath::parse(change.path);
  return path.has_value() ? folded(path->object + "\\" + path->counter) : change.path;
}

// The change as a part of the larger average, less where a sibling has far larger ones: a process
// that goes from 0 to 0.01 % of a processor is not the news beside one that goes from 10 to 90.
void weigh(std::vector<SeriesChange>& changes) {
  std::map<std::string, double> largest;
  for (const SeriesChange& change : changes) {
    double& size = largest[counter_of(change)];
    size = std::max(size, larger_size(change));
  }
  for (SeriesChange& change : changes) {
    const double size = larger_size(change);
    if (size == 0) continue;
    change.weight =
        std::abs(change.difference) / size * std::sqrt(size / largest.at(counter_of(change)));
  }
}

}  // namespace

std::optional<ComparedWindows> aligned_windows(const LogExtent& first, const LogExtent& second,
                                               const Alignment& alignment) noexcept {
  const auto before =
      std::min(alignment.first - first.first_local, alignment.second - second.first_local);
  const auto behind =
      std::min(first.last_local - alignment.first, second.last_local - alignment.second);
  const std::int64_t begin = alignment.length.has_value() ? 0 : before;
  const std::int64_t end = alignment.length.value_or(behind);
  if (behind < 0 || -begin > end) return std::nullopt;
  return ComparedWindows{
      .first = {.begin_local = alignment.first - begin, .end_local = alignment.first + end},
      .second = {.begin_local = alignment.second - begin, .end_local = alignment.second + end}};
}

LogDifference difference_of(const std::vector<SummaryOfSeries>& first,
                            const std::vector<SummaryOfSeries>& second) {
  const bool with_machine = !is_of_one_machine(first) || !is_of_one_machine(second);
  const NamedSeries a = named(first, with_machine);
  const NamedSeries b = named(second, with_machine);
  LogDifference result;
  result.only_in_first = missing_from(b, a);
  result.only_in_second = missing_from(a, b);
  for (const std::string& key : a.order) {
    const auto other = b.by_key.find(key);
    if (other == b.by_key.end()) continue;
    const SummaryOfSeries& one = a.by_key.at(key);
    if (!one.average.usable() || !other->second.average.usable()) {
      result.without_values.push_back(a.paths.at(key));
    } else {
      result.changes.push_back(change_of(a.paths.at(key), one, other->second));
    }
  }
  weigh(result.changes);
  std::ranges::stable_sort(result.changes, [](const SeriesChange& x, const SeriesChange& y) {
    return x.weight != y.weight ? x.weight > y.weight : x.path < y.path;
  });
  return result;
}

}  // namespace openperflib::apps
