#include <algorithm>
#include <span>
#include <utility>

#include "openperflib/query/identity/process_objects_internal.h"
#include "openperflib/query/identity/series_processes_internal.h"
#include "openperflib/snapshot/idle_process.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// Returns whether the names of an object and its instances are all that identifies its processes:
// whole objects have numbers.
bool has_processes(const Catalog::Object& object, const TitleTable& titles) {
  return object.title_index == 0 && (is_name_of_title(object.name, title::kProcess, titles) ||
                                     is_name_of_title(object.name, title::kProcessV2, titles));
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

const RawCounter* reading_of(const Sample& sample, std::uint32_t series) noexcept {
  const bool is_there = series < sample.counters.size() && usable(sample.counters[series].status);
  return is_there ? &sample.counters[series] : nullptr;
}

// Takes the fields that were unknown from the current record.
ProcessIdentity completed(ProcessIdentity before, const ProcessIdentity& now) noexcept {
  if (before.pid == 0) before.pid = now.pid;
  if (before.start == 0) before.start = now.start;
  return before;
}

}  // namespace

void LoggedProcesses::note_series(const Series& series, std::uint32_t position,
                                  const TitleTable& titles) {
  Process& process = processes_[process_of_[position]];
  if (is_name_of_title(series.counter, title::kIdProcess, titles) ||
      is_name_of_title(series.counter, title::kProcessId, titles)) {
    process.id = position;
  } else if (is_name_of_title(series.counter, title::kElapsedTime, titles)) {
    process.start = position;
  }
}

// One process may have several instances of the catalog: their names may differ in case.
void LoggedProcesses::add_processes(const Catalog::Object& object) {
  const std::size_t first = processes_.size();
  std::uint32_t idle = kNone;
  for (const Catalog::Instance& instance : object.instances) {
    if (instance.name == "_Total") {
      process_of_instance_.push_back(kNone);
      continue;
    }
    const auto next = static_cast<std::uint32_t>(processes_.size());
    const auto [place, is_new] = by_key_.try_emplace(key_of(object, instance), next);
    const bool is_idle = is_idle_process(instance.name);
    if (is_new) processes_.push_back({.key = place->first, .last = {}, .is_idle = is_idle});
    if (is_idle) idle = place->second;
    process_of_instance_.push_back(place->second);
  }
  for (Process& added : std::span(processes_).subspan(first)) added.idle = idle;
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
    if (place != by_key_.end()) processes_[place->second].last = old.last;
  }
}

void LoggedProcesses::take(Process& process, const Sample& sample) const noexcept {
  ProcessIdentity now = process.last;
  if (const RawCounter* const id = reading_of(sample, process.id)) {
    now.pid = static_cast<std::uint32_t>(id->first);
  }
  if (const RawCounter* const start = reading_of(sample, process.start)) {
    now.start = instant_of(start->first, start->time_base);
  }
  if (process.idle != kNone && !process.is_idle) now.boot = processes_[process.idle].last.start;
  process.is_another =
      !process.is_idle && !is_same_process(completed(process.last, now), now, TimeStep{});
  process.last = now;
}

// Idle has the start of the machine, which those of the other processes are measured from.
void LoggedProcesses::take(const Sample& sample) noexcept {
  for (Process& process : processes_) {
    if (process.is_idle) take(process, sample);
  }
  for (Process& process : processes_) {
    if (!process.is_idle) take(process, sample);
  }
  has_another_ = std::ranges::any_of(processes_, &Process::is_another);
}

}  // namespace openperflib
