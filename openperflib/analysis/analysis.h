// Analysis: rules over a log, in two passes: a LogSurvey, a RecordSurvey and a FactFinder over all
// records, then this one.
//
// Source: docs/formats/rules.md; docs/adr/0008-reports-in-two-passes.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openperflib/analysis/facts.h"
#include "openperflib/analysis/finding.h"
#include "openperflib/analysis/record_survey.h"
#include "openperflib/analysis/rule.h"
#include "openperflib/query/query.h"

namespace openperflib {

// What the first pass found.
struct AnalysisInput {
  std::span<const Rule> rules;     // outlive the analysis
  std::span<const Series> series;  // of the whole log; not looked at after the constructor
  LogShape shape;
  std::vector<Facts> facts;
};

// Resource, one thread at a time. Memory: courses of the instances that rules are about,
// kMostCourses a rule.
class Analysis {
 public:
  // The texts of `titles` outlive it.
  Analysis(AnalysisInput input, const TitleTable& titles);
  ~Analysis();

  // A record that is not judged: the first rates are those since it.
  void take_before(const SeriesCatalog& catalog, const Sample& sample, const Row* calculated);

  // A record of the second pass, in the order of the log, as Query::take() has it.
  void add(FileTime time_local, const SeriesCatalog& catalog, const Sample& sample,
           const Row* calculated);

  // Of all records; no add() after it.
  [[nodiscard]] AnalysisResult result();

  // Slices that a log of so many records is cut into: thirty, fewer where they would have less than
  // three records each.
  [[nodiscard]] static std::size_t slices_of(std::uint64_t records) noexcept;

  static constexpr std::size_t kMostCourses = 20'000;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
