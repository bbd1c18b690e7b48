// Processor Information: one instance per CPU, "node,i", then "node,_Total" after the CPUs of each
// node, and _Total last. Source: docs/objects/processor.md.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/linux/cpu/processor_counters_internal.h"
#include "openperflib/linux/cpu/processor_nodes_internal.h"
#include "openperflib/linux/cpu/processor_sources_internal.h"
#include "openperflib/linux/cpu/processor_utility_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {

// The throttle counts of all CPUs.
class ProcessorThrottles {
 public:
  void follow_cpus(CollectContext& context);
  [[nodiscard]] Reading rose(CollectContext& context, std::size_t position) {
    return counts_[position].rose(context);
  }

 private:
  std::vector<ThrottleCounts> counts_;
  std::uint64_t cpu_set_number_ = 0;
};

struct ProcessorInformationState {
  ProcessorPlaces places;
  CpuSpeeds speeds;
  ProcessorUtilities utilities;
  ProcessorThrottles throttles;
  std::vector<std::size_t> rows;  // of the CPUs, in the order of their places
};

namespace {

// Orders in objects.csv after the fifteen that Processor has.
enum InformationOrder : std::size_t {
  kParkingStatus = ProcessorInformationRow::kParkingStatus,
  kFrequency = ProcessorInformationRow::kProcessorFrequency,
  kPercentOfMaximum = ProcessorInformationRow::kPercentOfMaximumFrequency,
  kClockInterrupts = ProcessorInformationRow::kClockInterruptsPerSec,
  kAverageIdleTime = ProcessorInformationRow::kAverageIdleTime,
  kIdleBreakEvents = ProcessorInformationRow::kIdleBreakEventsPerSec,
  kPerformance = ProcessorInformationRow::kPercentProcessorPerformance,
  kUtility = ProcessorInformationRow::kPercentProcessorUtility,
  kPrivilegedUtility = ProcessorInformationRow::kPercentPrivilegedUtility,
  kPerformanceLimit = ProcessorInformationRow::kPercentPerformanceLimit,
  kLimitFlags = ProcessorInformationRow::kPerformanceLimitFlags,
};
constexpr std::array<std::size_t, 2> kAllIdleOrders = {kAverageIdleTime, kIdleBreakEvents};
constexpr std::array<std::size_t, 3> kSpeedOrders = {kFrequency, kPercentOfMaximum,
                                                     kPerformanceLimit};
constexpr std::array<std::size_t, 3> kUtilityOrders = {kPerformance, kUtility, kPrivilegedUtility};

// From microseconds: N / base x 100 is then the mean idle period in 100 ns, as on Windows.
constexpr std::uint64_t kMicrosecondsPerUnit = 10;

void set_missing(ObjectTable& table, std::size_t row, std::span<const std::size_t> orders,
                 ReasonId reason) {
  for (const std::size_t order : orders) table.set_missing(row, order, reason);
}

void read_sources(ProcessorInformationState& state, CollectContext& context,
                  const ObjectTable& table) {
  ProcessorSources& sources = processor_sources(context);
  read_processor_counters(context, table);
  state.places.ensure_placed(context);
  if (context.wants(table.object(), kClockInterrupts)) {
    sources.interrupts.ensure_read(context);
  }
  if (wants_any(context, table, kAllIdleOrders)) sources.idles.ensure_read(context);
  const bool utility = wants_any(context, table, kUtilityOrders);
  if (utility || wants_any(context, table, kSpeedOrders)) state.speeds.read(context);
  if (utility) state.utilities.grow(context, state.speeds);
  if (context.wants(table.object(), kLimitFlags)) state.throttles.follow_cpus(context);
}

void set_clock_interrupts(CollectContext& context, ObjectTable& table, std::size_t row,
                          std::uint32_t cpu) {
  Reading clock = std::unexpected(Reasons::kNotAskedFor);
  if (context.wants(table.object(), kClockInterrupts)) {
    clock = processor_sources(context).interrupts.clock(context, cpu);
  }
  if (clock.has_value()) *clock &= kLow32Bits;
  set_reading(table, row, kClockInterrupts, clock);
}

void set_all_idle(CollectContext& context, ObjectTable& table, std::size_t row,
                  std::size_t position) {
  if (!wants_any(context, table, kAllIdleOrders)) {
    return set_missing(table, row, kAllIdleOrders, Reasons::kNotAskedFor);
  }
  const IdleSums& sums = processor_sources(context).idles.sums(position);
  set_reading(table, row, kIdleBreakEvents, sums.all_usage);
  if (!sums.all_time_us.has_value() || !sums.all_usage.has_value()) {
    const Reading& lacking = sums.all_time_us.has_value() ? sums.all_usage : sums.all_time_us;
    return table.set_missing(row, kAverageIdleTime, lacking.error());
  }
  table.set(row, kAverageIdleTime, *sums.all_time_us / kMicrosecondsPerUnit);
  table.set(row, kAverageIdleTime, *sums.all_usage, Part::base);
}

void set_speed(const ProcessorInformationState& state, CollectContext& context, ObjectTable& table,
               std::size_t row, std::size_t position) {
  if (!wants_any(context, table, kSpeedOrders)) {
    return set_missing(table, row, kSpeedOrders, Reasons::kNotAskedFor);
  }
  const CpuSpeed& speed = state.speeds.speed(position);
  set_reading(table, row, kFrequency, speed.frequency_mhz);
  set_reading(table, row, kPercentOfMaximum, speed.percent_of_maximum);
  set_reading(table, row, kPerformanceLimit, speed.percent_limit);
}

void set_utility(const ProcessorInformationState& state, CollectContext& context,
                 ObjectTable& table, std::size_t row, std::size_t position) {
  if (!wants_any(context, table, kUtilityOrders)) {
    return set_missing(table, row, kUtilityOrders, Reasons::kNotAskedFor);
  }
  const ProcessorUtility& utility = state.utilities.utility(position);
  set_reading(table, row, kPerformance, utility.performance);
  set_reading(table, row, kUtility, utility.utility);
  set_reading(table, row, kPrivilegedUtility, utility.privileged);
  const Reading base = milliseconds_since_boot(context);
  for (const std::size_t order : kUtilityOrders) {
    if (table.reason(row, order) != Reasons::kPresent) continue;
    table.set(row, order, base.value_or(0) & kLow32Bits, Part::base);
  }
}

void set_cpu(ProcessorInformationState& state, CollectContext& context, ObjectTable& table,
             std::size_t row, std::size_t position) {
  set_processor_counters(context, table, row, position);
  // Always 0: Linux parks a CPU by taking it offline, and an offline CPU has no instance.
  table.set(row, kParkingStatus, 0);
  set_clock_interrupts(context, table, row, context.stat.cpus[position].cpu);
  set_all_idle(context, table, row, position);
  set_speed(state, context, table, row, position);
  set_utility(state, context, table, row, position);
  const bool wants_flags = context.wants(table.object(), kLimitFlags);
  set_reading(table, row, kLimitFlags,
              wants_flags ? state.throttles.rose(context, position)
                          : std::unexpected(Reasons::kNotAskedFor));
}

std::uint64_t total_of(const ObjectTable& table, std::span<const std::size_t> rows,
                       std::size_t order, Part part) {
  const TotalRule rule = table.total_rule(order);
  Wide sum = 0;
  std::uint64_t flags = 0;
  for (const std::size_t row : rows) {
    sum += table.value(row, order, part);
    flags |= table.value(row, order, part);
  }
  if (rule == TotalRule::flags_or) return flags;
  return static_cast<std::uint64_t>(rule == TotalRule::mean ? sum / rows.size() : sum);
}

// As ObjectTable::add_total, but over some rows only, because the totals of nodes are among them.
void set_total(ObjectTable& table, std::size_t total, std::span<const std::size_t> rows,
               std::size_t order) {
  for (const std::size_t row : rows) {
    const ReasonId missing = table.reason(row, order);
    if (missing != Reasons::kPresent) return table.set_missing(total, order, missing);
  }
  table.set(total, order, total_of(table, rows, order, Part::value));
  table.set(total, order, total_of(table, rows, order, Part::base), Part::base);
}

std::size_t add_total_over(ObjectTable& table, std::string_view name,
                           std::span<const std::size_t> rows) {
  const std::size_t total = table.add_instance(name);
  for (std::size_t order = 0; order < table.object().counters.size(); ++order) {
    if (table.total_rule(order) == TotalRule::no_total) continue;
    set_total(table, total, rows, order);
  }
  set_dpc_total(table, total, rows);
  return total;
}

// The name of an instance; valid until the next call.
template <typename Last>
std::string_view instance_name(CollectContext& context, std::uint32_t node, const Last& last) {
  context.scratch.clear();
  fmt::format_to(std::back_inserter(context.scratch), "{},{}", node, last);
  return context.scratch;
}

// Adds the CPUs of one node and its total.
void add_node(ProcessorInformationState& state, CollectContext& context, ObjectTable& table,
              std::span<const ProcessorPlace> places) {
  const std::size_t first = state.rows.size();
  for (const ProcessorPlace& place : places) {
    // The index shifts when a CPU goes offline, so the number of the CPU is the key.
    const std::uint64_t key = context.stat.cpus[place.position].cpu + 1ULL;
    const auto name = instance_name(context, place.node, place.index);
    state.rows.push_back(table.add_instance(name, key));
    set_cpu(state, context, table, state.rows.back(), place.position);
  }
  const auto rows = std::span<const std::size_t>(state.rows).subspan(first);
  add_total_over(table, instance_name(context, places.front().node, "_Total"), rows);
}

}  // namespace

