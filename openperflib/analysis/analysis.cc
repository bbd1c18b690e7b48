#include "openperflib/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostSlices = 30;
constexpr std::uint64_t kRecordsASlice = 3;
constexpr std::uint64_t kHalfRange = std::uint64_t{1} << 31U;
constexpr std::uint64_t kRange = std::uint64_t{1} << 32U;

}  // namespace

struct Analysis::State {
  State(AnalysisInput given, const TitleTable& titles);

  void bind();
  void fill_numbers();
  void note_falls();
  void note_fall(std::size_t series);

  AnalysisInput input;
  TimeFrame frame;
  Query query;
  std::vector<RulePlan> plans;
  std::vector<RuleCourses> rules;  // of those that are not skipped
  std::vector<RuleCourses::Sum> sums;
  std::vector<double> numbers;        // of the row, then of the sums
  std::vector<std::uint32_t> rising;  // series that are differences of readings
  std::uint64_t generation = 0;
  FileTime before = 0;
  bool has_before = false;
  ReadingFaults faults;
};

Analysis::State::State(AnalysisInput given, const TitleTable& titles)
    : input(std::move(given)), query(titles) {
  frame = {.first = input.shape.first_local,
           .last = input.shape.last_local,
           .slices = slices_of(input.shape.records),
           .longest_step = input.shape.longest_step()};
  plans = plan_rules(input, titles, query);
  input.series = {};
  for (const RulePlan& plan : plans) {
    if (plan.skipped.empty()) rules.emplace_back(input.rules[plan.rule], plan, input.facts, frame);
  }
}

void Analysis::State::bind() {
  generation = query.binding().generation();
  sums.clear();
  const BindingIndex index(query.binding());
  for (RuleCourses& rule : rules) rule.bind(index, sums);
  rising.clear();
  const auto series = query.binding().series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    // Sums fall as their parts go.
    const bool is_total = series[i].instance.value_or(std::string_view()).ends_with("_Total");
    const bool rises = formula_of(series[i].type).first == FirstOperand::difference;
    if (rises && !is_total) rising.push_back(i);
  }
}

void Analysis::State::fill_numbers() {
  const auto& values = query.row().values;
  numbers.resize(values.size() + sums.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    numbers[i] = values[i].usable() ? values[i].number : kNoNumber;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    numbers[values.size() + i] = RuleCourses::value_of(sums[i], numbers);
  }
}

void Analysis::State::note_fall(std::size_t series) {
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

void Analysis::State::note_falls() {
  for (const std::uint32_t series : rising) note_fall(series);
}

Analysis::Analysis(AnalysisInput input, const TitleTable& titles)
    : state_(std::make_unique<State>(std::move(input), titles)) {}

Analysis::~Analysis() = default;

std::size_t Analysis::slices_of(std::uint64_t records) noexcept {
  return std::clamp<std::size_t>(records / kRecordsASlice, 1, kMostSlices);
}

void Analysis::take_before(const SeriesCatalog& catalog, const Sample& sample,
                           const Row* calculated) {
  state_->query.take(catalog, sample, calculated);
}

void Analysis::add(FileTime time_local, const SeriesCatalog& catalog, const Sample& sample,
                   const Row* calculated) {
  State& state = *state_;
  state.query.take(catalog, sample, calculated);
  if (state.query.binding().generation() != state.generation) state.bind();
  state.fill_numbers();
  if (calculated == nullptr) state.note_falls();
  const double seconds = state.has_before
                             ? static_cast<double>(time_local - state.before) / kTicksPerSecond
                             : kNoNumber;
  state.before = time_local;
  state.has_before = true;
  for (RuleCourses& rule : state.rules) rule.add(time_local, seconds, state.numbers);
}

AnalysisResult Analysis::result() {
  State& state = *state_;
  AnalysisResult result{.shape = state.input.shape,
                        .slices = state.frame.slices,
                        .facts = state.input.facts,
                        .quality = quality_notes(state.input.shape),
                        .outcomes = {}};
  InstanceChanges changes;
  std::size_t judged = 0;
  for (const RulePlan& plan : state.plans) {
    if (!plan.skipped.empty()) {
      result.outcomes.push_back({.rule = plan.rule, .reason = plan.skipped, .findings = {}});
      continue;
    }
    RuleCourses& rule = state.rules[judged++];
    changes.renamed = std::max(changes.renamed, rule.changes().renamed);
    changes.swapped = std::max(changes.swapped, rule.changes().swapped);
    changes.left_out = std::max(changes.left_out, rule.changes().left_out);
    result.outcomes.push_back(rule.outcome());
  }
  add_reading_notes(result.quality, state.faults);
  add_instance_notes(result.quality, changes);
  return result;
}

}  // namespace openperflib
