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
      : rules(input.rules), result(given), pass(input, titles) {}
  void begin(RuleOutcome& outcome);
  void watch_contributors(const RulePlan& plan, Finding& finding);

  std::span<const Rule> rules;
  AnalysisResult& result;
  RulePass pass;
  std::vector<RuleOutcome*> traced;  // in the order of the pass' time series
  std::vector<Finding*> watched;     // in the order of its contributors
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
  pass.watch(Contributors(rules[plan.rule], plan, *facts, position, finding.worst_run()));
  watched.push_back(&finding);
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
  state_->pass.add(time_local, record);
}

void FindingDetails::finish() {
  State& state = *state_;
  const std::span<RuleTimeSeries> time_series = state.pass.time_series();
  for (std::size_t i = 0; i < state.traced.size(); ++i) {
    auto traces = time_series[i].traces();
    for (Finding& finding : state.traced[i]->findings)
      finding.time_series = std::move(traces[finding.serial]);
  }
  const std::span<Contributors> contributors = state.pass.contributors();
  for (std::size_t i = 0; i < state.watched.size(); ++i) {
    state.watched[i]->culprits = contributors[i].result();
  }
}

}  // namespace openperflib
