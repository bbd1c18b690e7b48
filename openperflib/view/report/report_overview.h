// ReportOverview: what a machine did over the time of a report, in four panels: its processors,
// memory, disks and network, from what the log has of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/record_survey.h"
#include "openperflib/query/query.h"
#include "openperflib/view/chart/chart.h"
#include "openperflib/view/summary/value_statistics.h"

namespace openperflib {

// Resource: takes the records of one pass. Memory: that of the panels. `shape`, which the first
// pass has found, and the texts of `titles` must outlive it.
class ReportOverview {
 public:
  ReportOverview(const LogShape& shape, const TitleTable& titles);

  // Takes a record that the first rates are relative to.
  void take_before(const Record& record) { query_.take(record); }
  // Takes a record of the time of the report.
  void add(FileTime time_local, const Record& record);
  // Returns the panels that have values, with a line for each machine, or for each of its
  // disks where the log has only the response times of each. Only once.
  [[nodiscard]] std::vector<ChartPanel> take_panels();

  // Returns all paths that it reads, for a query of a machine.
  [[nodiscard]] static std::span<const std::string_view> paths() noexcept;

 private:
  // One counter of one machine: over all its instances, or of one of them.
  struct Line {
    std::uint32_t path = 0;
    const MachineShape* machine = nullptr;
    std::string instance = {};  // empty: all
    std::string_view counter;   // of the fixed paths
    CounterType type;
    ChartColumns columns;
    ValueStatistics values;
    // The sum of the row at hand.
    double total = 0;
    bool has_total = false;
  };
  void map_series();
  [[nodiscard]] std::size_t line_of(const Series& series);
  void add_total(Line& line, FileTime time) const;
  [[nodiscard]] ChartSeries series_of(Line&& line) const;

  const LogShape& shape_;
  Query query_;
  ChartScale scale_;
  std::vector<Line> lines_;
  std::vector<std::size_t> places_;  // in lines_, by series of the binding
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib
