#include "apps/perflib/summary_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "apps/program/printable.h"
#include "openperflib/counter/human_text.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kIndent = 3;
constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastTrend = 8;
constexpr std::size_t kMostTrend = 40;

// What stands behind the name, in its order.
enum Column : std::size_t { kCount, kGaps, kMin, kAverage, kP50, kP95, kP99, kMax, kColumns };
constexpr std::array<std::string_view, kColumns> kHeads = {"count", "gaps", "min", "average",
                                                           "p50",   "p95",  "p99", "max"};
using Cells = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;  // 0: left out

std::string time_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", date.year, date.month, date.day,
                     date.hour, date.minute, date.second);
}

std::string zone_text(std::optional<int> bias_minutes) {
  if (!bias_minutes.has_value()) return " local time";
  const int minutes = *bias_minutes < 0 ? -*bias_minutes : *bias_minutes;
  return fmt::format(" UTC{}{:02}:{:02}", *bias_minutes > 0 ? '-' : '+', minutes / 60,
                     minutes % 60);
}

std::string value_cell(const SummaryOfSeries& one, const Value& value) {
  if (!value.usable()) return "-";
  const HumanText text = human_text(quantity_of(one.type, one.counter), value.number);
  return text.unit.empty() ? text.number : fmt::format("{} {}", text.number, text.unit);
}

Cells cells_of(const SummaryOfSeries& one) {
  Cells cells;
  cells[kCount] = fmt::format("{}", one.count);
  cells[kGaps] = fmt::format("{}", one.gaps);
  const std::array<const Value*, 6> values = {&one.minimum, &one.average, &one.p50,
                                              &one.p95,     &one.p99,     &one.maximum};
  for (std::size_t i = 0; i < values.size(); ++i) cells[kMin + i] = value_cell(one, *values[i]);
  return cells;
}

// Where everything stands.
struct Layout {
  std::size_t name = 0;
  Widths widths{};
  std::size_t trend = 0;  // 0: none

  [[nodiscard]] std::size_t used() const {
    std::size_t sum = kIndent + name;
    for (const std::size_t width : widths) sum += width == 0 ? 0 : width + kGap;
    return sum;
  }
};

Layout fitting(Layout layout, std::size_t width) {
  if (layout.used() + kGap + kLeastTrend > width) layout.widths[kP50] = layout.widths[kP99] = 0;
  const std::size_t used = layout.used() + kGap;
  if (used + kLeastTrend <= width) layout.trend = std::min(kMostTrend, width - used);
  return layout;
}

Layout layout_of(const std::vector<SummaryOfSeries>& all, const std::vector<Cells>& cells,
                 std::size_t width) {
  Layout layout;
  for (std::size_t c = 0; c < kColumns; ++c) layout.widths[c] = kHeads[c].size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    layout.name = std::max(layout.name, display_width(printable(all[i].counter)));
    for (std::size_t c = 0; c < kColumns; ++c) {
      layout.widths[c] = std::max(layout.widths[c], display_width(cells[i][c]));
    }
  }
  return fitting(layout, width);
}

void append_cells(std::string& line, const auto& cells, const Layout& layout) {
  for (std::size_t c = 0; c < kColumns; ++c) {
    if (layout.widths[c] == 0) continue;
    const std::size_t blanks = kGap + layout.widths[c] - display_width(cells[c]);
    line.append(blanks, ' ').append(cells[c]);
  }
}

std::string line_of(const SummaryOfSeries& one, const Cells& cells, const Layout& layout,
                    BarCharacters bars) {
  std::string line(kIndent, ' ');
  line += fitted(printable(one.counter), layout.name);
  append_cells(line, cells, layout);
  if (layout.trend != 0) line += std::string(kGap, ' ') + one.trend.text(layout.trend, bars);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

void SummaryExtent::note(FileTime time_local) noexcept {
  if (records++ == 0) first_local = time_local;
  last_local = time_local;
}

std::string summary_head(const SummaryExtent& extent) {
  if (extent.records == 0) return " no samples\n";
  std::string line = fmt::format(" {} to {}{}  {} sample{}", time_text(extent.first_local),
                                 time_text(extent.last_local), zone_text(extent.bias_minutes),
                                 extent.records, extent.records == 1 ? "" : "s");
  if (extent.records > 1) {
    const double seconds =
        static_cast<double>(extent.last_local - extent.first_local) / kTicksPerSecond;
    const HumanText every =
        human_text(Quantity::seconds, seconds / static_cast<double>(extent.records - 1));
    line += fmt::format(", one every {} {}", every.number, every.unit);
  }
  return line + "\n";
}

std::string summary_table(const std::vector<SummaryOfSeries>& all, std::size_t width,
                          BarCharacters bars) {
  std::vector<Cells> cells;
  for (const SummaryOfSeries& one : all) cells.push_back(cells_of(one));
  const Layout layout = layout_of(all, cells, width);
  std::string text(kIndent + layout.name, ' ');
  append_cells(text, kHeads, layout);
  text += "\n";
  const std::string* title = nullptr;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (title == nullptr || *title != all[i].title) text += " " + printable(all[i].title) + "\n";
    title = &all[i].title;
    text += line_of(all[i], cells[i], layout, bars);
  }
  return text;
}

std::size_t summary_width() {
  constexpr std::size_t kNoTerminal = 132;
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  return kNoTerminal;
}

}  // namespace openperflib::apps
