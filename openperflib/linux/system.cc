// System: numbers of the whole machine. Source: docs/objects/system.md.
#include <algorithm>
#include <array>

#include "openperflib/linux/load_average_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
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
constexpr const char* kLoadAverage = "proc/loadavg";

}  // namespace

struct SystemMemory {
  KeptFile loadavg{kLoadAverage};
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

void collect_threads(SystemMemory& memory, Collection& collection, ObjectTable& table) {
  const auto text = collection.root.read(memory.loadavg, collection.buffer);
  if (!text.has_value()) {
    const ReasonId reason = collection.reasons.add_file_errno(text.error(), kLoadAverage);
    return table.set_missing(0, kThreads, reason);
  }
  const auto threads = parse_threads(*text);
  if (threads.has_value()) return table.set(0, kThreads, *threads);
  table.set_missing(0, kThreads,
                    collection.reasons.add_bad_word(kLoadAverage, "threads", threads.error().offset,
                                                    threads.error().code));
}

// Kernel threads count as the one process that they are shown as.
void collect_process_count(const ProcessTotals& totals, Collection& collection,
                           ObjectTable& table) {
  const bool listed = collection.kernel_threads == KernelThreads::listed;
  const std::uint32_t kernel = listed ? totals.kernel_threads : std::min(totals.kernel_threads, 1U);
  if (totals.failure != Reasons::kPresent) {
    table.set_missing(0, kProcesses, totals.failure);
  } else if (totals.user_processes + kernel == 0) {
    table.set_missing(0, kProcesses, collection.reasons.add("no process in /proc"));
  } else {
    table.set(0, kProcesses, std::uint64_t{totals.user_processes} + kernel);
  }
}

void collect_file_counters(SystemMemory& memory, const ProcessTotals& totals, ObjectTable& table) {
  if (!totals.io.has_value()) {
    const ReasonId reason =
        totals.failure != Reasons::kPresent ? totals.failure : totals.io_reason;
    for (const Order order : kFileCounters) table.set_missing(0, order, reason);
    return;
  }
  ProcessTotals::Io& most = memory.most;
  most.syscr = std::max(most.syscr, totals.io->syscr);
  most.syscw = std::max(most.syscw, totals.io->syscw);
  most.rchar = std::max(most.rchar, totals.io->rchar);
  most.wchar = std::max(most.wchar, totals.io->wchar);
  table.set(0, kFileReads, most.syscr);
  table.set(0, kFileWrites, most.syscw);
  table.set(0, kFileReadBytes, most.rchar);
  table.set(0, kFileWriteBytes, most.wchar);
  table.set(0, kFileOperations, most.syscr + most.syscw);
}

// Processes are looked at only where a counter needs them.
void collect_processes(SystemMemory& memory, Collection& collection, ObjectTable& table) {
  const auto wanted = [&](Order order) { return collection.wants(table.object(), order); };
  const bool wants_files = std::ranges::any_of(kFileCounters, wanted);
  if (!wants_files && !wanted(kProcesses)) {
    table.set_missing(0, kProcesses, Reasons::kNotAskedFor);
  } else {
    collection.processes.ensure_read(collection);
    collect_process_count(collection.processes.totals(), collection, table);
  }
  if (wants_files) {
    collect_file_counters(memory, collection.processes.totals(), table);
  } else {
    for (const Order order : kFileCounters) table.set_missing(0, order, Reasons::kNotAskedFor);
  }
}

}  // namespace

void collect_system(SystemMemory& memory, Collection& collection, ObjectTable& table) {
  collect_up_time(collection, table);
  collect_stat(collection, table);
  collect_threads(memory, collection, table);
  collect_processes(memory, collection, table);
}

}  // namespace openperflib::linux_objects
