#include "openperflib/view/summary/log_difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/machine_scale.h"
#include "openperflib/view/summary/main_series.h"

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

// A text that is not a path is a counter by itself.
CounterPath path_of(const std::string& text) {
  auto path = CounterPath::parse(text);
  if (path.has_value()) return *std::move(path);
  CounterPath counter;
  counter.counter = text;
  return counter;
}

// How much of the machine each change is.
void weigh(std::vector<SeriesChange>& changes) {
  MachineScale scale;
  for (const SeriesChange& change : changes) scale.note(path_of(change.path), larger_size(change));
  for (SeriesChange& change : changes) {
    change.weight = scale.weight_of(path_of(change.path), change.difference, larger_size(change));
  }
}

// Whether a part is all that changed of the whole.
bool is_all_of(const SeriesChange& part, const SeriesChange& whole) {
  constexpr double kNearlyAll = 0.9;
  return whole.difference != 0 && part.difference / whole.difference >= kNearlyAll;
}

// Marks the changes that say the same as one under a name that people know, which then gets the
// larger weight of both: it comes first.
void mark_spellings(std::vector<SeriesChange>& changes) {
  std::unordered_map<std::string, SeriesChange*> by_path;
  for (SeriesChange& change : changes) by_path.emplace(folded(change.path), &change);
  for (SeriesChange& change : changes) {
    const auto path = CounterPath::parse(change.path);
    const auto main = path.has_value() ? main_series_of(*path) : std::nullopt;
    if (!main.has_value()) continue;
    const auto known = by_path.find(folded(main->path));
    if (known == by_path.end() || !(main->is_same || is_all_of(change, *known->second))) continue;
    change.duplicate_of = known->second->path;
  }
}

// Objects that count the same have a first word in common: Processor and Processor Information;
// and so do both objects of disks.
std::string first_word_of(const std::string& object) {
  const std::string word = folded(object.substr(0, object.find(' ')));
  return word == "physicaldisk" || word == "logicaldisk" ? "disk" : word;
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

// Marks those with the numbers of one before them. They stand in the order of their weights.
void mark_duplicates(std::vector<SeriesChange>& changes) {
  struct Told {
    CounterPath path;
    std::string text;
  };
  std::map<std::tuple<std::string, double, double>, Told> told;
  for (SeriesChange& change : changes) {
    const auto path = CounterPath::parse(change.path);
    if (change.difference == 0 || !change.duplicate_of.empty() || !path.has_value()) continue;
    const auto [before, is_new] = told.try_emplace(
        {folded(path->machine) + "\\" + first_word_of(path->object) + "\\" + folded(path->counter),
         change.first.average.number, change.second.average.number},
        Told{*path, change.path});
    if (is_new || !tell_the_same(before->second.path, *path)) continue;
    change.duplicate_of = before->second.text;
  }
}

bool is_duplicate(const SeriesChange& change) { return !change.duplicate_of.empty(); }

void sort_by_weight(std::vector<SeriesChange>& changes) {
  std::ranges::stable_sort(changes, [](const SeriesChange& x, const SeriesChange& y) {
    if (x.weight != y.weight) return x.weight > y.weight;
    if (is_duplicate(x) != is_duplicate(y)) return is_duplicate(y);
    return x.path < y.path;
  });
}

// Makes each duplicate one of a change that is none itself. The latter gets the largest weight of
// them, so that it comes before them.
void gather_duplicates(std::vector<SeriesChange>& changes) {
  std::unordered_map<std::string, SeriesChange*> by_path;
  for (SeriesChange& change : changes) by_path.emplace(change.path, &change);
  for (SeriesChange& change : changes) {
    if (!is_duplicate(change)) continue;
    SeriesChange* main = by_path.at(change.duplicate_of);
    while (is_duplicate(*main)) main = by_path.at(main->duplicate_of);
    change.duplicate_of = main->path;
    main->weight = std::max(main->weight, change.weight);
  }
  for (SeriesChange& change : changes) {
    if (is_duplicate(change)) change.weight = by_path.at(change.duplicate_of)->weight;
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
  mark_spellings(result.changes);
  sort_by_weight(result.changes);
  mark_duplicates(result.changes);
  gather_duplicates(result.changes);
  sort_by_weight(result.changes);
  return result;
}

}  // namespace openperflib
