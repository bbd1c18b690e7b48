#include <algorithm>

#include "openperflib/linux/cpu/cpu_set_internal.h"
#include "openperflib/linux/cpu/processor_sources_internal.h"

namespace openperflib::linux_objects {

void ProcessorSourcesDeleter::operator()(ProcessorSources* sources) const noexcept {
  delete sources;
}

ProcessorSources& processor_sources(CollectContext& context) {
  auto& sources = context.stat.processor_sources;
  if (sources == nullptr) sources.reset(new ProcessorSources);
  return *sources;
}

void CpuColumnFile::ensure_read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  const auto text = context.root.read(file_, context.buffer);
  failure_ =
      text.has_value() ? Reasons::kPresent : file_reason(context, file_.path(), text.error());
  parse_cpu_columns(text.value_or(std::string_view()), table_);
}

std::expected<const CpuColumn*, ReasonId> CpuColumnFile::column(CollectContext& context,
                                                                std::uint32_t cpu) const {
  if (failure_ != Reasons::kPresent) return std::unexpected(failure_);
  const CpuColumn* found = table_.find(cpu);
  if (found == nullptr)
    return std::unexpected(context.reasons.add_lacking(file_.path(), "column of this CPU"));
  if (!found->fault.has_value()) return found;
  return std::unexpected(file_reason(context, file_.path(), *found->fault));
}

Reading CpuColumnFile::sum(CollectContext& context, std::uint32_t cpu) const {
  const auto found = column(context, cpu);
  if (!found.has_value()) return std::unexpected(found.error());
  return (*found)->sum;
}

Reading CpuColumnFile::clock(CollectContext& context, std::uint32_t cpu) const {
  const auto found = column(context, cpu);
  if (!found.has_value()) return std::unexpected(found.error());
  if (table_.has_clock_row) return (*found)->clock;
  return std::unexpected(context.reasons.add_lacking(file_.path(), "row LOC or arch_timer"));
}

// A CPU that stays keeps its state.
void DpcRates::follow_cpus(const StatFile& stat) {
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  follow_cpu_set(cpus_, stat);
}

Reading DpcRates::advance(CollectContext& context, Cpu& cpu, const Reading& runs) {
  const auto& now_100ns = context.instant.boottime_100ns;
  if (!runs.has_value()) return runs;
  if (!now_100ns.has_value()) {
    return std::unexpected(no_boottime_reason(context));
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

void DpcRates::ensure_computed(CollectContext& context, const CpuColumnFile& softirqs) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  follow_cpus(context.stat);
  for (Cpu& cpu : cpus_) {
    cpu.reading = advance(context, cpu, softirqs.sum(context, cpu.cpu));
  }
}

void CpuIdles::follow_cpus(CollectContext& context) {
  const StatFile& stat = context.stat;
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  for (CpuIdle& cpu : cpus_) cpu.release(context.root);
  cpus_.clear();
  for (const CpuTicks& ticks : stat.cpus) cpus_.emplace_back(context, ticks.cpu);
  sums_.resize(cpus_.size());
}

void CpuIdles::ensure_read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  follow_cpus(context);
  for (std::size_t i = 0; i < cpus_.size(); ++i) cpus_[i].read(context, sums_[i]);
}

}  // namespace openperflib::linux_objects
