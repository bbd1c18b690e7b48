// RulePass: one pass of rules over the records of a log.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/rule_time_series_internal.h"

namespace openperflib {

// Resource, not movable: the time series refer to it.
class RulePass {
 public:
  RulePass(const AnalysisInput& input, const TitleTable& titles);
  RulePass(const RulePass&) = delete;
  RulePass& operator=(const RulePass&) = delete;

  // Judges all rules that the log allows.
  void judge_all();
  // Traces these instances of one rule, by their numbers.
  void trace(std::size_t rule, std::span<const std::uint64_t> serials);

  // A record that is not judged, and one that is.
  void take(const Record& record) { query_.take(record); }
  void add(FileTime time_local, const Record& record);

  [[nodiscard]] const Query& query() const noexcept { return query_; }
  // Whether the last add() bound again.
  [[nodiscard]] bool is_newly_bound() const noexcept { return is_newly_bound_; }
  // The values of the current row, NaN if missing; in the order of the query's series, then sums.
  [[nodiscard]] std::span<const double> numbers() const noexcept { return numbers_; }
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  [[nodiscard]] std::span<const RulePlan> plans() const noexcept { return plans_; }
  [[nodiscard]] std::span<const Facts> facts() const noexcept { return facts_; }
  [[nodiscard]] std::span<const MachineMoment> moments() const noexcept { return moments_; }
  // In the order in which they were requested.
  [[nodiscard]] std::span<RuleTimeSeries> time_series() noexcept { return time_series_; }

 private:
  [[nodiscard]] TimeSeriesInput time_series_input() const { return {facts_, shapes_, moments_}; }
  void bind();
  void fill_numbers();
  void move_clocks(FileTime time_local);

  std::span<const Rule> rules_;
  std::vector<MachineShape> shapes_;
  std::vector<Facts> facts_;  // of the same machines
  std::vector<MachineMoment> moments_;
  Query query_;
  std::vector<RulePlan> plans_;
  std::vector<RuleTimeSeries> time_series_;
  std::vector<RuleTimeSeries::Sum> sums_;
  std::vector<double> numbers_;
  std::vector<std::uint32_t> machine_of_;  // of the query's series, positions in shapes_
  std::uint64_t generation_ = 0;
  bool is_newly_bound_ = false;
  std::uint64_t records_ = 0;
};

}  // namespace openperflib
