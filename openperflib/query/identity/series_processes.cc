#include <algorithm>
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

// Whether its processes are identified by their names alone: those of whole objects have numbers.
bool has_processes(const Catalog::Object& object, const TitleTable& titles) {
  return object.title_index == 0 && (is_called(object.name, title::kProcess, titles) ||
                                     is_called(object.name, title::kProcessV2, titles));
}

std::string key_of(const Catalog::Object& object, const Catalog::Instance& instance) {
  std::string key = folded(object.machine);
  for (const std::string& part :
       {folded(object.name), folded(instance.name), std::to_string(instance.number)}) {
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

// One process may have several instances of the catalog: their names may differ in case.
void LoggedProcesses::add_processes(const Catalog::Object& object) {
  for (const Catalog::Instance& instance : object.instances) {
    const bool is_process = instance.name != "_Total" && !is_idle_process(instance.name);
    if (!is_process) {
      process_of_instance_.push_back(kNone);
      continue;
    }
    const auto next = static_cast<std::uint32_t>(processes_.size());
    const auto [place, is_new] = by_key_.try_emplace(key_of(object, instance), next);
    if (is_new) processes_.push_back({.key = place->first, .last_id = {}, .last_start = {}});
    process_of_instance_.push_back(place->second);
  }
}

void LoggedProcesses::find_series(const Catalog& catalog, const TitleTable& titles) {
  const auto series = catalog.series();
  process_of_.assign(series.size(), kNone);
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const Catalog::Place place = catalog.place_of(i);
    const std::uint32_t first = first_instance_[place.object];
    if (first == kNone || place.instance == Catalog::Place::kNone) continue;
    process_of_[i] = process_of_instance_[first + place.instance];
    if (process_of_[i] != kNone) note_series(series[i], i, titles);
  }
}

void LoggedProcesses::assign(const Catalog& catalog, const TitleTable& titles) {
  std::swap(before_, processes_);
  processes_.clear();
  by_key_.clear();
  process_of_.clear();
  process_of_instance_.clear();
  first_instance_.clear();
  for (const Catalog::Object& object : catalog.objects()) {
    const bool has_any = has_processes(object, titles);
    const auto first = static_cast<std::uint32_t>(process_of_instance_.size());
    first_instance_.push_back(has_any ? first : kNone);
    if (has_any) add_processes(object);
  }
  if (!processes_.empty()) find_series(catalog, titles);
  for (const Process& old : before_) {
    const auto place = by_key_.find(old.key);
    if (place == by_key_.end()) continue;
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
