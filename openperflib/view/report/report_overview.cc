#include "openperflib/view/report/report_overview.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);
constexpr FileTime kOverviewColumns = 400;
constexpr std::size_t kMostLinesOfPanel = 8;  // lines of a panel
constexpr std::ptrdiff_t kMostFollowed = 64;  // instances of a path that has a line for each

// A panel, and where its numbers may come from: the first path that a log has is taken.
struct OverviewRow {
  std::size_t panel;
  std::string_view path;
  // sum: all instances of a machine are one line. each: response times do not add up, so that each
  // instance has a line.
  enum class Lines : std::uint8_t { sum, each } lines = Lines::sum;
};
constexpr auto kEach = OverviewRow::Lines::each;
constexpr auto kPanelTitles =
    std::to_array<std::string_view>({"Processor time", "Available memory", "Disk", "Network"});
constexpr auto kRows = std::to_array<OverviewRow>({
    {0, R"(\Processor(_Total)\% Processor Time)"},
    {0, R"(\Processor Information(_Total)\% Processor Time)"},
    {1, R"(\Memory\Available Bytes)"},
    {1, R"(\Memory\Available KBytes)"},
    {1, R"(\Memory\Available MBytes)"},
    {2, R"(\PhysicalDisk(_Total)\Disk Bytes/sec)"},
    {2, R"(\LogicalDisk(_Total)\Disk Bytes/sec)"},
    {2, R"(\PhysicalDisk(*)\Disk Bytes/sec)"},
    {2, R"(\LogicalDisk(*)\Disk Bytes/sec)"},
    {2, R"(\PhysicalDisk(_Total)\% Disk Time)"},
    {2, R"(\LogicalDisk(_Total)\% Disk Time)"},
    {2, R"(\PhysicalDisk(_Total)\Disk Transfers/sec)"},
    {2, R"(\LogicalDisk(_Total)\Disk Transfers/sec)"},
    {2, R"(\PhysicalDisk(_Total)\% Idle Time)"},
    {2, R"(\LogicalDisk(_Total)\% Idle Time)"},
    {2, R"(\PhysicalDisk(_Total)\Avg. Disk sec/Transfer)"},
    {2, R"(\LogicalDisk(_Total)\Avg. Disk sec/Transfer)"},
    {2, R"(\PhysicalDisk(_Total)\Avg. Disk sec/Read)"},
    {2, R"(\LogicalDisk(_Total)\Avg. Disk sec/Read)"},
    {2, R"(\PhysicalDisk(*)\Avg. Disk sec/Transfer)", kEach},
    {2, R"(\LogicalDisk(*)\Avg. Disk sec/Transfer)", kEach},
    {2, R"(\PhysicalDisk(*)\Avg. Disk sec/Read)", kEach},
    {2, R"(\LogicalDisk(*)\Avg. Disk sec/Read)", kEach},
    {2, R"(\PhysicalDisk(*)\Avg. Disk sec/Write)", kEach},
    {2, R"(\LogicalDisk(*)\Avg. Disk sec/Write)", kEach},
    {3, R"(\Network Interface(*)\Bytes Total/sec)"},
    {3, R"(\Network Adapter(*)\Bytes Total/sec)"},
});

constexpr auto kPaths = [] {
  std::array<std::string_view, kRows.size()> paths{};
  for (std::size_t i = 0; i < kRows.size(); ++i) paths[i] = kRows[i].path;
  return paths;
}();

// Sums would count these twice; what a machine sends to itself is not on its network.
bool is_counted(const Series& series, std::string_view path) {
  if (!path.contains("(*)")) return true;
  const std::string name = folded(series.instance.value_or(std::string_view()));
  return name != "_total" && name != "lo" && !name.contains("loopback");
}

std::string_view counter_of(std::string_view path) { return path.substr(path.rfind('\\') + 1); }

// Returns the path of a line: that of one instance, if it has one.
std::string path_with(std::string_view path, std::string_view instance) {
  std::string text(path);
  if (!instance.empty()) text.replace(text.find('*'), 1, instance);
  return text;
}

// Sorts the lines of instances, so that those that a panel leaves out are smaller.
void sort_by_average(std::vector<ChartSeries>& series) {
  std::ranges::stable_sort(series, std::ranges::greater(),
                           [](const ChartSeries& one) { return one.average.number; });
}

}  // namespace

std::span<const std::string_view> ReportOverview::paths() noexcept { return kPaths; }

