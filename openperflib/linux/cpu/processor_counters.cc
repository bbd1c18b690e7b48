#include <algorithm>
#include <array>
#include <charconv>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/processor_counters_internal.h"
#include "openperflib/linux/cpu/processor_sources_internal.h"

namespace openperflib::linux_objects {
namespace {

// A counter that is a sum of fields of a cpuN line.
struct TickRow {
  std::size_t order;
  std::uint16_t fields;
};
constexpr auto kTickRows = std::to_array<TickRow>({
    {kUserTime, kUserTicks | kNiceTicks},  // includes guest and guest_nice
    {kPrivilegedTime, kSystemTicks | kIrqTicks | kSoftirqTicks},
    {kDpcTime, kSoftirqTicks},
    {kInterruptTime, kIrqTicks},
});

// A counter that is a sum over the idle states of one class.
struct IdleRow {
  std::size_t order;
  std::array<Reading, kIdleClassCount> IdleSums::* sums;
  IdleClass idle_class;
  std::uint64_t unit;  // factor from the kernel's number to the counter's
};
constexpr std::uint64_t kMicrosecondAs100ns = 10;
constexpr auto kIdleRows = std::to_array<IdleRow>({
    {kC1Time, &IdleSums::time_us, IdleClass::c1, kMicrosecondAs100ns},
    {kC2Time, &IdleSums::time_us, IdleClass::c2, kMicrosecondAs100ns},
    {kC3Time, &IdleSums::time_us, IdleClass::c3, kMicrosecondAs100ns},
    {kC1Transitions, &IdleSums::usage, IdleClass::c1, 1},
    {kC2Transitions, &IdleSums::usage, IdleClass::c2, 1},
    {kC3Transitions, &IdleSums::usage, IdleClass::c3, 1},
});
constexpr std::array<std::size_t, 6> kIdleOrders = {kC1Time,        kC2Time,        kC3Time,
                                                    kC1Transitions, kC2Transitions, kC3Transitions};
constexpr std::array<std::size_t, 2> kSoftirqOrders = {kDpcsQueued, kDpcRate};

bool wants(const CollectContext& context, const ObjectTable& table, std::size_t order) noexcept {
  return context.wants(table.object(), order);
}

Reading low_32_bits(Reading reading) noexcept {
  if (reading.has_value()) *reading &= kLow32Bits;
  return reading;
}

Reading reading_of(const StatFile::Time& time) noexcept {
  if (time.reason != Reasons::kPresent) return std::unexpected(time.reason);
  return time.time_100ns;
}

void set_ticks(CollectContext& context, ObjectTable& table, std::size_t row, std::size_t position) {
  const StatFile& stat = context.stat;
  const ReasonId idle_reason = stat.idle_reasons[position];
  const Reading idle = idle_reason == Reasons::kPresent ? Reading(stat.idle_100ns[position])
                                                        : std::unexpected(idle_reason);
  set_reading(table, row, kProcessorTime, idle);
  set_reading(table, row, kIdleTime, idle);
  for (const TickRow& tick_row : kTickRows) {
    set_reading(table, row, tick_row.order,
                reading_of(stat.time(context, position, tick_row.fields)));
  }
}

void set_columns(CollectContext& context, ObjectTable& table, std::size_t row,
                 std::size_t position) {
  const ProcessorSources& sources = processor_sources(context);
  const std::uint32_t cpu = context.stat.cpus[position].cpu;
  const Reading not_asked = std::unexpected(Reasons::kNotAskedFor);
  const bool interrupts = wants(context, table, kInterrupts);
  const bool queued = wants(context, table, kDpcsQueued);
  const bool rate = wants(context, table, kDpcRate);
  set_reading(table, row, kInterrupts,
              interrupts ? low_32_bits(sources.interrupts.sum(context, cpu)) : not_asked);
  set_reading(table, row, kDpcsQueued,
              queued ? low_32_bits(sources.softirqs.sum(context, cpu)) : not_asked);
  set_reading(table, row, kDpcRate,
              rate ? low_32_bits(sources.dpc_rates.rate(position)) : not_asked);
}

Reading times(CollectContext& context, const Reading& reading, std::uint64_t unit) {
  if (!reading.has_value()) return reading;
  const auto product = checked_mul(*reading, unit);
  if (product.has_value()) return *product;
  return std::unexpected(context.reasons.add("the time of idle states is above 2^64-1: cpuidle",
                                             MissingReason::out_of_range));
}

void set_idle_states(CollectContext& context, ObjectTable& table, std::size_t row,
                     std::size_t position) {
  if (!wants_any(context, table, kIdleOrders)) {
    for (const std::size_t order : kIdleOrders) {
      table.set_missing(row, order, Reasons::kNotAskedFor);
    }
    return;
  }
  const IdleSums& sums = processor_sources(context).idles.sums(position);
  for (const IdleRow& idle_row : kIdleRows) {
    const Reading& sum = (sums.*idle_row.sums)[static_cast<std::size_t>(idle_row.idle_class)];
    set_reading(table, row, idle_row.order, times(context, sum, idle_row.unit));
  }
}

}  // namespace

std::size_t add_cpu_instance(ObjectTable& table, std::uint32_t cpu) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, cpu).ptr;
  return table.add_instance({digits, static_cast<std::size_t>(end - digits)});
}

void set_reading(ObjectTable& table, std::size_t row, std::size_t order, const Reading& reading) {
  if (reading.has_value()) {
    table.set(row, order, *reading);
  } else {
    table.set_missing(row, order, reading.error());
  }
}

bool wants_any(const CollectContext& context, const ObjectTable& table,
               std::span<const std::size_t> orders) noexcept {
  return std::ranges::any_of(orders,
                             [&](std::size_t order) { return wants(context, table, order); });
}

void read_processor_counters(CollectContext& context, const ObjectTable& table) {
  ProcessorSources& sources = processor_sources(context);
  if (wants(context, table, kInterrupts)) sources.interrupts.ensure_read(context);
  if (wants_any(context, table, kSoftirqOrders)) sources.softirqs.ensure_read(context);
  if (wants(context, table, kDpcRate)) {
    sources.dpc_rates.ensure_computed(context, sources.softirqs);
  }
  if (wants_any(context, table, kIdleOrders)) sources.idles.ensure_read(context);
}

void set_processor_counters(CollectContext& context, ObjectTable& table, std::size_t row,
                            std::size_t position) {
  set_ticks(context, table, row, position);
  set_columns(context, table, row, position);
  set_idle_states(context, table, row, position);
}

void set_dpc_total(ObjectTable& table, std::size_t total, std::span<const std::size_t> rows) {
  std::uint64_t sum = 0;
  bool any = false;
  for (const std::size_t row : rows) {
    if (table.reason(row, kDpcsQueued) != Reasons::kPresent) continue;
    sum += table.value(row, kDpcsQueued);
    any = true;
  }
  if (any) table.set(total, kDpcsQueued, sum & kLow32Bits);
}

void set_interrupt_total(CollectContext& context, ObjectTable& table, std::size_t total) {
  if (!wants(context, table, kInterrupts)) return;
  const StatFile& stat = context.stat;
  if (stat.interrupts.has_value()) {
    table.set(total, kInterrupts, *stat.interrupts & kLow32Bits);
  } else {
    table.set_missing(total, kInterrupts, stat.number_reason(StatNumber::interrupts));
  }
}

}  // namespace openperflib::linux_objects
