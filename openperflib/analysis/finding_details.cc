// The third pass: details that are collected only for findings.
#include <algorithm>
#include <cmath>

#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/contributors_internal.h"
#include "openperflib/analysis/rule_pass_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostWithCulprits = 12;  // findings of a rule

}  // namespace

struct FindingDetails::State {
  State(const AnalysisInput& input, AnalysisResult& given, const TitleTable& titles)
      : result(given), pass(input, titles) {}
  void begin(RuleOutcome& outcome);
  void watch_contributors(const RulePlan& plan, Finding& finding);

  struct Watched {
    Finding* finding;
    Contributors contributors;
  };
  AnalysisResult& result;
  RulePass pass;
  std::vector<RuleOutcome*> traced;  // in the order of the pass' time series
  std::vector<Watched> watched;
};

void FindingDetails::State::begin(RuleOutcome& outcome) {
  std::vector<std::uint64_t> serials;
  const RulePlan& plan = pass.plans()[outcome.rule];
  for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
    Finding& finding = outcome.findings[i];
    serials.push_back(finding.serial);
    if (i < kMostWithCulprits && !finding.is_spike) watch_contributors(plan, finding);
  }
  pass.trace(outcome.rule, serials);
  traced.push_back(&outcome);
}

void FindingDetails::State::watch_contributors(const RulePlan& plan, Finding& finding) {
  if (plan.culprits.empty()) return;
  const auto facts = std::ranges::find(pass.facts(), finding.machine, &Facts::machine);
  const auto position = static_cast<std::size_t>(facts - pass.facts().begin());
  watched.push_back({&finding, Contributors(plan, finding.machine, position, finding.worst_run())});
}

FindingDetails::FindingDetails(const AnalysisInput& input, AnalysisResult& result,
                               const TitleTable& titles)
    : state_(std::make_unique<State>(input, result, titles)) {
  for (RuleOutcome& outcome : result.outcomes) {
    if (!outcome.findings.empty()) state_->begin(outcome);
  }
}

FindingDetails::~FindingDetails() = default;

bool FindingDetails::is_needed() const noexcept { return !state_->traced.empty(); }

void FindingDetails::take_before(const Record& record) { state_->pass.take(record); }

void FindingDetails::add(FileTime time_local, const Record& record) {
  State& state = *state_;
  const std::uint64_t number = state.pass.records();
  state.pass.add(time_local, record);
  if (state.watched.empty()) return;
  if (state.pass.is_newly_bound()) {
    const BindingIndex index(state.pass.query().binding());
    for (State::Watched& one : state.watched) one.contributors.bind(index);
  }
  for (State::Watched& one : state.watched) {
    const MachineMoment& moment = state.pass.moments()[one.contributors.machine_position()];
    one.contributors.add(time_local, number, state.pass.numbers(), moment);
  }
}

void FindingDetails::finish() {
  State& state = *state_;
  for (std::size_t i = 0; i < state.traced.size(); ++i) {
    auto traces = state.pass.time_series()[i].traces();
    for (Finding& finding : state.traced[i]->findings)
      finding.time_series = std::move(traces[finding.serial]);
  }
  for (State::Watched& one : state.watched) one.finding->culprits = one.contributors.result();
}

}  // namespace openperflib
