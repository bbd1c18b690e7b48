// The first rates of processes and threads that began after the record before.
//
// Source: docs/adr/0039-short-lives-are-seen.md.
#include <algorithm>

#include "openperflib/query/query_state_internal.h"

namespace openperflib {
namespace {

// A count or a time that grows from 0 when the process begins. Inverse types do not: they show what
// the process did not use.
bool grows_from_zero(const Formula* formula) noexcept {
  return formula != nullptr && formula->samples == 2 && !formula->never_below_zero &&
         formula->first == FirstOperand::difference;
}

// The ticks of a clock in a time of units of 100 ns; 0: they are not known.
std::uint64_t ticks_of(std::uint64_t elapsed_100ns, std::uint64_t time_base) noexcept {
  constexpr auto kSecond100ns = static_cast<std::uint64_t>(kTicksPerSecond);
  constexpr std::uint64_t kLongest = 1'000'000 * kSecond100ns;
  if (elapsed_100ns > kLongest || time_base > kSecond100ns * kSecond100ns / 100) return 0;
  const std::uint64_t seconds = elapsed_100ns / kSecond100ns;
  return seconds * time_base + elapsed_100ns % kSecond100ns * time_base / kSecond100ns;
}

}  // namespace

void Query::State::find_begun_in_block() {
  const auto bound = binder.series();
  const auto older_positions = older_series_.positions();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const bool is_new = older_positions[i] == OlderSeries::kNone &&
                        bound[i].number != BoundSeries::kNone && grows_from_zero(formulas_[i]);
    if (is_new && layout.has_begun_since(next_layout_, bound[i].place)) first_rates_.push_back(i);
  }
}

std::optional<std::uint64_t> Query::State::clock_before(const RawCounter& newer) const noexcept {
  const auto clock = std::ranges::find(clock_pairs_, newer.second, &ClockPair::newer);
  if (clock == clock_pairs_.end()) return std::nullopt;
  return clock->older;
}

// Where no other series has the clock, it ran as long as the time between the records.
std::optional<std::uint64_t> Query::State::clock_by_time(const RawCounter& reading) const noexcept {
  const auto elapsed = static_cast<std::uint64_t>(newer.time_utc - older.time_utc);
  const std::uint64_t ticks = ticks_of(elapsed, reading.time_base);
  if (ticks == 0 || ticks > reading.second) return std::nullopt;
  return reading.second - ticks;
}

// The rate is over the whole interval: the older clock is that of the record before, not that of
// the start.
bool Query::State::set_first_rate(std::size_t series) noexcept {
  const RawCounter& reading = newer.counters[series];
  if (!usable(reading.status)) return false;
  RawCounter start{
      .time_base = reading.time_base, .size = reading.size, .status = CStatus::valid_data};
  if (formulas_[series]->second == SecondOperand::clock_difference) {
    const auto clock = clock_before(reading).or_else([&] { return clock_by_time(reading); });
    if (!clock.has_value()) return false;
    start.second = *clock;
  }
  older.counters[series] = start;
  return true;
}

void Query::State::set_first_rates_of_block() {
  const auto pair_of = [](std::int64_t before, std::int64_t now) {
    return ClockPair{.older = static_cast<std::uint64_t>(before),
                     .newer = static_cast<std::uint64_t>(now)};
  };
  clock_pairs_.clear();
  clock_pairs_.push_back(pair_of(clocks_before.perf_time, clocks.perf_time));
  clock_pairs_.push_back(pair_of(clocks_before.perf_time_100ns, clocks.perf_time_100ns));
  std::erase_if(first_rates_, [&](std::size_t series) { return !set_first_rate(series); });
}

void Query::State::find_start_series(const Catalog& catalog) {
  started_series_.clear();
  if (!wants_first_rates()) return;
  starts_.assign(catalog, titles);
  const auto bound = binder.series();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (bound[i].number == BoundSeries::kNone || !grows_from_zero(formulas_[i])) continue;
    const std::uint32_t start = starts_.series_of(bound[i].place);
    if (start != LoggedStarts::kNone) started_series_.push_back({.series = i, .start = start});
  }
}

// The clocks of the record before, by what they show now: those of all series that have both
// readings. A log has few clocks.
void Query::State::note_clocks() {
  constexpr std::size_t kMostClocks = 16;
  clock_pairs_.clear();
  for (std::size_t i = 0; i < formulas_.size() && clock_pairs_.size() < kMostClocks; ++i) {
    const Formula* const formula = formulas_[i];
    const bool has_clock = formula != nullptr && formula->second == SecondOperand::clock_difference;
    const RawCounter& before = older.counters[i];
    const RawCounter& now = newer.counters[i];
    if (!has_clock || !usable(before.status) || !usable(now.status)) continue;
    if (!clock_before(now).has_value()) {
      clock_pairs_.push_back({.older = before.second, .newer = now.second});
    }
  }
}

// Whatever an unusable reading was before a process began, it was not one of this process. Where
// only the log can tell, it has to lack the instance, and the path must have been read before.
bool Query::State::has_begun(const StartedSeries& one, const Sample& sample) const noexcept {
  const CStatus before = older.counters[one.series].status;
  const RawCounter& start = sample.counters[one.start];
  if (usable(before) || !usable(start.status)) return false;
  const bool was_absent = before == CStatus::no_instance || before == CStatus::invalid_data;
  switch (classify_start(instant_of(start.first, start.time_base),
                         instant_of(start.second, start.time_base),
                         sample.time_utc - older.time_utc)) {
    case Began::before:
      return false;
    case Began::perhaps:
      return was_absent && takes_before_path[binding.series()[one.series].path] + 1 < takes;
    case Began::after:
      return true;
  }
  return false;
}

void Query::State::set_first_rates_of(const Sample& sample) {
  if (takes < 2) return;
  for (const StartedSeries& one : started_series_) {
    if (has_begun(one, sample)) first_rates_.push_back(one.series);
  }
  if (first_rates_.empty()) return;
  note_clocks();
  std::erase_if(first_rates_, [&](std::size_t series) { return !set_first_rate(series); });
}

}  // namespace openperflib
