#include "apps/perflib/log_difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
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

// Half of the average interval of a log: how late a sample of the same moment may be.
std::int64_t half_interval_of(const LogTimes& log) noexcept {
  if (log.records < 2) return 0;
  const auto intervals = static_cast<std::int64_t>(log.records - 1);
  return (log.last_local - log.first_local) / intervals / 2;
}

}  // namespace

std::optional<ComparedWindows> aligned_windows(const LogTimes& first, const LogTimes& second,
                                               const Alignment& alignment) noexcept {
  const auto before =
      std::min(alignment.first - first.first_local, alignment.second - second.first_local);
  const auto behind =
      std::min(first.last_local - alignment.first, second.last_local - alignment.second);
  const std::int64_t begin = alignment.length.has_value() ? 0 : before;
  const std::int64_t end = alignment.length.value_or(behind);
  if (behind < 0 || -begin > end) return std::nullopt;
  const bool has_length = alignment.length.has_value();
  const std::int64_t first_late = has_length ? 0 : half_interval_of(first);
  const std::int64_t second_late = has_length ? 0 : half_interval_of(second);
  return ComparedWindows{.first = {.begin_local = alignment.first - begin,
                                   .end_local = alignment.first + end + first_late},
                         .second = {.begin_local = alignment.second - begin,
                                    .end_local = alignment.second + end + second_late}};
}

std::optional<ComparedWindows> windows_by_clock(const LogTimes& first, const LogTimes& second,
                                                std::optional<std::int64_t> length) noexcept {
  constexpr std::int64_t kDay = 24 * 3600 * kTicksPerSecond;
  const auto common = [&](std::int64_t later) {
    return std::pair(std::max(first.first_local + later, second.first_local),
                     std::min(first.last_local + later, second.last_local));
  };
  const std::int64_t apart = second.first_local - first.first_local;
  const std::int64_t whole_days = apart / kDay * kDay;
  std::optional<std::pair<std::int64_t, std::int64_t>> best;  // how much later, and how long
  for (const std::int64_t later : {whole_days - kDay, whole_days, whole_days + kDay}) {
    const auto [begin, end] = common(later);
    if (end < begin || (best.has_value() && end - begin <= best->second)) continue;
    best = {later, end - begin};
  }
  if (!best.has_value()) return std::nullopt;
  const auto [begin, whole_end] = common(best->first);
  const FileTime end = length.has_value() ? std::min(whole_end, begin + *length) : whole_end;
  return ComparedWindows{
      .first = {.begin_local = begin - best->first, .end_local = end - best->first},
      .second = {.begin_local = begin, .end_local = end}};
}

LogDifference difference_of(std::vector<SummaryOfSeries> first,
                            std::vector<SummaryOfSeries> second) {
  LogDifference result;
  result.first_machine = only_machine_of(first);
  result.second_machine = only_machine_of(second);
  const bool with_machine =
      has_machines(first, result.first_machine) || has_machines(second, result.second_machine);
  const NamedSeries a = named(std::move(first), with_machine);
  const NamedSeries b = named(std::move(second), with_machine);
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

}  // namespace openperflib::apps
