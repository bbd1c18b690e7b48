#include "apps/perflib/difference_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "apps/program/printable.h"
#include "openperflib/counter/human_text.h"

namespace openperflib::apps {
namespace {

// What stands before the path, in its order.
enum Column : std::size_t { kChange, kFirst, kSecond, kFirstP95, kSecondP95, kColumns };
constexpr std::array<std::string_view, kColumns> kHeads = {"change", "before", "after",
                                                           "p95 before", "p95 after"};
constexpr std::size_t kGap = 2;
using Cells = std::array<std::string, kColumns>;

// From ten times on a factor reads better than percent.
std::string change_text(const SeriesChange& change) {
  constexpr double kFactorFrom = 9;
  if (change.difference == 0) return "same";
  if (!change.part.has_value()) return "from 0";
  if (change.second.average.number == 0) return "to 0";
  if (*change.part >= kFactorFrom) return fmt::format("x {:.0f}", *change.part + 1);
  return fmt::format("{:+.0f} %", *change.part * 100);
}

std::string value_cell(const SeriesChange& change, const Value& value) {
  if (!value.usable()) return "-";
  const SummaryOfSeries& one = change.first;
  const HumanText text = human_text(quantity_of(one.type, one.counter), value.number);
  return text.unit.empty() ? text.number : fmt::format("{} {}", text.number, text.unit);
}

Cells cells_of(const SeriesChange& change) {
  return {change_text(change), value_cell(change, change.first.average),
          value_cell(change, change.second.average), value_cell(change, change.first.p95),
          value_cell(change, change.second.p95)};
}

bool is_worth_a_row(const SeriesChange& change, const DifferenceChoice& choice) {
  const double larger =
      std::max(std::abs(change.first.average.number), std::abs(change.second.average.number));
  return change.difference != 0 && std::abs(change.difference) >= choice.least_part * larger;
}

void append_line(std::string& text, const auto& cells,
                 const std::array<std::size_t, kColumns>& widths, std::string_view path) {
  for (std::size_t c = 0; c < kColumns; ++c) {
    text.append(kGap + widths[c] - display_width(cells[c]), ' ').append(cells[c]);
  }
  text.append(kGap + 1, ' ').append(path).push_back('\n');
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", number, number == 1 ? one : several);
}

}  // namespace

std::string difference_table(const LogDifference& difference, const DifferenceChoice& choice) {
  std::array<std::size_t, kColumns> widths;
  for (std::size_t c = 0; c < kColumns; ++c) widths[c] = kHeads[c].size();
  std::vector<std::pair<Cells, const SeriesChange*>> rows;
  std::size_t changed = 0;
  for (const SeriesChange& change : difference.changes) {
    if (!is_worth_a_row(change, choice) || ++changed > choice.most) continue;
    const Cells& cells = rows.emplace_back(cells_of(change), &change).first;
    for (std::size_t c = 0; c < kColumns; ++c)
      widths[c] = std::max(widths[c], display_width(cells[c]));
  }
  std::string text;
  if (!rows.empty()) append_line(text, kHeads, widths, "counter");
  for (const auto& [cells, change] : rows)
    append_line(text, cells, widths, printable(change->path));
  if (changed > rows.size()) {
    text += fmt::format(" {} more changed; --top N shows more\n", changed - rows.size());
  }
  text += fmt::format(" {} changed by less than {:g} %\n",
                      counted(difference.changes.size() - changed, "counter", "counters"),
                      choice.least_part * 100);
  if (const std::size_t none = difference.without_values.size(); none != 0) {
    text += fmt::format(" {} no value in one of the logs\n",
                        counted(none, "counter has", "counters have"));
  }
  return text;
}

std::string only_in_text(const std::vector<std::string>& paths, const std::string& file,
                         const DifferenceChoice& choice) {
  if (paths.empty()) return {};
  std::string text = fmt::format(" only in {}: {}\n", printable(file),
                                 counted(paths.size(), "counter", "counters"));
  for (std::size_t i = 0; i < std::min(paths.size(), choice.most_paths); ++i) {
    text += "   " + printable(paths[i]) + "\n";
  }
  if (paths.size() > choice.most_paths)
    text += fmt::format("   and {} more\n", paths.size() - choice.most_paths);
  return text;
}

}  // namespace openperflib::apps
