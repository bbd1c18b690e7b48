#include <algorithm>
#include <unordered_map>
#include <utility>

#include "openperflib/query/catalog/idle_process.h"
#include "openperflib/query/identity/series_processes_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// A start on Linux is relative to a boot time in whole seconds, which may slip.
constexpr std::uint64_t kLongestSlipSeconds = 2;

bool is_called(std::string_view name, TitleIndex index, const TitleTable& titles) {
  const auto title = titles.name(index);
  return title.has_value() && equal_ignoring_case(name, *title);
}

// Whether it belongs to a single process that only its name identifies: whole objects have numbers.
bool is_of_a_process(const Series& series, const TitleTable& titles) {
  if (!series.instance.has_value() || series.object_title_index != 0) return false;
  if (*series.instance == "_Total" || is_idle_process(*series.instance)) return false;
  return is_called(series.object, title::kProcess, titles) ||
         is_called(series.object, title::kProcessV2, titles);
}

std::string key_of(const Series& series) {
  std::string key = folded(series.machine);
  for (const std::string& part :
       {folded(series.object), folded(*series.instance), std::to_string(series.instance_number)}) {
    key += '\0';
    key += part;
  }
  return key;
}

std::optional<std::uint64_t> value_in(const Sample& sample, std::uint32_t series) noexcept {
  if (series >= sample.counters.size() || !usable(sample.counters[series].status)) {
    return std::nullopt;
  }
  return sample.counters[series].first;
}

// Takes the value of a sample; returns whether it differs from the one before.
bool take_value(std::optional<std::uint64_t>& last, std::optional<std::uint64_t> now,
                std::uint64_t tolerance) noexcept {
  if (!now.has_value()) return false;
  const std::uint64_t before = std::exchange(last, now).value_or(*now);
  return std::max(before, *now) - std::min(before, *now) > tolerance;
}

}  // namespace

void LoggedProcesses::note_series(const Series& series, std::uint32_t position,
                                  const TitleTable& titles) {
  Process& process = processes_[process_of_[position]];
  if (is_called(series.counter, title::kIdProcess, titles) ||
      is_called(series.counter, title::kProcessId, titles)) {
    process.id = position;
  } else if (is_called(series.counter, title::kElapsedTime, titles)) {
    process.start = position;
  }
}

void LoggedProcesses::assign(const SeriesCatalog& catalog, const TitleTable& titles) {
  std::swap(before_, processes_);
  processes_.clear();
  const auto series = catalog.series();
  process_of_.assign(series.size(), kNone);
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (!is_of_a_process(series[i], titles)) continue;
    const auto next = static_cast<std::uint32_t>(processes_.size());
    const auto [place, is_new] = known.try_emplace(key_of(series[i]), next);
    if (is_new) processes_.push_back({.key = place->first, .last_id = {}, .last_start = {}});
    process_of_[i] = place->second;
    note_series(series[i], i, titles);
  }
  for (const Process& old : before_) {
    const auto place = known.find(old.key);
    if (place == known.end()) continue;
    processes_[place->second].last_id = old.last_id;
    processes_[place->second].last_start = old.last_start;
  }
}

void LoggedProcesses::take(Process& process, const Sample& sample) noexcept {
  const auto id = value_in(sample, process.id);
  const auto start = value_in(sample, process.start);
  const std::uint64_t second = start.has_value() ? sample.counters[process.start].time_base : 0;
  const bool has_other_id = take_value(process.last_id, id, 0);
  const bool has_other_start = take_value(process.last_start, start, kLongestSlipSeconds * second);
  process.is_another = has_other_id || has_other_start;
}

void LoggedProcesses::take(const Sample& sample) noexcept {
  for (Process& process : processes_) take(process, sample);
}

}  // namespace openperflib
