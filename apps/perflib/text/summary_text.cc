#include "apps/perflib/text/summary_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/perflib/text/value_cell.h"
#include "apps/program/output_width.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/printable.h"
#include "openperflib/titles/meanings/counter_meanings.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kIndent = 3;
constexpr std::size_t kLeastName = 8;
constexpr std::size_t kLeastTrend = 8;
constexpr std::size_t kMostTrend = 40;

// The columns after the name, in order.
enum Column : std::size_t { kCount, kGaps, kMin, kAverage, kP50, kP95, kP99, kMax, kColumns };
constexpr std::array<std::string_view, kColumns> kHeads = {"count", "gaps", "min", "average",
                                                           "p50",   "p95",  "p99", "max"};
using Cells = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;  // 0: left out

std::string zone_text(std::optional<int> bias_minutes) {
  return " " + (bias_minutes.has_value() ? name_of_offset(*bias_minutes) : "local time");
}

// "3600 samples, one every 1.0 s"
std::string samples_text(const SummaryExtent& extent) {
  if (extent.records == 1) return "1 sample";
  if (extent.records > 1 && extent.first_local == extent.last_local) {
    return fmt::format("{} samples, all at one time: the seconds are lost", extent.records);
  }
  const double seconds =
      static_cast<double>(extent.last_local - extent.first_local) / kTicksPerSecond;
  const HumanText every =
      human_text(Quantity::seconds, seconds / static_cast<double>(extent.records - 1));
  return fmt::format("{} samples, one every {} {}", extent.records, every.number, every.unit);
}

// Returns the object of a counter of states, except for a total of them.
std::optional<std::string> object_of_states(const SummaryOfSeries& one) {
  if (!has_meanings(one.counter)) return std::nullopt;
  const auto path = CounterPath::parse(one.path);
  if (!path.has_value() || path->instance.value_or("").ends_with("_Total")) return std::nullopt;
  return path->object;
}

// Returns "5 waiting" for a counter of states, like value_cell() for others. `object`: as
// object_of_states() returns it.
std::string cell_of(const SummaryOfSeries& one, Quantity quantity,
                    const std::optional<std::string>& object, const Value& value) {
  std::string cell = value_cell(quantity, value);
  if (!value.usable() || !object.has_value()) return cell;
  const std::string_view meaning = value_meaning(*object, one.counter, value.number);
  return meaning.empty() ? cell : fmt::format("{} {}", cell, meaning);
}

Cells cells_of(const SummaryOfSeries& one) {
  Cells cells;
  cells[kCount] = fmt::format("{}", one.count);
  cells[kGaps] = fmt::format("{}", one.gaps);
  const Quantity quantity = quantity_of(one.type, one.counter);
  const std::optional<std::string> object = object_of_states(one);
  const std::array<const Value*, 6> values = {&one.minimum, &one.average, &one.p50,
                                              &one.p95,     &one.p99,     &one.maximum};
  for (std::size_t i = 0; i < values.size(); ++i) {
    cells[kMin + i] = cell_of(one, quantity, object, *values[i]);
  }
  return cells;
}

// The cells of all lines, as one text: they are created before the widths of their columns are
// known. A line takes about 60 bytes, and the series that it shows more than a KiB.
class CellTexts {
 public:
  explicit CellTexts(const std::vector<SummaryOfSeries>& all) {
    for (std::size_t c = 0; c < kColumns; ++c) widths_[c] = kHeads[c].size();
    for (const SummaryOfSeries& one : all) add(cells_of(one));
  }

  // Returns how wide each column is with its head.
  [[nodiscard]] const Widths& widths() const noexcept { return widths_; }
  // Returns the cells of the next line, from the first one on. Their texts live as long as this.
  [[nodiscard]] std::array<std::string_view, kColumns> next() {
    std::array<std::string_view, kColumns> cells;
    for (std::string_view& cell : cells) {
      const std::size_t end = text_.find(kEnd, position_);
      cell = std::string_view(text_).substr(position_, end - position_);
      position_ = end + 1;
    }
    return cells;
  }

 private:
  static constexpr char kEnd = '\0';  // ends a cell; no cell contains it

  void add(const Cells& cells) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      widths_[c] = std::max(widths_[c], display_width(cells[c]));
      text_.append(cells[c]).push_back(kEnd);
    }
  }

  Widths widths_{};
  std::string text_;
  std::size_t position_ = 0;  // of the next line
};

// The layout of a line.
struct LineLayout {
  std::size_t name = 0;
  Widths widths{};
  std::size_t trend = 0;  // 0: none

  [[nodiscard]] std::size_t used() const {
    std::size_t sum = kIndent + name;
    for (const std::size_t width : widths) sum += width == 0 ? 0 : width + kColumnGap;
    return sum;
  }
};

