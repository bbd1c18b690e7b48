// System: numbers of the whole machine. Source: docs/objects/system.md.
#include <algorithm>
#include <array>

#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

// Rows of objects.csv.
enum SystemOrder : std::uint16_t {
  kFileReads = SystemRow::kFileReadOperationsPerSec,
  kFileWrites = SystemRow::kFileWriteOperationsPerSec,
  kFileReadBytes = SystemRow::kFileReadBytesPerSec,
  kFileWriteBytes = SystemRow::kFileWriteBytesPerSec,
  kContextSwitches = SystemRow::kContextSwitchesPerSec,
  kFileOperations = SystemRow::kFileDataOperationsPerSec,
  kUpTime = SystemRow::kSystemUpTime,
  kQueueLength = SystemRow::kProcessorQueueLength,
  kProcesses = SystemRow::kProcesses,
  kThreads = SystemRow::kThreads,
};

// Sums over the processes; File Data Operations/sec is the sum of the first two.
struct FileCounter {
  SystemOrder order;
  ProcessNumber number;
};
constexpr auto kFileCounters = std::to_array<FileCounter>({
    {kFileReads, ProcessNumber::read_calls},
    {kFileWrites, ProcessNumber::write_calls},
    {kFileReadBytes, ProcessNumber::read_bytes},
    {kFileWriteBytes, ProcessNumber::write_bytes},
});

void collect_up_time(CollectContext& context, ObjectTable& table) {
  const Instant& now = context.instant;
  if (now.realtime.has_value() && now.boottime_100ns.has_value()) {
    return table.set(0, kUpTime, static_cast<std::uint64_t>(*now.realtime - *now.boottime_100ns));
  }
  table.set_missing(
      0, kUpTime,
      context.reasons.add("no btime in /proc/stat or no /proc/uptime", MissingReason::no_clock));
}

void collect_stat(CollectContext& context, ObjectTable& table) {
  StatFile& stat = context.stat;
  stat.ensure_read(context);
  if (stat.context_switches.has_value()) {
    table.set(0, kContextSwitches, *stat.context_switches);
  } else {
    table.set_missing(0, kContextSwitches, stat.number_reason(StatNumber::context_switches));
  }
  if (stat.processes_running.has_value()) {  // includes running threads
    const std::uint64_t running = *stat.processes_running;
    const std::uint64_t cpus = stat.has_ticks ? stat.cpus.size() : 0;
    table.set(0, kQueueLength, running - std::min(running, cpus));
  } else {
    table.set_missing(0, kQueueLength, stat.number_reason(StatNumber::processes_running));
  }
}

void set_file_counters(const ProcessTotals& totals, ObjectTable& table) {
  for (const FileCounter& counter : kFileCounters) {
    put(table, 0, counter.order, totals.io_sum(counter.number));
  }
  Cell both = totals.io_sum(ProcessNumber::read_calls);
  add(both, totals.io_sum(ProcessNumber::write_calls));
  put(table, 0, kFileOperations, both);
}

bool wants_file_counters(const CollectContext& context, const ObjectTable& table) noexcept {
  return context.wants(table.object(), kFileOperations) ||
         std::ranges::any_of(kFileCounters, [&](const FileCounter& counter) {
           return context.wants(table.object(), counter.order);
         });
}

// Processes are read only if a counter needs them.
void collect_processes(CollectContext& context, ObjectTable& table) {
  const bool wants_files = wants_file_counters(context, table);
  if (!wants_files) set_file_counters({}, table);  // not requested
  if (!wants_files && !context.wants(table.object(), kProcesses)) {
    return table.set_missing(0, kProcesses, Reasons::kNotAskedFor);
  }
  context.processes.ensure_read(context);
  const ProcessTotals& totals = context.processes.totals();
  const auto shown = totals.shown_processes(context);
  if (shown.has_value()) {
    table.set(0, kProcesses, *shown);
  } else {
    table.set_missing(0, kProcesses, shown.error());
  }
  if (wants_files) set_file_counters(totals, table);
}

void collect_system(CollectContext& context, ObjectTable& table) {
  collect_up_time(context, table);
  collect_stat(context, table);
  context.load_average.collect_threads(kThreads, context, table);
  collect_processes(context, table);
}

}  // namespace

std::unique_ptr<Collector> make_system_collector() { return make_collector<collect_system>(); }

}  // namespace openperflib::linux_objects
