// Analysis: rules over a log, or over samples of a machine, in three passes. The first is
// RecordSurvey, FactFinder and CounterPresence over all records; Analysis judges in the second;
// FindingDetails adds in the third what is only worth collecting for findings.
//
// Source: docs/formats/rules.md; docs/adr/0008-reports-in-three-passes.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openperflib/analysis/counter_presence.h"
#include "openperflib/analysis/facts.h"
#include "openperflib/analysis/finding.h"
#include "openperflib/analysis/record_survey.h"
#include "openperflib/analysis/rule.h"
#include "openperflib/base/workers.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Where the samples are from: texts about the data name it.
enum class SampleOrigin : std::uint8_t { log, machine };

// What the first pass found, and who judges rules side by side; the result is the same with any
// number of workers. Everything it refers to outlives the passes.
struct AnalysisInput {
  std::span<const Rule> rules;
  const CounterPresence& presence;
  const LogShape& shape;
  std::span<const Facts> facts;
  SampleOrigin origin = SampleOrigin::log;
  Workers* workers = nullptr;  // null: one thread does everything
};

// Resource, one thread at a time. Memory: that of the instances that the log has at one time,
// kMostTimeSeries per rule; of instances that are gone only the worst findings are kept.
class Analysis {
 public:
  // The texts of `titles` must outlive it.
  Analysis(const AnalysisInput& input, const TitleTable& titles);
  ~Analysis();

  // A record that is not judged: the first rates are relative to it.
  void take_before(const Record& record);

  // A record of readings of the second pass, in the order of the log.
  void add(FileTime time_local, const Record& record);

  // The result over all records; no add() after it. Findings have neither time series nor culprits
  // yet.
  [[nodiscard]] AnalysisResult result();

  static constexpr std::size_t kMostTimeSeries = 20'000;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The third pass: the time series of findings, and who contributed to them. Resource, one thread at
// a time.
class FindingDetails {
 public:
  // `result` must be that of an Analysis of the same input, and outlive this.
  FindingDetails(const AnalysisInput& input, AnalysisResult& result, const TitleTable& titles);
  ~FindingDetails();

  // Whether there is anything to add: without findings this pass can be skipped.
  [[nodiscard]] bool is_needed() const noexcept;

  // The same records as Analysis had.
  void take_before(const Record& record);
  // A record of the third pass, in the same order as in the second one.
  void add(FileTime time_local, const Record& record);

  // Fills the findings of the result. No add() after it.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
