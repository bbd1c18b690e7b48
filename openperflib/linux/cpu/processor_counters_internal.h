// The first fifteen counters of Processor, which Processor Information also has, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "openperflib/linux/cpu/cpu_file_internal.h"
#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {

// Orders in objects.csv.
enum ProcessorOrder : std::size_t {
  kProcessorTime = ProcessorRow::kPercentProcessorTime,
  kUserTime = ProcessorRow::kPercentUserTime,
  kPrivilegedTime = ProcessorRow::kPercentPrivilegedTime,
  kInterrupts = ProcessorRow::kInterruptsPerSec,
  kDpcTime = ProcessorRow::kPercentDpcTime,
  kInterruptTime = ProcessorRow::kPercentInterruptTime,
  kDpcsQueued = ProcessorRow::kDPCsQueuedPerSec,
  kDpcRate = ProcessorRow::kDpcRate,
  kIdleTime = ProcessorRow::kPercentIdleTime,
  kC1Time = ProcessorRow::kPercentC1Time,
  kC2Time = ProcessorRow::kPercentC2Time,
  kC3Time = ProcessorRow::kPercentC3Time,
  kC1Transitions = ProcessorRow::kC1TransitionsPerSec,
  kC2Transitions = ProcessorRow::kC2TransitionsPerSec,
  kC3Transitions = ProcessorRow::kC3TransitionsPerSec,
};
inline constexpr std::uint64_t kLow32Bits = 0xFFFF'FFFF;

// Adds the instance of a CPU, named by its number; returns its row.
std::size_t add_cpu_instance(ObjectTable& table, std::uint32_t cpu);

// Stores a reading or its reason in the table.
void set_reading(ObjectTable& table, std::size_t row, std::size_t order, const Reading& reading);
// Whether any of these counters is requested.
[[nodiscard]] bool wants_any(const CollectContext& context, const ObjectTable& table,
                             std::span<const std::size_t> orders) noexcept;

// Reads the sources of those of the fifteen counters that are requested.
void read_processor_counters(CollectContext& context, const ObjectTable& table);
// Writes them for stat.cpus[position]; call after read_processor_counters.
void set_processor_counters(CollectContext& context, ObjectTable& table, std::size_t row,
                            std::size_t position);

// Sets DPCs Queued/sec of a total: the sum over the rows that have a value.
void set_dpc_total(ObjectTable& table, std::size_t total, std::span<const std::size_t> rows);
// Sets Interrupts/sec of _Total: the first number of `intr`, which includes interrupts of no CPU.
void set_interrupt_total(CollectContext& context, ObjectTable& table, std::size_t total);

}  // namespace openperflib::linux_objects
