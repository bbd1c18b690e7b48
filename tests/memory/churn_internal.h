// A machine on which processes come and go, sample by sample, and how much memory this program has.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "openperflib/testing/test_block.h"

namespace openperflib::churn {

inline constexpr int kLasting = 50;  // processes that are in every sample
inline constexpr int kPassing = 20;  // that are in one sample each
inline constexpr int kSamples = 3'000;

// Whether processes that pass are called as others before them, or each as no other.
enum class Names : std::uint8_t { again, once };

inline void add_process(TestBlock& block, const std::string& name, std::uint32_t id, int second) {
  const auto value = static_cast<std::uint64_t>(second) * 1'000 + id;
  const auto start = static_cast<std::uint64_t>(TestBlock::kEpoch) + id;
  block.instance(name, {value * 1'000, value, start, id});
}

// The sample of that second.
inline void sample_into(Snapshot& snapshot, int second, Names names) {
  constexpr std::uint32_t kPageFaults = 28;
  constexpr std::uint32_t kProcessorTime = 6;
  TestBlock block((second + 1) * kTicksPerSecond);
  block.object(title::kProcess, {{kProcessorTime, PERF_100NSEC_TIMER},
                                 {kPageFaults, PERF_COUNTER_BULK_COUNT},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (int i = 0; i < kLasting; ++i) {
    add_process(block, "lasting-" + std::to_string(i), static_cast<std::uint32_t>(i + 2), second);
  }
  for (int i = 0; i < kPassing; ++i) {
    const int number = second * kPassing + i;
    const std::string name = names == Names::again ? "sh" : "passing-" + std::to_string(number);
    add_process(block, name, static_cast<std::uint32_t>(1'000 + number), second);
  }
  block.into(snapshot);
}

// Bytes that are allocated; 0 where nobody counts them (under a sanitizer).
inline std::size_t allocated_bytes() noexcept {
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

// What `take` needs after a minute, and after all samples: the most of each of the last sixty.
struct Growth {
  std::size_t after_a_minute = 0;
  std::size_t at_the_end = 0;

  [[nodiscard]] std::int64_t bytes() const noexcept {
    return static_cast<std::int64_t>(at_the_end) - static_cast<std::int64_t>(after_a_minute);
  }
};

inline Growth growth_of(Names names, const std::function<void(const Snapshot&)>& take) {
  Growth growth;
  Snapshot snapshot;
  for (int second = 0; second < kSamples; ++second) {
    sample_into(snapshot, second, names);
    take(snapshot);
    const std::size_t now = allocated_bytes();
    if (second >= 60 && second < 120) growth.after_a_minute = std::max(growth.after_a_minute, now);
    if (second >= kSamples - 60) growth.at_the_end = std::max(growth.at_the_end, now);
  }
  return growth;
}

}  // namespace openperflib::churn
