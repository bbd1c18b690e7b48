#include "apps/perflib/text/difference_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "apps/perflib/text/value_cell.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

// The columns before the path, in order.
constexpr std::array<std::string_view, 5> kChangeHeads = {"change", "before", "after", "p95 before",
                                                          "p95 after"};
constexpr std::size_t kChangeColumns = kChangeHeads.size();
using ChangeCells = std::array<std::string, kChangeColumns>;

// From ten times on a factor reads better than percent.
std::string change_text(const SeriesChange& change) {
  constexpr double kFactorFrom = 9;
  if (change.difference == 0) return "same";
  if (!change.part.has_value()) return "from 0";
  if (change.second.average.number == 0) return "to 0";
  if (*change.part >= kFactorFrom) return fmt::format("x {:.0f}", *change.part + 1);
  return fmt::format("{:+.0f} %", *change.part * 100);
}

ChangeCells change_cells(const SeriesChange& change) {
  const auto cell = [&](const Value& value) {
    return value_cell(change.first.type, change.first.counter, value);
  };
  return {change_text(change), cell(change.first.average), cell(change.second.average),
          cell(change.first.p95), cell(change.second.p95)};
}

bool is_worth_a_row(const SeriesChange& change, const DifferenceChoice& choice) {
  const double larger =
      std::max(std::abs(change.first.average.number), std::abs(change.second.average.number));
  return change.difference != 0 && std::abs(change.difference) >= choice.least_part * larger;
}

void append_line(std::string& text, const auto& cells,
                 const std::array<std::size_t, kChangeColumns>& widths, std::string_view path) {
  for (std::size_t c = 0; c < kChangeColumns; ++c) {
    text.append(kColumnGap + widths[c] - display_width(cells[c]), ' ').append(cells[c]);
  }
  text.append(kColumnGap + 1, ' ').append(path).push_back('\n');
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", number, number == 1 ? one : several);
}

// " (4 of 15 samples)" where some are missing; the first sample has no rate.
std::string of_samples_text(std::uint64_t count, std::uint64_t records) {
  if (records == 0 || count + 1 >= records) return {};
  return fmt::format(" ({} of {} samples)", count, records);
}

// " before (4 of 15 samples)": of which sides some are missing.
std::string missing_samples_text(const SeriesChange& change, const LogDifference& difference) {
  const std::string first = of_samples_text(change.first.count, difference.first_records);
  const std::string second = of_samples_text(change.second.count, difference.second_records);
  std::string text = first.empty() ? std::string() : "  before" + first;
  if (!second.empty()) text += (text.empty() ? "  after" : ", after") + second;
  return text;
}

// How many changes with rows of their own say the same, by the path of the one that is shown.
using DuplicateCounts = std::map<std::string, std::size_t>;

std::string duplicates_text(const std::string& path, const DuplicateCounts& duplicates) {
  const auto found = duplicates.find(path);
  if (found == duplicates.end()) return {};
  return fmt::format(" (and {} that {} the same)", found->second,
                     found->second == 1 ? "says" : "say");
}

std::string more_text(std::size_t all, std::size_t most) {
  return all > most ? fmt::format("   and {} more\n", all - most) : std::string();
}

bool has_nothing_in_common(const LogDifference& difference) {
  return difference.changes.empty() && difference.without_values.empty() &&
         !difference.only_in_first.paths.empty() && !difference.only_in_second.paths.empty();
}

std::string object_text(const LoneObject& object) {
  std::string text = fmt::format("   {}: {}", printable(object.path),
                                 counted(object.counters, "counter", "counters"));
  if (object.instances != 0) {
    text += " of " + counted(object.instances, "instance", "instances");
  }
  return text + "\n";
}

}  // namespace

std::string difference_table(const LogDifference& difference, const DifferenceChoice& choice) {
  std::array<std::size_t, kChangeColumns> widths;
  for (std::size_t c = 0; c < kChangeColumns; ++c) widths[c] = kChangeHeads[c].size();
  std::vector<std::pair<ChangeCells, const SeriesChange*>> rows;
  DuplicateCounts duplicates;
  std::set<std::string_view> shown;  // changes that others may be duplicates of
  std::size_t changed = 0;
  std::size_t folded_away = 0;
  for (const SeriesChange& change : difference.changes) {
    if (!is_worth_a_row(change, choice)) continue;
    if (shown.contains(change.duplicate_of)) {
      ++folded_away;
      ++duplicates[change.duplicate_of];
      continue;
    }
    shown.insert(change.path);
    if (++changed > choice.most) continue;
    const ChangeCells& cells = rows.emplace_back(change_cells(change), &change).first;
    for (std::size_t c = 0; c < kChangeColumns; ++c)
      widths[c] = std::max(widths[c], display_width(cells[c]));
  }
  std::string text;
  if (!rows.empty()) append_line(text, kChangeHeads, widths, "counter");
  for (const auto& [cells, change] : rows) {
    append_line(text, cells, widths,
                printable(change->path) + duplicates_text(change->path, duplicates) +
                    missing_samples_text(*change, difference));
  }
  if (changed > rows.size()) {
    text += fmt::format(" {} more changed; --top N shows more\n", changed - rows.size());
  }
  if (has_nothing_in_common(difference)) {
    return " no counter in common; if the logs name their counters in different languages, "
           "--names FILE gives them English names\n";
  }
  text +=
      fmt::format(" {} changed by less than {:g} %\n",
                  counted(difference.changes.size() - changed - folded_away, "counter", "counters"),
                  choice.least_part * 100);
  if (const std::size_t none = difference.without_values.size(); none != 0) {
    text += fmt::format(" {} no value in one of the logs\n",
                        counted(none, "counter has", "counters have"));
  }
  return text;
}

std::string lone_instances_text(const std::vector<LoneInstance>& instances,
                                const DifferenceSide& side, const DifferenceChoice& choice) {
  if (instances.empty()) return {};
  const std::size_t shown = std::min(instances.size(), choice.most_paths);
  std::size_t path_width = 0;
  std::size_t value_width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const LoneInstance& one = instances[i];
    path_width = std::max(path_width, display_width(printable(one.path)));
    value_width = std::max(value_width, value_cell(one.type, one.counter, one.average).size());
  }
  std::string text =
      fmt::format(" {}, only {} ({}): {}\n", side.verb, side.name, printable(side.file),
                  counted(instances.size(), "instance", "instances"));
  for (std::size_t i = 0; i < shown; ++i) {
    const LoneInstance& one = instances[i];
    text += "   " + fitted(printable(one.path), path_width);
    if (!one.counter.empty()) {
      text +=
          fmt::format("  {:>{}}  {}{}", value_cell(one.type, one.counter, one.average), value_width,
                      printable(one.counter), of_samples_text(one.count, side.records));
    }
    text += '\n';
  }
  return text + more_text(instances.size(), shown);
}

std::string lone_counters_text(const LoneSeries& series, const DifferenceSide& side,
                               const DifferenceChoice& choice) {
  std::size_t all = series.counters.size();
  for (const LoneObject& object : series.objects) all += object.counters;
  if (all == 0) return {};
  std::string text = fmt::format(" only {} ({}): {}\n", side.name, printable(side.file),
                                 counted(all, "counter", "counters"));
  const std::size_t objects = std::min(series.objects.size(), choice.most_paths);
  for (std::size_t i = 0; i < objects; ++i) text += object_text(series.objects[i]);
  if (series.objects.size() > objects) {
    text += fmt::format("   and {}\n",
                        counted(series.objects.size() - objects, "more object", "more objects"));
  }
  const std::size_t counters = std::min(series.counters.size(), choice.most_paths);
  for (std::size_t i = 0; i < counters; ++i) text += "   " + printable(series.counters[i]) + "\n";
  return text + more_text(series.counters.size(), counters);
}

}  // namespace openperflib::apps