void ProcessorThrottles::follow_cpus(CollectContext& context) {
  if (cpu_set_number_ == context.stat.cpu_set_number) return;
  cpu_set_number_ = context.stat.cpu_set_number;
  for (ThrottleCounts& counts : counts_) counts.release(context.root);
  std::vector<ThrottleCounts> next;
  for (const CpuTicks& ticks : context.stat.cpus) {
    const auto known = std::ranges::lower_bound(counts_, ticks.cpu, {}, &ThrottleCounts::cpu);
    const bool stays = known != counts_.end() && known->cpu() == ticks.cpu;
    next.emplace_back(ticks.cpu, stays ? &*known : nullptr);
  }
  counts_ = std::move(next);
}

namespace {

void collect_processor_information(ProcessorInformationState& state, CollectContext& context,
                                   ObjectTable& table) {
  context.stat.ensure_read(context);
  read_sources(state, context, table);
  state.rows.clear();
  std::span<const ProcessorPlace> places = state.places.places();
  while (!places.empty()) {
    const std::uint32_t node = places.front().node;
    const auto end = std::ranges::find_if(
        places, [node](const ProcessorPlace& place) { return place.node != node; });
    const auto count = static_cast<std::size_t>(end - places.begin());
    add_node(state, context, table, places.first(count));
    places = places.subspan(count);
  }
  if (state.rows.empty()) return;
  const std::size_t total = add_total_over(table, "_Total", state.rows);
  set_interrupt_total(context, table, total);
}

}  // namespace

std::unique_ptr<Collector> make_processor_information_collector() {
  return make_collector<ProcessorInformationState, collect_processor_information>();
}

}  // namespace openperflib::linux_objects
