// ShortLives: a scripted machine on which a process begins in the middle of each second, uses 0.3 s
// and is gone a second later. It is not installed.
#pragma once

#include <cstdint>
#include <memory>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/machines/scripted_source.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::short_lives {

// What a second of it has: both processors are half busy, so 100 % of one is used. db takes 20 %,
// the process that began within it 30 %, and nobody has the other 50 %.
inline constexpr double kUsed = 100;
inline constexpr double kByProcesses = 50;
inline constexpr double kForks = 154;

enum class Counts : std::uint8_t { all, without_forks };

// `seconds`: since the machine was started.
inline void write(TestBlock& block, std::uint64_t seconds, Counts counts = Counts::all) {
  constexpr std::uint64_t kTicks = kTicksPerSecond;
  const auto boot = static_cast<std::uint64_t>(TestBlock::kEpoch);
  // A start that is not a multiple of a tick of Linux is exact.
  const std::uint64_t start = boot + seconds * kTicks - kTicks / 2 + 1;
  block.object(title::kProcess, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("Idle", {seconds * kTicks, boot, 0});
  block.instance("db", {seconds * (kTicks / 5), boot + 1, 10});
  block.instance("short", {3 * kTicks / 10, start, 1000 + seconds});
  block.instance("_Total", {2 * seconds * kTicks, boot + seconds * kTicks, 0});
  block.object(title::kProcessor, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER_INV}});
  for (const std::string_view name : {"0", "1", "_Total"}) {
    block.instance(name, {seconds * (kTicks / 2)});
  }
  if (counts == Counts::without_forks) return;
  block.object(title::kLinuxSystem, {{title::kForksPerSec, PERF_COUNTER_BULK_COUNT}},
               Instances::none);
  block.single({seconds * 154});
}

// A machine that is read as another one.
inline std::unique_ptr<ScriptedSource> machine(Counts counts = Counts::all) {
  auto source = std::make_unique<ScriptedSource>("short");
  source->script().write = [counts](TestBlock& block, std::uint64_t seconds) {
    write(block, seconds, counts);
  };
  return source;
}

}  // namespace openperflib::short_lives
