// The first fifteen counters of Processor, which Processor Information has too, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "openperflib/linux/cpu_file_internal.h"
#include "openperflib/linux/object_table_internal.h"

namespace openperflib::linux_objects {

// Orders of objects.csv.
enum ProcessorOrder : std::size_t {
  kProcessorTime,
  kUserTime,
  kPrivilegedTime,
  kInterrupts,
  kDpcTime,
  kInterruptTime,
  kDpcsQueued,
  kDpcRate,
  kIdleTime,
  kC1Time,
  kC2Time,
  kC3Time,
  kC1Transitions,
  kC2Transitions,
  kC3Transitions,
};
inline constexpr std::uint64_t kLow32Bits = 0xFFFF'FFFF;

// A reading or its reason, into the table.
void set_reading(ObjectTable& table, std::size_t row, std::size_t order, const Reading& reading);
// Whether any of these counters is asked for.
[[nodiscard]] bool wants_any(const Collection& collection, const ObjectTable& table,
                             std::span<const std::size_t> orders) noexcept;

// Reads what those of the fifteen that are asked for need.
void read_processor_counters(Collection& collection, const ObjectTable& table);
// Writes them for stat.cpus[position]; after read_processor_counters.
void set_processor_counters(Collection& collection, ObjectTable& table, std::size_t row,
                            std::size_t position);

// DPCs Queued/sec of a total: the sum over the rows that have one.
void set_dpc_total(ObjectTable& table, std::size_t total, std::span<const std::size_t> rows);
// Interrupts/sec of _Total: the first number of `intr`, which counts what no CPU's column does.
void set_interrupt_total(Collection& collection, ObjectTable& table, std::size_t total);

}  // namespace openperflib::linux_objects
