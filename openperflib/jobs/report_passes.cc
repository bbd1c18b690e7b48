#include "openperflib/jobs/report_passes.h"

#include <optional>
#include <utility>

namespace openperflib {

struct ReportPasses::State {
  State(const TitleTable& its_titles, std::span<const Rule> its_rules, SampleOrigin its_origin,
        std::vector<GivenFact> its_given)
      : titles(its_titles),
        rules(its_rules),
        origin(its_origin),
        given(std::move(its_given)),
        counters(rules, titles),
        finder(titles) {}

  void survey(const TakenRecord& record);
  void end_survey();
  [[nodiscard]] bool end_analysis();
  [[nodiscard]] AnalysisInput input() const { return {rules, counters, shape, facts, origin}; }

  TitleTable titles;
  std::span<const Rule> rules;
  SampleOrigin origin;
  std::vector<GivenFact> given;
  CounterPresence counters;
  RecordSurvey records;
  FactFinder finder;
  LogShape shape;
  std::vector<Facts> facts;
  std::optional<Analysis> analysis;  // the second pass
  AnalysedRecords found;
  std::optional<FindingDetails> details;  // the third one
};

void ReportPasses::State::survey(const TakenRecord& record) {
  if (record.is_before) return;
  counters.add(record.catalog);
  records.add(record.time_local, record.catalog, record.sample, record.calculated);
  finder.add(record.catalog, record.sample, record.calculated);
}

void ReportPasses::State::end_survey() {
  shape = records.result();
  facts = finder.result();
  for (Facts& machine : facts) {
    for (const GivenFact& one : given) machine.set(one.fact, one.number, "as given");
  }
  analysis.emplace(input(), titles);
}

bool ReportPasses::State::end_analysis() {
  found = {.objects = counters.objects(), .result = analysis->result()};
  details.emplace(input(), found.result, titles);
  return details->is_needed();
}

ReportPasses::ReportPasses(const TitleTable& titles, std::span<const Rule> rules,
                           SampleOrigin origin, std::vector<GivenFact> given)
    : state_(std::make_unique<State>(titles, rules, origin, std::move(given))) {}
ReportPasses::~ReportPasses() = default;

void ReportPasses::take(const TakenRecord& record) {
  const auto give_to = [&](auto& pass) {
    if (record.is_before) {
      pass.take_before(record.catalog, record.sample, record.calculated);
    } else {
      pass.add(record.time_local, record.catalog, record.sample, record.calculated);
    }
  };
  if (state_->details.has_value()) return give_to(*state_->details);
  if (state_->analysis.has_value()) return give_to(*state_->analysis);
  state_->survey(record);
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
