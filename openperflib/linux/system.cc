// System: numbers of the whole machine. Source: docs/objects/system.md.
#include <algorithm>
#include <array>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/shared_files_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {
namespace {

// Rows of objects.csv.
enum Order : std::uint16_t {
  kFileReads = 0, kFileWrites = 1, kFileReadBytes = 3, kFileWriteBytes = 4, kContextSwitches = 6,
  kFileOperations = 8, kUpTime = 9, kQueueLength = 10, kProcesses = 11, kThreads = 12,
};

constexpr std::array kFileCounters = {kFileReads, kFileWrites, kFileReadBytes, kFileWriteBytes,
                                      kFileOperations};

}  // namespace

struct SystemMemory {
  // The largest sums so far: a process that exits takes its counts along.
  ProcessTotals::Io most;
};

template <>
void MemoryDeleter<SystemMemory>::operator()(SystemMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<SystemMemory> make_system_memory() { return MemoryOf<SystemMemory>(new SystemMemory); }

namespace {

void collect_up_time(Collection& collection, ObjectTable& table) {
  const Instant& now = collection.instant;
  if (now.realtime.has_value() && now.boottime_100ns.has_value()) {
    return table.set(0, kUpTime, static_cast<std::uint64_t>(*now.realtime - *now.boottime_100ns));
  }
  table.set_missing(0, kUpTime, collection.reasons.add("no btime in /proc/stat or no /proc/uptime"));
}

void collect_stat(Collection& collection, ObjectTable& table) {
  StatFile& stat = collection.stat;
  stat.ensure_read(collection);
  if (stat.context_switches.has_value()) {
    table.set(0, kContextSwitches, *stat.context_switches);
  } else {
    table.set_missing(0, kContextSwitches, stat.number_reason(StatNumber::context_switches));
  }
  if (stat.processes_running.has_value()) {  // those that run are counted too
    const std::uint64_t running = *stat.processes_running;
    const std::uint64_t cpus = stat.has_ticks ? stat.cpus.size() : 0;
    table.set(0, kQueueLength, running - std::min(running, cpus));
  } else {
    table.set_missing(0, kQueueLength, stat.number_reason(StatNumber::processes_running));
  }
}

void collect_threads(Collection& collection, ObjectTable& table) {
  LoadAverageFile& file = collection.shared.load_average;
  file.read(collection);
  file.set(file.numbers().threads, "threads", kThreads, collection.reasons, table);
}

void set_file_counters(const ProcessTotals::Io& most, ObjectTable& table) {
  table.set(0, kFileReads, most.syscr);
  table.set(0, kFileWrites, most.syscw);
  table.set(0, kFileReadBytes, most.rchar);
  table.set(0, kFileWriteBytes, most.wchar);
  table.set(0, kFileOperations, most.syscr + most.syscw);
}

void set_file_counters_missing(ReasonId reason, ObjectTable& table) {
  for (const Order order : kFileCounters) table.set_missing(0, order, reason);
}

void hold(ProcessTotals::Io& most, const ProcessTotals::Io& now) noexcept {
  most.syscr = std::max(most.syscr, now.syscr);
  most.syscw = std::max(most.syscw, now.syscw);
  most.rchar = std::max(most.rchar, now.rchar);
  most.wchar = std::max(most.wchar, now.wchar);
}

// Processes are looked at only where a counter needs them.
void collect_processes(SystemMemory& memory, Collection& collection, ObjectTable& table) {
  const auto wanted = [&](Order order) { return collection.wants(table.object(), order); };
  const bool wants_files = std::ranges::any_of(kFileCounters, wanted);
  if (!wants_files) set_file_counters_missing(Reasons::kNotAskedFor, table);
  if (!wants_files && !wanted(kProcesses)) {
    return table.set_missing(0, kProcesses, Reasons::kNotAskedFor);
  }
  collection.processes.ensure_read(collection);
  const ProcessTotals& totals = collection.processes.totals();
  const auto shown = totals.shown_processes(collection.kernel_threads, collection.reasons);
  if (!shown.has_value()) {
    table.set_missing(0, kProcesses, shown.error());
    if (wants_files) set_file_counters_missing(shown.error(), table);
    return;
  }
  table.set(0, kProcesses, *shown);
  if (!wants_files) return;
  if (totals.user_processes + totals.kernel_threads == 0) {  // the sum of nothing is unknown, not 0
    return set_file_counters_missing(collection.reasons.add("no process in /proc can be read"), table);
  }
  if (!totals.io.has_value()) return set_file_counters_missing(totals.io_reason, table);
  hold(memory.most, *totals.io);
  set_file_counters(memory.most, table);
}

}  // namespace

void collect_system(SystemMemory& memory, Collection& collection, ObjectTable& table) {
  collect_up_time(collection, table);
  collect_stat(collection, table);
  collect_threads(collection, table);
  collect_processes(memory, collection, table);
}

}  // namespace openperflib::linux_objects
