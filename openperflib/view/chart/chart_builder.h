// ChartBuilder: makes a chart of the rows of a query, in one pass and bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/counter/value_distribution.h"
#include "openperflib/query/query.h"
#include "openperflib/view/chart/chart.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_ranking.h"
#include "openperflib/view/summary/value_statistics.h"

namespace openperflib {

// Which series of a unit are shown if there are more. Value.
struct ChartChoice {
  std::size_t most = kUsual;        // of each unit; those that were named are shown anyway
  RankedBy by = RankedBy::average;  // the largest are shown
  static constexpr std::size_t kUsual = 8;
};

// Resource. Memory, whatever the number of rows: that of its columns, of which there are at most
// kMostColumns, and less than 1 KiB for each series, of which there are at most kMostChartSeries.
// Series with one name, which it shows in turn, are one line.
class ChartBuilder {
 public:
  // `columns`: how many the whole time has at most, from 2 on; it has at least half as many, if
  // there are enough rows. Rates are calculated by `policy`, as in the query.
  ChartBuilder(RowsOf rows, std::size_t columns, const Policy& policy = {});

  // Takes the newest row of the query, which must always be the same query. No value that needs two
  // samples is taken after a brief interval, unless another row follows.
  void take(const Query& query, FileTime time_local,
            SeriesSummary::Interval interval = SeriesSummary::Interval::usual);
  // Tells that the clock of the rows has this bias; nullopt: unknown.
  void set_bias(std::optional<int> minutes) noexcept { extent_.bias_minutes = minutes; }
  // Returns whether a record had series of that path of the query.
  [[nodiscard]] bool had_path(std::uint32_t path) const noexcept {
    return path < had_path_.size() && had_path_[path];
  }
  [[nodiscard]] const SummaryExtent& extent() const noexcept { return extent_; }
  // Returns the chart of the rows so far. Only once.
  [[nodiscard]] Chart take_chart(const ChartChoice& choice = {});

  static constexpr std::size_t kMostColumns = std::size_t{1} << 21;  // of all series: 150 MB

 private:
  // One machine of the rows. Merged logs have records of each in turn.
  struct Machine {
    std::string name;
    FileTime last = 0;
    bool is_in_row = false;
    ValueDistribution intervals{kExactIntervals};  // in ticks
    bool has_row = false;
    static constexpr std::size_t kExactIntervals = 10'000;
    // Returns the longest time between two rows without a gap between them; 0: not known.
    [[nodiscard]] FileTime longest_step() const;
  };
  // One line.
  struct Line {
    std::string path;
    std::string title;  // without its machine
    std::uint32_t machine = 0;
    std::uint64_t identity = 0;  // of the series that has the name now
    CounterType type;
    ChartUnit unit;
    bool was_there = false;
    bool is_named = false;        // by a path without wildcards
    bool is_no_quantity = false;  // an id or an age, which is drawn only if it was named
    RangeStatistics range;
    ValueStatistics of_values;
    ChartColumns columns;
    bool is_in_row = false;     // of the last binding
    bool is_passed_on = false;  // to another series, whose first row has not been counted
  };
  // A value of a brief interval, which counts once another row follows.
  struct Held {
    std::size_t line;
    FileTime time;
    Value value;
  };

  void map_series(const Query& query);
  [[nodiscard]] std::size_t line_of(const Binding& binding, std::size_t series);
  static void pass_name(Line& line, Series series);
  // Returns its title, with its machine if the rows have several.
  [[nodiscard]] std::string title_of(const Line& line) const;
  [[nodiscard]] std::uint32_t machine_of(std::string_view name);
  void note_machines(const Query& query, FileTime time);
  void add_value(std::size_t line, FileTime time, const Value& value);
  void count_held();
  void make_room(FileTime time);
  void widen();
  [[nodiscard]] ChartSeries series_of(Line&& line) const;

  RowsOf rows_;
  std::size_t most_columns_;
  Policy policy_;
  ChartScale scale_;
  SummaryExtent extent_;
  FileTime time_ = 0;
  std::vector<Line> lines_;
  std::unordered_map<std::string, std::size_t> by_path_;  // case folded
  std::vector<std::size_t> places_;  // in lines_, by series of the binding; kNoLine: none
  std::vector<Machine> machines_;
  std::vector<bool> had_path_;
  std::vector<Held> held_;
  std::uint64_t generation_ = 0;
  std::uint64_t not_followed_ = 0;
  std::size_t columns_ = 0;  // of all lines
};

}  // namespace openperflib
