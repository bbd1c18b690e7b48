#include "apps/perflib/provider/leak_lint.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kWarmUp = 100;
constexpr std::uint32_t kCalls = 1000;
constexpr std::chrono::seconds kLongestTrial{20};  // of all calls together
constexpr std::int64_t kFewHandles = 4;            // opened once, on first use
constexpr std::int64_t kLeastLeak = 8;             // bytes a call: allocations are larger

std::optional<std::int64_t> growth_of(std::uint32_t before, std::uint32_t after) {
  if (before == kNotCounted || after == kNotCounted) return std::nullopt;
  return std::int64_t{after} - std::int64_t{before};
}

// Stacks of threads and a growing heap are mapped memory too: they are named as what they are.
void judge_growth(ModuleReport& report) {
  const ModuleGrowth& growth = *report.growth;
  const auto calls = std::int64_t{growth.calls};
  const bool leaks_heap = growth.heap_bytes.value_or(0) >= calls * kLeastLeak;
  const bool leaks_threads = growth.threads.value_or(0) > kFewHandles;
  const auto found = [&](ModuleRule rule, std::int64_t number, const char* unit) {
    report.add(rule, fmt::format("{} more {} after {} collections", number, unit, calls));
  };
  if (leaks_heap) found(ModuleRule::heap, *growth.heap_bytes, "bytes");
  if (growth.descriptors.value_or(0) > kFewHandles) {
    found(ModuleRule::descriptors, *growth.descriptors, "descriptors");
  }
  if (leaks_threads) found(ModuleRule::threads, *growth.threads, "threads");
  if (!leaks_heap && !leaks_threads && growth.mapped_pages.value_or(0) >= calls / 2) {
    found(ModuleRule::mappings, *growth.mapped_pages, "pages");
  }
}

// Calls once, and counts what the process uses then.
std::optional<HostTrialResult> measure_call(TrialRun& run, const LintQuery& query,
                                            std::uint32_t size) {
  const HostAnswer* const answer = run.collect(query, size, true);
  return answer == nullptr ? std::nullopt : std::optional(answer->trial);
}

// Calls up to `most` times, until `end`; appends how long each call took.
bool repeat(TrialRun& run, const LintQuery& query, std::uint32_t size, std::uint32_t most,
            std::chrono::steady_clock::time_point end, std::vector<std::uint32_t>& times) {
  for (std::uint32_t i = 0; i < most && std::chrono::steady_clock::now() < end; ++i) {
    const HostAnswer* const answer = run.collect(query, size);
    if (answer == nullptr) return false;
    times.push_back(answer->trial.call_us);
  }
  return true;
}

}  // namespace

// Handles are counted after the first call, which may open what is kept; memory after some more.
bool look_for_leaks(TrialRun& run, const LintQuery& query, std::uint32_t buffer_size,
                    ModuleReport& report) {
  const auto end = std::chrono::steady_clock::now() + kLongestTrial;
  std::vector<std::uint32_t> times;
  const auto first = measure_call(run, query, buffer_size);
  if (!first.has_value() || !repeat(run, query, buffer_size, kWarmUp, end, times)) return false;
  if (times.size() < kWarmUp) return true;
  times.clear();
  const auto warm = measure_call(run, query, buffer_size);
  if (!warm.has_value() || !repeat(run, query, buffer_size, kCalls - 1, end, times)) return false;
  const auto last = measure_call(run, query, buffer_size);
  if (!last.has_value()) return false;
  times.push_back(last->call_us);
  std::ranges::sort(times);
  report.median_us = times[times.size() / 2];
  report.growth = {.calls = static_cast<std::uint32_t>(times.size()),
                   .heap_bytes = growth_of(warm->heap_bytes, last->heap_bytes),
                   .descriptors = growth_of(first->descriptors, last->descriptors),
                   .threads = growth_of(first->threads, last->threads),
                   .mapped_pages = growth_of(warm->mapped_pages, last->mapped_pages)};
  judge_growth(report);
  return true;
}

}  // namespace openperflib::apps
