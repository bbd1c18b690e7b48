#include "openperflib/view/summary/unattributed_time.h"

#include <algorithm>
#include <array>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/idle_process.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

constexpr std::string_view kProcessorTime = "% Processor Time";

// The sum of the series of one path so far.
struct TimeOfAll {
  std::string_view machine;
  double sum = 0;
  bool has_value = false;
  bool is_whole = true;    // each has a value, and all are of one machine
  bool has_total = false;  // the path also has their total
};

// An instance that this record lacks, such as a processor that went offline, used nothing.
bool is_absent(const RawCounter& reading) noexcept {
  return reading.status == CStatus::no_instance || reading.status == CStatus::invalid_data;
}

void add(const Query& query, std::size_t i, TimeOfAll& all) {
  const Series& series = query.binding().series()[i];
  const Value& value = query.row().values[i];
  if (all.has_value && series.machine != all.machine) all.is_whole = false;
  if (!value.usable()) {
    all.is_whole = all.is_whole && is_absent(query.newer().counters[i]);
    return;
  }
  all.machine = series.machine;
  all.sum += value.number;
  all.has_value = true;
}

bool is_total(const Series& series) { return series.instance.value_or("").ends_with("_Total"); }

bool is_of_every_process(const PathPattern::Request& request) {
  return request.instance.has_value() && request.instance->matches_everything() &&
         request.counter.matches(folded(kProcessorTime), title::kPercentProcessorTime);
}

}  // namespace

bool shows_time_of_processes(std::string_view path) {
  constexpr auto kObjects = std::to_array<std::pair<std::string_view, std::uint32_t>>(
      {{"process", title::kProcess}, {"process v2", title::kProcessV2}});
  const auto pattern = PathPattern::parse(path);
  if (!pattern.has_value() || !pattern->machine().empty()) return false;
  // A path with slashes may be read in several ways: Process/* may also be an object.
  if (std::ranges::all_of(pattern->objects(), &NamePattern::has_wildcards)) return false;
  return std::ranges::any_of(kObjects, [&](const auto& object) {
    return std::ranges::any_of(pattern->requests_for(object.first, object.second),
                               is_of_every_process);
  });
}

bool is_time_of_process(const Series& series) {
  return is_process_object(series.object) && equal_ignoring_case(series.counter, kProcessorTime);
}

// A process whose value is missing is a part of what is not attributed.
std::optional<CpuRemainder> cpu_remainder(const Query& query, const RemainderPaths& paths) {
  TimeOfAll processes;
  TimeOfAll processors;
  CpuRemainder found;
  const auto series = query.binding().series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Series& one = series[i];
    const Value& value = query.row().values[i];
    if (paths.forks == one.path && value.usable()) found.forks_per_second = value.number;
    if (one.path == paths.processors && !is_total(one)) add(query, i, processors);
    if (one.path != paths.processes || !is_time_of_process(one)) continue;
    const bool is_nobody = is_total(one) || is_idle_process(one.instance.value_or(""));
    processes.has_total = processes.has_total || is_nobody;
    if (!is_nobody && value.usable()) add(query, i, processes);
  }
  if (!processes.has_value || !processes.has_total || !processes.is_whole) return std::nullopt;
  if (!processors.has_value || !processors.is_whole) return std::nullopt;
  if (processors.machine != processes.machine) return std::nullopt;
  found.used = processors.sum;
  found.by_processes = processes.sum;
  return found;
}

}  // namespace openperflib