ReportOverview::ReportOverview(const LogShape& shape, const TitleTable& titles)
    : shape_(shape), query_(titles) {
  for (const std::string_view path : kPaths) (void)query_.add(path);
  scale_.begin = shape.first_local;
  scale_.width =
      std::max(ChartScale::kFinest, (shape.last_local - shape.first_local) / kOverviewColumns + 1);
}

std::size_t ReportOverview::line_of(const Series& series) {
  if (!is_counted(series, kPaths[series.path])) return kNoPlace;
  const std::string_view name =
      series.machine.empty() ? query_.binding().machine() : series.machine;
  const auto machine = std::ranges::find(shape_.machines, name, &MachineShape::machine);
  const bool is_only = shape_.machines.size() == 1;
  if (machine == shape_.machines.end() && !is_only) return kNoPlace;
  const MachineShape* const shape = is_only ? &shape_.machines.front() : &*machine;
  const bool has_each = kRows[series.path].lines == kEach;
  const std::string_view instance =
      has_each ? series.instance.value_or(std::string_view()) : std::string_view();
  const auto known = std::ranges::find_if(lines_, [&](const Line& line) {
    return line.path == series.path && line.machine == shape && line.instance == instance;
  });
  if (known != lines_.end()) return static_cast<std::size_t>(known - lines_.begin());
  if (has_each && std::ranges::count(lines_, series.path, &Line::path) == kMostFollowed) {
    return kNoPlace;
  }
  lines_.push_back({.path = series.path,
                    .machine = shape,
                    .instance = std::string(instance),
                    .counter = counter_of(kPaths[series.path]),
                    .type = series.type,
                    .columns = {},
                    .values = {}});
  return lines_.size() - 1;
}

void ReportOverview::map_series() {
  generation_ = query_.binding().generation();
  places_.clear();
  for (const Series& series : query_.binding().series()) {
    places_.push_back(series.counter_ordinal == Series::kNoOrdinal ? kNoPlace : line_of(series));
  }
}

// In a log of several machines a record need not be one of this machine: there, only a long time
// without a value is a gap.
void ReportOverview::add_total(Line& line, FileTime time) const {
  if (!std::exchange(line.has_total, false)) {
    if (shape_.machines.size() == 1) line.columns.note_gap();
    return;
  }
  const Value value{.number = std::exchange(line.total, 0), .status = CStatus::valid_data};
  line.values.add(value);
  line.columns.add(scale_, time, value.number);
}

void ReportOverview::add(FileTime time_local, const Record& record) {
  query_.take(record);
  if (query_.binding().generation() != generation_) map_series();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Value& value = query_.row().values[i];
    if (places_[i] == kNoPlace || !value.usable()) continue;
    lines_[places_[i]].total += value.number;
    lines_[places_[i]].has_total = true;
  }
  for (Line& line : lines_) add_total(line, time_local);
}

ChartSeries ReportOverview::series_of(Line&& line) const {
  line.columns.mark_gaps(line.machine->longest_step());
  const Statistics values = line.values.result();
  std::string title = path_with(kPaths[line.path], line.instance);
  if (shape_.machines.size() > 1) title = "\\\\" + line.machine->machine + title;
  return in_unit({.path = title,
                  .title = title,
                  .type = line.type,
                  .count = values.count,
                  .minimum = values.minimum,
                  .average = values.average,
                  .maximum = values.maximum,
                  .last = values.last,
                  .columns = line.columns.take()},
                 chart_unit_of(line.type, line.counter).factor);
}

std::vector<ChartPanel> ReportOverview::take_panels() {
  std::vector<ChartPanel> panels;
  std::size_t last_panel = kNoPlace;
  for (std::uint32_t path = 0; path < kRows.size(); ++path) {
    if (kRows[path].panel == last_panel) continue;
    ChartPanel panel{.title = std::string(kPanelTitles[kRows[path].panel])};
    for (Line& line : lines_) {
      if (line.path != path || line.values.count() == 0) continue;
      panel.quantity = chart_unit_of(line.type, line.counter).quantity;
      panel.series.push_back(series_of(std::move(line)));
    }
    if (panel.series.empty()) continue;
    if (kRows[path].lines == kEach) sort_by_average(panel.series);
    last_panel = kRows[path].panel;
    if (panel.series.size() > kMostLinesOfPanel) {
      panel.left_out = panel.series.size() - kMostLinesOfPanel;
      panel.series.resize(kMostLinesOfPanel);
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace openperflib
