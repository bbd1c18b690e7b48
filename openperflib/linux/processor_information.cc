// Processor Information: one instance per CPU, "node,i", then "node,_Total" after the CPUs of each
// node, and _Total last. Source: docs/objects/processor.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/processor_counters_internal.h"
#include "openperflib/linux/processor_nodes_internal.h"
#include "openperflib/linux/processor_sources_internal.h"
#include "openperflib/linux/processor_utility_internal.h"

namespace openperflib::linux_objects {

// The throttle counts of all CPUs.
class ProcessorThrottles {
 public:
  void follow_cpus(Collection& collection);
  [[nodiscard]] Reading rose(Collection& collection, std::size_t position) {
    return counts_[position].rose(collection);
  }

 private:
  std::vector<ThrottleCounts> counts_;
  std::uint64_t cpu_set_number_ = 0;
};

struct ProcessorInformationMemory {
  ProcessorPlaces places;
  CpuSpeeds speeds;
  ProcessorUtilities utilities;
  ProcessorThrottles throttles;
  std::vector<std::size_t> rows;  // of the CPUs, in the order of their places
};

template <>
void MemoryDeleter<ProcessorInformationMemory>::operator()(
    ProcessorInformationMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<ProcessorInformationMemory> make_processor_information_memory() {
  return MemoryOf<ProcessorInformationMemory>(new ProcessorInformationMemory);
}

namespace {

__extension__ using Wide = unsigned __int128;  // holds the sum of any number of 64-bit values

// Orders in objects.csv after the fifteen that Processor has.
enum InformationOrder : std::size_t {
  kParkingStatus = 16,
  kFrequency,
  kPercentOfMaximum,
  kClockInterrupts = 20,
  kAverageIdleTime,
  kIdleBreakEvents,
  kPerformance,
  kUtility,
  kPrivilegedUtility,
  kPerformanceLimit,
  kLimitFlags,
};
constexpr std::array<std::size_t, 2> kAllIdleOrders = {kAverageIdleTime, kIdleBreakEvents};
constexpr std::array<std::size_t, 3> kSpeedOrders = {kFrequency, kPercentOfMaximum,
                                                     kPerformanceLimit};
constexpr std::array<std::size_t, 3> kUtilityOrders = {kPerformance, kUtility, kPrivilegedUtility};

// From microseconds: N / base x 100 is then the mean idle period in 100 ns, as on Windows.
constexpr std::uint64_t kMicrosecondsPerUnit = 10;

using Memory = ProcessorInformationMemory;

void set_missing(ObjectTable& table, std::size_t row, std::span<const std::size_t> orders,
                 ReasonId reason) {
  for (const std::size_t order : orders) table.set_missing(row, order, reason);
}

void read_sources(Memory& memory, Collection& collection, const ObjectTable& table) {
  ProcessorSources& sources = processor_sources(collection);
  read_processor_counters(collection, table);
  memory.places.ensure_placed(collection);
  if (collection.wants(table.object(), kClockInterrupts)) {
    sources.interrupts.ensure_read(collection);
  }
  if (wants_any(collection, table, kAllIdleOrders)) sources.idles.ensure_read(collection);
  const bool utility = wants_any(collection, table, kUtilityOrders);
  if (utility || wants_any(collection, table, kSpeedOrders)) memory.speeds.read(collection);
  if (utility) memory.utilities.grow(collection, memory.speeds);
  if (collection.wants(table.object(), kLimitFlags)) memory.throttles.follow_cpus(collection);
}

void set_clock_interrupts(Collection& collection, ObjectTable& table, std::size_t row,
                          std::uint32_t cpu) {
  Reading clock = std::unexpected(Reasons::kNotAskedFor);
  if (collection.wants(table.object(), kClockInterrupts)) {
    clock = processor_sources(collection).interrupts.clock(collection, cpu);
  }
  if (clock.has_value()) *clock &= kLow32Bits;
  set_reading(table, row, kClockInterrupts, clock);
}

void set_all_idle(Collection& collection, ObjectTable& table, std::size_t row,
                  std::size_t position) {
  if (!wants_any(collection, table, kAllIdleOrders)) {
    return set_missing(table, row, kAllIdleOrders, Reasons::kNotAskedFor);
  }
  const IdleSums& sums = processor_sources(collection).idles.sums(position);
  set_reading(table, row, kIdleBreakEvents, sums.all_usage);
  if (!sums.all_time_us.has_value() || !sums.all_usage.has_value()) {
    const Reading& lacking = sums.all_time_us.has_value() ? sums.all_usage : sums.all_time_us;
    return table.set_missing(row, kAverageIdleTime, lacking.error());
  }
  table.set(row, kAverageIdleTime, *sums.all_time_us / kMicrosecondsPerUnit);
  table.set(row, kAverageIdleTime, *sums.all_usage, Part::base);
}

void set_speed(const Memory& memory, Collection& collection, ObjectTable& table, std::size_t row,
               std::size_t position) {
  if (!wants_any(collection, table, kSpeedOrders)) {
    return set_missing(table, row, kSpeedOrders, Reasons::kNotAskedFor);
  }
  const CpuSpeed& speed = memory.speeds.speed(position);
  set_reading(table, row, kFrequency, speed.frequency_mhz);
  set_reading(table, row, kPercentOfMaximum, speed.percent_of_maximum);
  set_reading(table, row, kPerformanceLimit, speed.percent_limit);
}

void set_utility(const Memory& memory, Collection& collection, ObjectTable& table, std::size_t row,
                 std::size_t position) {
  if (!wants_any(collection, table, kUtilityOrders)) {
    return set_missing(table, row, kUtilityOrders, Reasons::kNotAskedFor);
  }
  const ProcessorUtility& utility = memory.utilities.utility(position);
  set_reading(table, row, kPerformance, utility.performance);
  set_reading(table, row, kUtility, utility.utility);
  set_reading(table, row, kPrivilegedUtility, utility.privileged);
  const Reading base = milliseconds_since_boot(collection);
  for (const std::size_t order : kUtilityOrders) {
    if (table.reason(row, order) != Reasons::kPresent) continue;
    table.set(row, order, base.value_or(0) & kLow32Bits, Part::base);
  }
}

void set_cpu(Memory& memory, Collection& collection, ObjectTable& table, std::size_t row,
             std::size_t position) {
  set_processor_counters(collection, table, row, position);
  // Always 0: Linux parks a CPU by taking it offline, and an offline CPU has no instance.
  table.set(row, kParkingStatus, 0);
  set_clock_interrupts(collection, table, row, collection.stat.cpus[position].cpu);
  set_all_idle(collection, table, row, position);
  set_speed(memory, collection, table, row, position);
  set_utility(memory, collection, table, row, position);
  const bool wants_flags = collection.wants(table.object(), kLimitFlags);
  set_reading(table, row, kLimitFlags,
              wants_flags ? memory.throttles.rose(collection, position)
                          : std::unexpected(Reasons::kNotAskedFor));
}

std::uint64_t total_of(const ObjectTable& table, std::span<const std::size_t> rows,
                       std::size_t order, Part part) {
  const TotalRule rule = table.object().counters[order].total;
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

std::size_t add_total(ObjectTable& table, std::string_view name,
                      std::span<const std::size_t> rows) {
  const std::size_t total = table.add_instance(name);
  for (std::size_t order = 0; order < table.object().counters.size(); ++order) {
    if (table.object().counters[order].total == TotalRule::no_total) continue;
    set_total(table, total, rows, order);
  }
  set_dpc_total(table, total, rows);
  return total;
}

// The name of an instance; valid until the next call.
template <typename Last>
std::string_view instance_name(Collection& collection, std::uint32_t node, const Last& last) {
  collection.scratch.clear();
  fmt::format_to(std::back_inserter(collection.scratch), "{},{}", node, last);
  return collection.scratch;
}

// Adds the CPUs of one node and its total.
void add_node(Memory& memory, Collection& collection, ObjectTable& table,
              std::span<const ProcessorPlace> places) {
  const std::size_t first = memory.rows.size();
  for (const ProcessorPlace& place : places) {
    // The index shifts when a CPU goes offline, so the number of the CPU is the key.
    const std::uint64_t key = collection.stat.cpus[place.position].cpu + 1ULL;
    const auto name = instance_name(collection, place.node, place.index);
    memory.rows.push_back(table.add_instance(name, key));
    set_cpu(memory, collection, table, memory.rows.back(), place.position);
  }
  const auto rows = std::span<const std::size_t>(memory.rows).subspan(first);
  add_total(table, instance_name(collection, places.front().node, "_Total"), rows);
}

}  // namespace

void ProcessorThrottles::follow_cpus(Collection& collection) {
  if (cpu_set_number_ == collection.stat.cpu_set_number) return;
  cpu_set_number_ = collection.stat.cpu_set_number;
  for (ThrottleCounts& counts : counts_) counts.release(collection.root);
  std::vector<ThrottleCounts> next;
  for (const CpuTicks& ticks : collection.stat.cpus) {
    const auto known = std::ranges::lower_bound(counts_, ticks.cpu, {}, &ThrottleCounts::cpu);
    const bool stays = known != counts_.end() && known->cpu() == ticks.cpu;
    next.emplace_back(ticks.cpu, stays ? &*known : nullptr);
  }
  counts_ = std::move(next);
}

void collect_processor_information(ProcessorInformationMemory& memory, Collection& collection,
                                   ObjectTable& table) {
  collection.stat.ensure_read(collection);
  read_sources(memory, collection, table);
  memory.rows.clear();
  std::span<const ProcessorPlace> places = memory.places.places();
  while (!places.empty()) {
    const std::uint32_t node = places.front().node;
    const auto end = std::ranges::find_if(
        places, [node](const ProcessorPlace& place) { return place.node != node; });
    const auto count = static_cast<std::size_t>(end - places.begin());
    add_node(memory, collection, table, places.first(count));
    places = places.subspan(count);
  }
  if (memory.rows.empty()) return;
  const std::size_t total = add_total(table, "_Total", memory.rows);
  set_interrupt_total(collection, table, total);
}

}  // namespace openperflib::linux_objects