LineLayout fitting(LineLayout layout, std::size_t width) {
  if (layout.used() + kColumnGap + kLeastTrend > width)
    layout.widths[kP50] = layout.widths[kP99] = 0;
  const std::size_t used = layout.used() + kColumnGap;
  if (used + kLeastTrend <= width) layout.trend = std::min(kMostTrend, width - used);
  for (const Column worth_least : {kP95, kGaps, kMin, kCount}) {
    if (layout.used() > width) layout.widths[worth_least] = 0;
  }
  const std::size_t beyond = layout.used() > width ? layout.used() - width : 0;
  layout.name =
      std::max(std::min(layout.name, kLeastName), layout.name - std::min(beyond, layout.name));
  return layout;
}

// The instance as lines below a counter name it: "dash", with the machine where titles have it.
// Empty where the series has none.
std::string instance_label(const SummaryOfSeries& one) {
  const auto path = CounterPath::parse(one.path);
  if (!path.has_value() || !path->instance.has_value()) return {};
  const std::string object = one.path.substr(0, one.path.size() - path->counter.size() - 1);
  const std::size_t begin = object.find('(', path->machine.size());
  std::string name = object.substr(begin + 1, object.size() - begin - 2);
  if (one.instances > 1) name += fmt::format(" ({} in turn)", one.instances);
  return one.title.starts_with("\\\\") ? fmt::format("\\\\{} {}", path->machine, name) : name;
}

// What stands above the line.
std::string group_of(const SummaryOfSeries& one, SummaryOrder order) {
  if (order == SummaryOrder::by_instance) return one.title;
  const auto path = CounterPath::parse(one.path);
  const bool has_instance = path.has_value() && path->instance.has_value();
  return has_instance ? fmt::format("\\{}(*)\\{}", path->object, path->counter) : one.title;
}

std::string line_name(const SummaryOfSeries& one, SummaryOrder order) {
  std::string instance = order == SummaryOrder::by_counter ? instance_label(one) : std::string();
  return instance.empty() ? one.counter : instance;
}

LineLayout line_layout(const std::vector<SummaryOfSeries>& all, const Widths& widths,
                       std::size_t width, SummaryOrder order) {
  LineLayout layout{.widths = widths};
  for (const SummaryOfSeries& one : all) {
    layout.name = std::max(layout.name, display_width(printable(line_name(one, order))));
  }
  return fitting(layout, width);
}

void append_cells(std::string& line, const auto& cells, const LineLayout& layout) {
  for (std::size_t c = 0; c < kColumns; ++c) {
    if (layout.widths[c] == 0) continue;
    const std::size_t blanks = kColumnGap + layout.widths[c] - display_width(cells[c]);
    line.append(blanks, ' ').append(cells[c]);
  }
}

std::string line_of(const SummaryOfSeries& one, const auto& cells, const LineLayout& layout,
                    BarCharacters bars, SummaryOrder order) {
  std::string line(kIndent, ' ');
  line += fitted(printable(line_name(one, order)), layout.name);
  append_cells(line, cells, layout);
  if (layout.trend != 0) line += std::string(kColumnGap, ' ') + one.trend.text(layout.trend, bars);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string summary_head(const SummaryExtent& extent, std::size_t width, std::size_t indent) {
  const std::string blanks(indent, ' ');
  if (extent.records == 0) return blanks + "no samples\n";
  const std::string times =
      fmt::format("{}{} to {}{}", blanks, date_text(extent.first_local),
                  date_text(extent.last_local), zone_text(extent.bias_minutes));
  const std::string samples = samples_text(extent);
  const bool fits = times.size() + kColumnGap + samples.size() <= width;
  return times + (fits ? std::string(kColumnGap, ' ') : "\n" + blanks) + samples + "\n";
}

void print_summary_table(const std::vector<SummaryOfSeries>& all, std::size_t width,
                         BarCharacters bars, const std::function<void(std::string_view)>& print,
                         SummaryOrder order) {
  CellTexts cells(all);
  const LineLayout layout = line_layout(all, cells.widths(), width, order);
  std::string head(kIndent + layout.name, ' ');
  append_cells(head, kHeads, layout);
  print(head + "\n");
  std::string group;
  for (const SummaryOfSeries& one : all) {
    std::string next = group_of(one, order);
    if (next != group) print(" " + printable(next) + "\n");
    group = std::move(next);
    print(line_of(one, cells.next(), layout, bars, order));
  }
}

std::size_t summary_width() {
  constexpr std::size_t kOtherwise = 132;
  return output_columns(kOtherwise);
}

}  // namespace openperflib::apps
