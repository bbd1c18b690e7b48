// ChartHistory: the columns of chosen series of a log over all of its records, from which any part
// of the time is drawn without reading the log again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/query/query.h"
#include "openperflib/view/chart/series_history.h"
#include "openperflib/view/summary/record_steps.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// The records of a log. Value.
struct HistoryRecords {
  std::vector<FileTime> times = {};         // of the log's clock; none is before the one before it
  std::vector<std::size_t> gaps = {};       // the records that come after gaps
  std::vector<std::size_t> restarts = {};   // those before which the counters started again
  std::optional<FileTime> usual_step = {};  // nullopt: there are less than two records
  std::optional<int> bias_minutes = {};     // of the clock; nullopt: unknown
  RowsOf rows = RowsOf::readings;

  [[nodiscard]] std::size_t bytes() const noexcept;
};

// The series of one path. Value.
struct PathHistory {
  std::string path;                                               // as it was asked for
  std::vector<std::shared_ptr<const SeriesHistory>> series = {};  // in the order of appearance
  bool was_there = false;                                         // a record had series of it
  std::string hint = {};                                          // what may be meant if none had
  std::uint64_t not_followed = 0;  // series that came when kMostChartSeries had come
};

// Value.
struct ChartHistory {
  std::shared_ptr<const HistoryRecords> records;
  std::vector<PathHistory> paths;  // in their order; two of them may share series
};

// Resource: makes the history of the rows of a query. Memory: 11 bytes for each series and record
// while it exists, and 16 more for readings.
class ChartHistoryBuilder {
 public:
  // `paths`: those of the query.
  ChartHistoryBuilder(RowsOf rows, std::vector<std::string> paths);

  // Takes the newest row of the query, which must always be the same query. A value that needs two
  // samples is left out after a brief interval, unless another row follows.
  void take(const Query& query, FileTime time_local,
            SeriesSummary::Interval interval = SeriesSummary::Interval::usual);
  void set_bias(std::optional<int> minutes) noexcept { records_->bias_minutes = minutes; }
  // Returns how much memory it takes.
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] std::size_t series() const noexcept { return lines_.size(); }
  // Returns the history of the rows so far: that of a log which ends with them. It shares its
  // records and series with the builder, and grows with them: after another row it is right only
  // when this is called again.
  [[nodiscard]] ChartHistory history();

 private:
  // A machine, while its records are counted.
  struct Machine {
    std::string name;
    std::shared_ptr<HistoryMachine> shown;  // what histories have of it
    RecordSteps steps;
    std::vector<bool> is_in_record;
    bool is_in_row = false;
  };
  // A series, or several that had its name in turn.
  struct Line {
    std::shared_ptr<SeriesHistory> history;
    std::uint32_t machine = 0;
    std::uint64_t identity = 0;  // of the series that has the name now
    bool was_there = false;      // in a record; a requested name may not exist
    bool has_value = false;
    bool is_in_row = false;  // of the last binding
  };
  // What is known of a path.
  struct Path {
    std::string text;
    std::vector<std::size_t> lines;
    std::unordered_set<std::size_t> has_line;  // the same
    bool was_there = false;
    std::uint64_t not_followed = 0;
  };
  // A value of a brief interval, which counts once another row follows.
  struct Held {
    std::size_t line;
    double number;
  };

  void map_series(const Query& query);
  [[nodiscard]] std::size_t line_of(const Binding& binding, std::size_t series);
  [[nodiscard]] std::size_t add_line(const Binding& binding, std::size_t series);
  void pass_name(Line& line, const Series& series) const;
  [[nodiscard]] std::uint32_t machine_of(std::string_view name);
  void note_machines(const Query& query, FileTime time);
  void take_value(std::size_t series, const Query& query, bool is_brief);
  static void put_value(Line& line, std::size_t record, double number);
  void note_gap(Line& line, const Value& value, bool begins) const;
  void count_held();
  void find_gaps();
  void show_machines();

  std::shared_ptr<HistoryRecords> records_ = std::make_shared<HistoryRecords>();
  std::vector<Path> paths_;
  std::vector<Line> lines_;
  std::unordered_map<std::string, std::size_t> by_path_;  // case folded
  std::vector<std::size_t> places_;  // in lines_, by series of the binding; kNoLine: none
  std::vector<Machine> machines_;
  std::vector<Held> held_;
  RecordSteps steps_;
  std::uint64_t generation_ = 0;
  std::size_t record_ = 0;  // the newest
  std::size_t name_bytes_ = 0;
};

}  // namespace openperflib
