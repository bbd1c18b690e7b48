// RulePass: one pass of rules over the records of a log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/contributors_internal.h"
#include "openperflib/analysis/rule_rows_internal.h"
#include "openperflib/analysis/rule_time_series_internal.h"

namespace openperflib {

// Resource, not movable: the time series refer to it. Records are read and calculated in the thread
// of its caller; each rule takes the rows in their order, side by side with the others if there are
// workers.
class RulePass final : private RuleRows::Takers {
 public:
  RulePass(const AnalysisInput& input, const TitleTable& titles);
  RulePass(const RulePass&) = delete;
  RulePass& operator=(const RulePass&) = delete;

  // What it does with the rows is said before the first one. Judges all rules that the log allows.
  void judge_all();
  // Traces these instances of one rule, by their numbers.
  void trace(std::size_t rule, std::span<const std::uint64_t> serials);
  // Finds those who contributed.
  void watch(Contributors contributors) { contributors_.push_back(std::move(contributors)); }

  // A record that is not judged, and one that is.
  void take(const Record& record) { query_.take(record); }
  void add(FileTime time_local, const Record& record);

  [[nodiscard]] const Query& query() const noexcept { return query_; }
  // Returns whether the last add() bound again.
  [[nodiscard]] bool is_newly_bound() const noexcept { return is_newly_bound_; }
  [[nodiscard]] std::span<const RulePlan> plans() const noexcept { return plans_; }
  [[nodiscard]] std::span<const Facts> facts() const noexcept { return facts_; }
  // After all rows so far, in the order in which they were requested.
  [[nodiscard]] std::span<RuleTimeSeries> time_series();
  [[nodiscard]] std::span<Contributors> contributors();

 private:
  [[nodiscard]] TimeSeriesInput time_series_input() const { return {facts_, shapes_, moments_}; }
  void bind();
  void find_machines();
  void fill_numbers(RuleRow& row);
  void move_first_rates(RuleRow& row) const;
  void move_clocks(FileTime time_local);
  // Sorts the takers by how much they have to do.
  void order_takers();
  [[nodiscard]] std::size_t count() const noexcept override { return takers_.size(); }
  void take_rows(std::size_t taker, std::span<const RuleRow> rows) override;

  std::span<const Rule> rules_;
  std::vector<MachineShape> shapes_;
  std::vector<Facts> facts_;  // of the same machines
  std::vector<MachineMoment> moments_;
  Query query_;
  std::vector<RulePlan> plans_;
  std::vector<RuleTimeSeries> time_series_;
  std::vector<Contributors> contributors_;
  BindingIndex index_;  // of the newest binding
  std::vector<RuleTimeSeries::Sum> sums_;
  // Rules by their position, then contributors. Those with most to do begin first, so that no
  // worker waits long for the last one.
  std::vector<std::uint32_t> takers_;
  std::vector<std::uint32_t> machine_of_;  // of the query's series, positions in shapes_
  std::uint64_t generation_ = 0;
  bool is_newly_bound_ = false;
  std::uint64_t records_ = 0;
  RuleRows rows_;  // last, so that what runs ends first
};

}  // namespace openperflib
