// State kept per CPU, when CPUs come and go.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "openperflib/linux/cpu/stat_file_internal.h"

namespace openperflib::linux_objects {

// Updates `cpus`, sorted by their member `cpu`, to those of `stat`: a CPU that stays keeps its
// state, a new one starts as Cpu{}.
template <typename Cpu>
void follow_cpu_set(std::vector<Cpu>& cpus, const StatFile& stat) {
  std::vector<Cpu> next;
  for (const CpuTicks& ticks : stat.cpus) {
    const auto known = std::ranges::lower_bound(cpus, ticks.cpu, {}, &Cpu::cpu);
    next.push_back(known != cpus.end() && known->cpu == ticks.cpu ? *known : Cpu{});
    next.back().cpu = ticks.cpu;
  }
  cpus = std::move(next);
}

}  // namespace openperflib::linux_objects
