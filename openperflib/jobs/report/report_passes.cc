#include "openperflib/jobs/report/report_passes.h"

#include <optional>
#include <utility>

#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/block_readings.h"
#include "openperflib/view/report/report_overview.h"

namespace openperflib {

struct ReportPasses::State {
  State(const TitleTable& its_titles, std::span<const Rule> its_rules, SampleOrigin its_origin,
        std::vector<GivenFact> its_given, Workers* its_workers)
      : titles(its_titles),
        rules(its_rules),
        origin(its_origin),
        given(std::move(its_given)),
        workers(its_workers),
        counters(rules, titles),
        finder(titles),
        blocks(std::in_place, titles, &decode_code_page) {}

  void survey(const TakenRecord& taken);
  void end_survey();
  [[nodiscard]] bool end_analysis();
  [[nodiscard]] AnalysisInput input() const {
    return {rules, counters, shape, facts, origin, workers};
  }

  TitleTable titles;
  std::span<const Rule> rules;
  SampleOrigin origin;
  std::vector<GivenFact> given;
  Workers* workers;
  CounterPresence counters;
  RecordSurvey records;
  FactFinder finder;
  std::optional<BlockReadings> blocks;  // in the first pass
  LogShape shape;
  std::vector<Facts> facts;
  bool wants_overview = false;
  std::optional<Analysis> analysis;        // the second pass
  std::optional<ReportOverview> overview;  // the same, if it is wanted
  AnalysedRecords found;
  std::optional<FindingDetails> details;  // the third one
};

// Counts do not depend on which series of two blocks are the same: none is bound here.
void ReportPasses::State::survey(const TakenRecord& taken) {
  // Also before the window: the clocks of that record tell of restarts.
  const Record readings = blocks->readings_of(taken.record);
  if (taken.is_before) return;
  counters.add(*readings.catalog);
  records.add(taken.time_local, readings);
  finder.add(*readings.catalog, taken.record);
}

void ReportPasses::State::end_survey() {
  blocks.reset();
  shape = records.result();
  facts = finder.result();
  for (Facts& machine : facts) {
    for (const GivenFact& one : given) machine.set(one.fact, one.number, "as given");
  }
  analysis.emplace(input(), titles);
  if (wants_overview) overview.emplace(shape, titles);
}

bool ReportPasses::State::end_analysis() {
  found = {.objects = counters.objects(), .result = analysis->result()};
  if (overview.has_value()) found.overview = overview->take_panels();
  details.emplace(input(), found.result, titles);
  return details->is_needed();
}

ReportPasses::ReportPasses(const TitleTable& titles, std::span<const Rule> rules,
                           SampleOrigin origin, std::vector<GivenFact> given, Workers* workers)
    : state_(std::make_unique<State>(titles, rules, origin, std::move(given), workers)) {}
ReportPasses::~ReportPasses() = default;

void ReportPasses::want_overview() { state_->wants_overview = true; }

void ReportPasses::take(const TakenRecord& taken) {
  const auto give_to = [&](auto& pass) {
    if (taken.is_before) {
      pass.take_before(taken.record);
    } else {
      pass.add(taken.time_local, taken.record);
    }
  };
  if (state_->details.has_value()) return give_to(*state_->details);
  if (state_->analysis.has_value()) {
    if (state_->overview.has_value()) give_to(*state_->overview);
    return give_to(*state_->analysis);
  }
  state_->survey(taken);
}

bool ReportPasses::end_pass() {
  if (state_->details.has_value()) {
    state_->details->finish();
    return false;
  }
  if (state_->analysis.has_value()) return state_->end_analysis();
  state_->end_survey();
  return true;
}

AnalysedRecords ReportPasses::take_result() { return std::move(state_->found); }

}  // namespace openperflib
