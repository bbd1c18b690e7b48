#include <algorithm>

#include "openperflib/linux/cpu_set_internal.h"
#include "openperflib/linux/processor_sources_internal.h"

namespace openperflib::linux_objects {

void ProcessorSourcesDeleter::operator()(ProcessorSources* sources) const noexcept {
  delete sources;
}

ProcessorSources& processor_sources(Collection& collection) {
  auto& sources = collection.stat.processor_sources;
  if (sources == nullptr) sources.reset(new ProcessorSources);
  return *sources;
}

void CpuColumnFile::ensure_read(Collection& collection) {
  if (collection_number_ == collection.number) return;
  collection_number_ = collection.number;
  const auto text = collection.root.read(file_, collection.buffer);
  failure_ =
      text.has_value() ? Reasons::kPresent : file_reason(collection, file_.path(), text.error());
  parse_cpu_columns(text.value_or(std::string_view()), table_);
}

std::expected<const CpuColumn*, ReasonId> CpuColumnFile::column(Collection& collection,
                                                                std::uint32_t cpu) const {
  if (failure_ != Reasons::kPresent) return std::unexpected(failure_);
  const CpuColumn* found = table_.find(cpu);
  if (found == nullptr)
    return std::unexpected(collection.reasons.add_lacking(file_.path(), "column of this CPU"));
  if (!found->fault.has_value()) return found;
  return std::unexpected(file_reason(collection, file_.path(), *found->fault));
}

Reading CpuColumnFile::sum(Collection& collection, std::uint32_t cpu) const {
  const auto found = column(collection, cpu);
  if (!found.has_value()) return std::unexpected(found.error());
  return (*found)->sum;
}

Reading CpuColumnFile::clock(Collection& collection, std::uint32_t cpu) const {
  const auto found = column(collection, cpu);
  if (!found.has_value()) return std::unexpected(found.error());
  if (table_.has_clock_row) return (*found)->clock;
  return std::unexpected(collection.reasons.add_lacking(file_.path(), "row LOC or arch_timer"));
}

// A CPU that stays keeps its state.
void DpcRates::follow_cpus(const StatFile& stat) {
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  follow_cpu_set(cpus_, stat);
}

Reading DpcRates::advance(Collection& collection, Cpu& cpu, const Reading& runs) {
  const auto& now_100ns = collection.instant.boottime_100ns;
  if (!runs.has_value()) return runs;
  if (!now_100ns.has_value()) {
    return std::unexpected(no_boottime_reason(collection));
  }
  const auto runs_32 = static_cast<std::uint32_t>(*runs);
  const bool is_later = cpu.when_100ns.has_value() && *now_100ns > *cpu.when_100ns;
  if (is_later) {
    // x 15.625 / ms, both times 10,000: the 32-bit product stays far below 2^64.
    const std::uint64_t gained = static_cast<std::uint32_t>(runs_32 - cpu.runs);
    cpu.rate = gained * 156'250 / static_cast<std::uint64_t>(*now_100ns - *cpu.when_100ns);
  }
  if (is_later || !cpu.when_100ns.has_value()) {
    cpu.runs = runs_32;
    cpu.when_100ns = *now_100ns;
  }
  if (cpu.rate.has_value()) return *cpu.rate;
  return std::unexpected(Reasons::kFirstCollection);
}

void DpcRates::ensure_computed(Collection& collection, const CpuColumnFile& softirqs) {
  if (collection_number_ == collection.number) return;
  collection_number_ = collection.number;
  follow_cpus(collection.stat);
  for (Cpu& cpu : cpus_) {
    cpu.reading = advance(collection, cpu, softirqs.sum(collection, cpu.cpu));
  }
}

void CpuIdles::follow_cpus(Collection& collection) {
  const StatFile& stat = collection.stat;
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  for (CpuIdle& cpu : cpus_) cpu.release(collection.root);
  cpus_.clear();
  for (const CpuTicks& ticks : stat.cpus) cpus_.emplace_back(collection, ticks.cpu);
  sums_.resize(cpus_.size());
}

void CpuIdles::ensure_read(Collection& collection) {
  if (collection_number_ == collection.number) return;
  collection_number_ = collection.number;
  follow_cpus(collection);
  for (std::size_t i = 0; i < cpus_.size(); ++i) cpus_[i].read(collection, sums_[i]);
}

}  // namespace openperflib::linux_objects
