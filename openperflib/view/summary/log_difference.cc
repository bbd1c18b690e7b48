#include "openperflib/view/summary/log_difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

double larger_size(const SeriesChange& change) {
  return std::max(std::abs(change.first.average.number), std::abs(change.second.average.number));
}

SeriesChange change_of(std::string path, const SummaryOfSeries& first,
                       const SummaryOfSeries& second) {
  SeriesChange change{
      .path = std::move(path), .first = first, .second = second, .part = {}, .duplicate_of = {}};
  change.difference = second.average.number - first.average.number;
  if (first.average.number != 0) change.part = change.difference / std::abs(first.average.number);
  return change;
}

// The change relative to the larger average, reduced if a sibling has far larger values: a process
// that goes from 0 to 0.01 % of a processor matters less than one that goes from 10 to 90.
void weigh(std::vector<SeriesChange>& changes) {
  std::map<std::string, double> largest;
  for (const SeriesChange& change : changes) {
    double& size = largest[counter_key(change.path)];
    size = std::max(size, larger_size(change));
  }
  for (SeriesChange& change : changes) {
    const double size = larger_size(change);
    if (size == 0) continue;
    change.weight =
        std::abs(change.difference) / size * std::sqrt(size / largest.at(counter_key(change.path)));
  }
}

// Objects that count the same have a first word in common: Processor and Processor Information.
std::string first_word_of(const std::string& object) {
  return folded(object.substr(0, object.find(' ')));
}

// Whether two series of one counter with the same numbers say one thing: other objects do, and a
// total with the only instance that it is made of.
bool tell_the_same(const CounterPath& a, const CounterPath& b) {
  return folded(a.object) != folded(b.object) || is_total(a) || is_total(b);
}

// Whether they are of several.
bool has_machines(const std::vector<SummaryOfSeries>& all, const std::string& only_machine) {
  return only_machine.empty() && std::ranges::any_of(all, [](const SummaryOfSeries& one) {
           return !machine_of(one.path).empty();
         });
}

// Marks those that tell what one before them told. They stand in their final order.
void mark_duplicates(std::vector<SeriesChange>& changes) {
  struct Told {
    CounterPath path;
    std::string text;
  };
  std::map<std::tuple<std::string, double, double>, Told> told;
  for (SeriesChange& change : changes) {
    const auto path = CounterPath::parse(change.path);
    if (change.difference == 0 || !path.has_value()) continue;
    const auto [before, is_new] = told.try_emplace(
        {folded(path->machine) + "\\" + first_word_of(path->object) + "\\" + folded(path->counter),
         change.first.average.number, change.second.average.number},
        Told{*path, change.path});
    if (is_new || !tell_the_same(before->second.path, *path)) continue;
    change.duplicate_of = before->second.text;
  }
}

}  // namespace

LogDifference difference_of(std::vector<SummaryOfSeries> first,
                            std::vector<SummaryOfSeries> second) {
  LogDifference result;
  result.first_machine = only_machine_of(first);
  result.second_machine = only_machine_of(second);
  const bool with_machine =
      has_machines(first, result.first_machine) || has_machines(second, result.second_machine);
  const SeriesByName a = named(std::move(first), with_machine);
  const SeriesByName b = named(std::move(second), with_machine);
  result.only_in_first = lone_series(a, b);
  result.only_in_second = lone_series(b, a);
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
  mark_duplicates(result.changes);
  return result;
}

}  // namespace openperflib
