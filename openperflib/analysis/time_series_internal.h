// TimeSeries: the value of one rule for one instance over time, and the result for each level.
// TimeSeriesTrace: the same as points of a chart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/analysis/finding.h"
#include "openperflib/analysis/stretches_internal.h"
#include "openperflib/counter/value_distribution.h"

namespace openperflib {

// A least-squares line through the samples. Value.
class LinearTrend {
 public:
  void add(double hours, double number) noexcept;
  // The increase per hour. Unknown for less than an hour or kLeastSamples samples, and if the line
  // explains less than half of the variation of the numbers. `interval`: in hours, between two
  // samples.
  [[nodiscard]] double slope(double interval) const noexcept;
  // Returns whether samples whose first and last are `between` hours apart stand for kLeastHours.
  // Each one stands for the interval before it, the first one too; intervals vary by a tenth.
  [[nodiscard]] static constexpr bool is_long_enough(double between, double interval) noexcept {
    return between + 1.1 * interval >= kLeastHours;
  }
  static constexpr std::uint64_t kLeastSamples = 20;
  static constexpr double kLeastHours = 1;
  static constexpr double kLeastFit = 0.5;  // r squared

 private:
  std::uint64_t count_ = 0;
  double first_hours_ = 0;
  double last_hours_ = 0;
  double mean_hours_ = 0;
  double mean_ = 0;
  double hours_squares_ = 0;  // sums of squares and products of the deviations from the means
  double squares_ = 0;
  double products_ = 0;
};

// Value that is fed sample by sample; memory is bounded, however long the log is.
class TimeSeries {
 public:
  // For `rule` on a machine; all three must outlive it.
  TimeSeries(const Rule& rule, const Facts& facts, const MachineShape& shape);
  // Begins that of another instance of the rule, and keeps the memory for its samples.
  void restart(const Facts& facts, const MachineShape& shape);

  // A sample, in the order of the log. held: one for each condition of the rule, in their order.
  void add(const Moment& moment, std::span<const bool> held);
  // Judges the remaining samples. No add() after it.
  void finish();

  // Returns whether some level fired, or was exceeded for a short time where that is worth a note.
  // After finish().
  [[nodiscard]] bool has_finding() const;
  // Its numbers; the caller adds names, shares and time series. Only if has_finding().
  [[nodiscard]] Finding finding() const;
  [[nodiscard]] std::uint64_t samples() const noexcept { return count_; }

 private:
  // For a rule that judges the log as a whole.
  struct Whole {
    explicit Whole(const Rule& rule);
    void restart();
    struct Held {
      SampleStatistics statistics;
      ValueDistribution distribution{kExactValues};
    };
    bool has_percentiles;
    std::vector<Held> held;  // one per condition
    LinearTrend trend;
    std::vector<FindingLevel> fired;
    FindingRun run;
  };
  [[nodiscard]] StretchRules stretch_rules(std::size_t level) const;
  [[nodiscard]] LevelNumbers known_numbers() const;
  void add_to_whole(const Moment& moment, std::span<const bool> held);
  void judge_whole();
  [[nodiscard]] double slope() const noexcept;
  [[nodiscard]] std::optional<std::size_t> fired_level() const;
  [[nodiscard]] bool is_spike() const;

  static constexpr std::size_t kExactValues = 256;  // of percentiles

  const Rule* rule_;
  const Facts* facts_;
  const MachineShape* shape_;
  FileTime hold_ = 0;
  std::vector<LevelStretches> levels_;
  std::unique_ptr<Whole> whole_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double minimum_ = kNoNumber;
  double maximum_ = kNoNumber;
};

// Value that is fed sample by sample; it has at most kMostPoints points.
class TimeSeriesTrace {
 public:
  // Covers the time of `shape`, which must outlive it.
  explicit TimeSeriesTrace(const MachineShape& shape) : shape_(&shape) {}
  void add(const Moment& moment);
  [[nodiscard]] const std::vector<TimeSeriesPoint>& points() const noexcept { return points_; }

 private:
  [[nodiscard]] std::size_t part_of(FileTime time) const noexcept;

  static constexpr std::size_t kPoints = 240;  // parts of the log, each of which is a point
  static constexpr std::size_t kMostPoints = 4 * kPoints;  // if the clock was set back

  const MachineShape* shape_;
  FileTime last_time_ = 0;
  std::size_t last_part_ = 0;
  std::size_t furthest_part_ = 0;
  std::vector<TimeSeriesPoint> points_;
};

}  // namespace openperflib
