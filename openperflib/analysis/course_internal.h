// Course: how one rule's value goes for one instance: slice by slice, and as points of a chart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/analysis/finding.h"
#include "openperflib/counter/value_distribution.h"

namespace openperflib {

// How the log is cut; the same for all courses of an analysis.
struct TimeFrame {
  FileTime first = 0;
  FileTime last = 0;
  std::size_t slices = 1;
  FileTime longest_step = 0;  // between neighbours without a gap; 0: not known

  [[nodiscard]] std::size_t part(FileTime time, std::size_t parts) const noexcept;
  [[nodiscard]] FileTime begin_of(std::size_t slice, std::size_t count) const noexcept;
};

// A least-squares line through the samples. Value.
class LinearTrend {
 public:
  void add(double hours, double number) noexcept;
  // By how much it rises an hour. Unknown for less than an hour or kLeastSamples samples, and where
  // the line explains less than half of what the numbers vary.
  [[nodiscard]] double slope() const noexcept;
  static constexpr std::uint64_t kLeastSamples = 20;
  static constexpr double kLeastHours = 1;
  static constexpr double kLeastFit = 0.5;  // r squared

 private:
  std::uint64_t count_ = 0;
  double first_hours_ = 0;
  double last_hours_ = 0;
  double mean_hours_ = 0;
  double mean_ = 0;
  double hours_squares_ = 0;  // sums of squares and products of what is beside the means
  double squares_ = 0;
  double products_ = 0;
};

// The statistics of those samples of a slice that a condition held for.
class HeldStatistics {
 public:
  enum class Percentiles : std::uint8_t { left_out, kept };  // they cost more than all the rest
  HeldStatistics(std::size_t exact_values, Percentiles percentiles)
      : percentiles_(percentiles), distribution_(exact_values) {}
  void add(double number, double weight);
  [[nodiscard]] std::uint64_t held() const noexcept { return count_; }
  // Fills the statistics' places of `numbers` (rule.h), but for those of the slice: slope, hours,
  // samples.
  void fill(std::span<double> numbers) const;

 private:
  Percentiles percentiles_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double weighted_ = 0;
  double weights_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  double first_ = 0;
  double last_ = 0;
  ValueDistribution distribution_;
};

// One sample of a course.
struct Moment {
  FileTime time = 0;
  double value = kNoNumber;
  double weight = 1;
};

// Value that grows sample by sample. Memory: that of its slices and points, however long the log
// is.
class Course {
 public:
  // How a slice was judged; only those that fired are kept.
  struct Verdict {
    std::uint32_t slice = 0;
    Severity severity = Severity::none;
    bool is_spike = false;
    Statistic judged = Statistic::avg;
    bool is_upper = true;
    double number = kNoNumber;
    double limit = kNoNumber;
  };

  // Of `rule` on a machine; both outlive it, as `frame` does.
  Course(const Rule& rule, const Facts& facts, const TimeFrame& frame);

  // A sample in the order of time; held: a condition each of the rule's, in their order.
  void add(const Moment& moment, std::span<const bool> held);
  // Judges what is left. No add() after it.
  void finish() { close_slice(); }

  // Its numbers and verdicts as a finding; the names are left to whoever knows them.
  [[nodiscard]] Finding finding() const;
  [[nodiscard]] std::span<const Verdict> verdicts() const noexcept { return verdicts_; }
  [[nodiscard]] std::uint64_t samples() const noexcept { return count_; }

 private:
  void close_slice();
  [[nodiscard]] std::vector<HeldStatistics> nothing_held() const;
  void judge(const RuleLevel& level, std::span<double> numbers);
  void add_point(const Moment& moment);
  void add_to_whole(const Moment& moment);
  [[nodiscard]] std::vector<FindingRange> ranges(bool of_spikes) const;

  static constexpr std::size_t kPoints = 240;              // parts of the log, a point each
  static constexpr std::size_t kMostPoints = 4 * kPoints;  // where the clock was set back
  static constexpr std::size_t kExactValues = 256;         // of a slice's percentiles

  const Rule* rule_;
  const Facts* facts_;
  const TimeFrame* frame_;
  std::size_t slices_;
  std::size_t slice_ = 0;
  std::uint64_t in_slice_ = 0;
  std::vector<HeldStatistics> held_;  // a condition each
  std::vector<Verdict> verdicts_;
  LinearTrend trend_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double minimum_ = kNoNumber;
  double maximum_ = kNoNumber;
  FileTime minimum_at_ = 0;
  FileTime maximum_at_ = 0;
  FileTime last_time_ = 0;
  std::size_t last_part_ = 0;
  std::size_t furthest_part_ = 0;
  std::vector<CoursePoint> points_;
};

}  // namespace openperflib
