// ReportPasses: the passes of a report over the records of a log or the samples of a machine.
//
// Source: docs/adr/0008-reports-in-three-passes.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/analysis/analysis.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/workers.h"
#include "openperflib/query/record.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/chart/chart.h"

namespace openperflib {

// One record of a log, or one sample of a machine, as a pass takes it.
struct TakenRecord {
  FileTime time_local = 0;
  Record record;           // of readings or values, or a block of a log
  bool is_before = false;  // what the first rates are relative to
};

// A fact about all machines that the user knows. Value.
struct GivenFact {
  Fact fact = {};
  double number = 0;
};

// What the passes found. Value.
struct AnalysedRecords {
  std::vector<std::string> objects;
  AnalysisResult result;
  std::vector<ChartPanel> overview = {};  // of what the machine did, if it was asked for
};

// Resource. The records are read up to three times, each time all of them from the first one on.
class ReportPasses {
 public:
  // The rules, the texts of `titles` and the workers must outlive it. `workers`: null: one thread
  // does everything.
  ReportPasses(const TitleTable& titles, std::span<const Rule> rules, SampleOrigin origin,
               std::vector<GivenFact> given, Workers* workers);
  ~ReportPasses();

  // Asks for the overview, which the second pass makes. Before the first take().
  void want_overview();
  // A record of this pass.
  void take(const TakenRecord& taken);
  // All records were taken. Returns whether they are needed once more.
  [[nodiscard]] bool end_pass();
  // After the last pass. Only once.
  [[nodiscard]] AnalysedRecords take_result();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
