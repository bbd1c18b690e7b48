#include "openperflib/analysis/analysis.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/analysis/quality_notes_internal.h"
#include "openperflib/analysis/rule_pass_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kHalfRange = std::uint64_t{1} << 31U;
constexpr std::uint64_t kRange = std::uint64_t{1} << 32U;

// Series that are differences of readings. Totals are left out: they fall when one of their parts
// is gone.
std::vector<std::uint32_t> rising_series(const Binding& binding) {
  std::vector<std::uint32_t> rising;
  const auto series = binding.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const bool is_total = series[i].instance.value_or(std::string_view()).ends_with("_Total");
    const bool rises = formula_of(series[i].type).first == FirstOperand::difference;
    if (rises && !is_total) rising.push_back(i);
  }
  return rising;
}

}  // namespace

struct Analysis::State {
  State(const AnalysisInput& given, const TitleTable& titles) : input(given), pass(given, titles) {
    pass.judge_all();
  }
  void note_fall(std::size_t series);

  AnalysisInput input;
  RulePass pass;
  std::vector<std::uint32_t> rising;
  ReadingFaults faults;
};

void Analysis::State::note_fall(std::size_t series) {
  const Query& query = pass.query();
  const RawCounter& older = query.older().counters[series];
  const RawCounter& newer = query.newer().counters[series];
  if (!usable(older.status) || !usable(newer.status) || newer.first >= older.first) return;
  const bool fits = newer.size == sizeof(std::uint32_t) && older.first < kRange;
  const bool is_wrap = fits && newer.first + (kRange - older.first) < kHalfRange;
  std::uint64_t& count = is_wrap ? faults.wraps : faults.resets;
  if (count++ == 0) {
    (is_wrap ? faults.wrap_example : faults.reset_example) = query.binding().path_of(series);
  }
}

Analysis::Analysis(const AnalysisInput& input, const TitleTable& titles)
    : state_(std::make_unique<State>(input, titles)) {}

Analysis::~Analysis() = default;

void Analysis::take_before(const Record& record) { state_->pass.take(record); }

void Analysis::add(FileTime time_local, const Record& record) {
  State& state = *state_;
  state.pass.add(time_local, record);
  if (record.values != nullptr) return;
  if (state.pass.is_newly_bound()) state.rising = rising_series(state.pass.query().binding());
  for (const std::uint32_t series : state.rising) state.note_fall(series);
}

AnalysisResult Analysis::result() {
  State& state = *state_;
  AnalysisResult result{.shape = state.input.shape,
                        .facts = {state.input.facts.begin(), state.input.facts.end()},
                        .quality = quality_notes(state.input.shape, state.input.origin),
                        .outcomes = {}};
  InstanceChanges changes;
  auto time_series = state.pass.time_series().begin();  // after the last rows
  for (const RulePlan& plan : state.pass.plans()) {
    if (!plan.skipped.empty()) {
      result.outcomes.push_back({.rule = plan.rule,
                                 .reason = plan.skipped,
                                 .missing = plan.missing,
                                 .remarks = {},
                                 .findings = {}});
      continue;
    }
    changes.renamed = std::max(changes.renamed, time_series->changes().renamed);
    changes.swapped = std::max(changes.swapped, time_series->changes().swapped);
    changes.left_out = std::max(changes.left_out, time_series->changes().left_out);
    result.outcomes.push_back((time_series++)->outcome());
  }
  add_reading_notes(result.quality, state.faults);
  add_instance_notes(result.quality, changes);
  return result;
}

}  // namespace openperflib
