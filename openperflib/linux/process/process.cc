// Process and Process V2: one instance per process, from /proc/PID; Idle and System represent the
// CPUs' idle threads and the kernel's threads. Source: docs/objects/process.md.
#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <optional>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/process/process_cells_internal.h"
#include "openperflib/linux/process/process_state_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {

namespace {

constexpr std::uint32_t kIdleId = 0;
constexpr std::uint64_t kKernelStackBytes = 16384;

// How a number in /proc is converted.
enum class NumberUnit : std::uint8_t { one, kibibytes, ticks_as_100ns, kernel_stacks };

struct NumberTerm {
  ProcessNumber number;
  NumberUnit unit;
};

// Whether a number only grows while a process lives; System keeps the sum of such numbers at its
// maximum.
enum class TermKind : std::uint8_t { level, running_total };

// A counter that is a number in /proc, or the sum of two.
struct ProcessCounter {
  std::uint8_t order;
  TermKind kind;
  std::uint8_t term_count;
  std::array<NumberTerm, 2> terms;
};

constexpr ProcessCounter one_of(std::uint8_t order, TermKind kind, ProcessNumber number,
                                NumberUnit unit) {
  return {order, kind, 1, {NumberTerm{number, unit}, NumberTerm{number, unit}}};
}
constexpr ProcessCounter two_of(std::uint8_t order, TermKind kind, NumberTerm first,
                                NumberTerm second) {
  return {order, kind, 2, {first, second}};
}

using enum ProcessNumber;
using enum NumberUnit;
using enum TermKind;

// order of objects.csv, kind, numbers
constexpr auto kCounters = std::to_array<ProcessCounter>({
    two_of(ProcessRow::kPercentProcessorTime, running_total, {user_ticks, ticks_as_100ns},
           {system_ticks, ticks_as_100ns}),
    one_of(ProcessRow::kPercentUserTime, running_total, user_ticks, ticks_as_100ns),
    one_of(ProcessRow::kPercentPrivilegedTime, running_total, system_ticks, ticks_as_100ns),
    one_of(ProcessRow::kVirtualBytesPeak, level, virtual_peak, kibibytes),
    one_of(ProcessRow::kVirtualBytes, level, virtual_bytes, one),
    two_of(ProcessRow::kPageFaultsPerSec, running_total, {minor_faults, one}, {major_faults, one}),
    one_of(ProcessRow::kWorkingSetPeak, level, resident_peak, kibibytes),
    one_of(ProcessRow::kWorkingSet, level, resident, kibibytes),
    two_of(ProcessRow::kPageFileBytes, level, {anonymous, kibibytes}, {swap, kibibytes}),
    two_of(ProcessRow::kPrivateBytes, level, {anonymous, kibibytes}, {swap, kibibytes}),
    one_of(ProcessRow::kThreadCount, level, threads, one),
    two_of(ProcessRow::kPoolNonpagedBytes, level, {page_tables, kibibytes},
           {threads, kernel_stacks}),
    one_of(ProcessRow::kHandleCount, level, descriptors, one),
    one_of(ProcessRow::kIoReadOperationsPerSec, running_total, read_calls, one),
    one_of(ProcessRow::kIoWriteOperationsPerSec, running_total, write_calls, one),
    two_of(ProcessRow::kIoDataOperationsPerSec, running_total, {read_calls, one},
           {write_calls, one}),
    one_of(ProcessRow::kIoReadBytesPerSec, running_total, read_bytes, one),
    one_of(ProcessRow::kIoWriteBytesPerSec, running_total, write_bytes, one),
    two_of(ProcessRow::kIoDataBytesPerSec, running_total, {read_bytes, one}, {write_bytes, one}),
    one_of(ProcessRow::kWorkingSetPrivate, level, anonymous, kibibytes),
});
static_assert(std::ranges::count(kCounters, running_total, &ProcessCounter::kind) ==
              EndedProcesses::kTotalCount);
// All other counters.
constexpr std::size_t kBusyTime = ProcessRow::kPercentProcessorTime,
                      kPageFileBytesPeak = ProcessRow::kPageFileBytesPeak,
                      kPageFileBytes = ProcessRow::kPageFileBytes,
                      kThreadCount = ProcessRow::kThreadCount,
                      kPriorityBase = ProcessRow::kPriorityBase,
                      kElapsedTime = ProcessRow::kElapsedTime, kIdProcess = ProcessRow::kIdProcess,
                      kCreatingProcessId = ProcessRow::kCreatingProcessId;

// How instances are named: Process V2 has "name:pid", Process may have "name_pid".
enum class InstanceNames : std::uint8_t { program, program_colon_id, program_underscore_id };

InstanceNames names_of_process(const CollectContext& context) noexcept {
  return context.process_names == NameFormat::name_and_id ? InstanceNames::program_underscore_id
                                                          : InstanceNames::program;
}

// Writes the rows of one collection. The same processes give the same rows.
class RowWriter {
 public:
  RowWriter(CollectContext& context, ObjectTable& table, InstanceNames names)
      : context_(context),
        table_(table),
        names_(names),
        scan_(context.processes.state()),
        history_(scan_.history),
        cells_(context, "proc/PID/") {}

  void write_idle();
  void write_system();
  void write_processes();
  void write_total();

 private:
  [[nodiscard]] Cell too_large(NumberTerm term) {
    return cells_.too_large(name_of(file_of(term.number)));
  }
  [[nodiscard]] Cell term_of(const Process& process, NumberTerm term);
  [[nodiscard]] Cell counter_of(const Process& process, const ProcessCounter& row);
  [[nodiscard]] std::optional<std::uint64_t> in_unit(std::uint64_t number,
                                                     NumberUnit unit) const noexcept;
  [[nodiscard]] Cell priority_of(const Process& process);
  [[nodiscard]] Cell parent_of(const Process& process);
  [[nodiscard]] Cell peak_of(Process& process, Cell page_file_bytes);
  [[nodiscard]] Cell idle_time();
  [[nodiscard]] ReasonId reason_not_read(const ProcessCounter& row) const noexcept;
  [[nodiscard]] const Process* find_first_kernel_thread() const noexcept;
  [[nodiscard]] Cell sum_of_kernel_threads(const ProcessCounter& row);

  std::size_t add_instance(std::string_view name, std::uint32_t id, std::uint64_t key);
  std::size_t add_instance(std::string_view name, const Process& process) {
    return add_instance(name, process.id, instance_key(context_, process.start_ticks, process.id));
  }
  void put(std::size_t instance, std::size_t order, Cell cell) noexcept;
  void write_process(Process& process);
  void note_totals(const Process& process, std::size_t instance);
  void write_system_sums(std::size_t instance);

  CollectContext& context_;
  ObjectTable& table_;
  InstanceNames names_;
  ProcessScan::State& scan_;
  ProcessHistory& history_;
  ProcessCells cells_;
};

std::optional<std::uint64_t> RowWriter::in_unit(std::uint64_t number,
                                                NumberUnit unit) const noexcept {
  switch (unit) {
    case one:
      return number;
    case kibibytes:
      return checked_mul(number, std::uint64_t{1024});
    case kernel_stacks:
      return checked_mul(number, kKernelStackBytes);
    case ticks_as_100ns:
      break;
  }
  return cells_.ticks().as_100ns(number);
}

Cell RowWriter::term_of(const Process& process, NumberTerm term) {
  const Cell number = cells_.number_of(process, term.number);
  if (!number.is_present()) return number;
  const auto value = in_unit(number.value, term.unit);
  return value.has_value() ? Cell{*value} : too_large(term);
}

Cell RowWriter::counter_of(const Process& process, const ProcessCounter& row) {
  const Cell first = term_of(process, row.terms[0]);
  if (row.term_count == 1 || !first.is_present()) return first;
  const Cell second = term_of(process, row.terms[1]);
  if (!second.is_present()) return second;
  const auto sum = checked_add(first.value, second.value);
  return sum.has_value() ? Cell{*sum} : too_large(row.terms[0]);
}

Cell RowWriter::priority_of(const Process& process) {
  const Cell policy_cell = cells_.number_of(process, policy);
  if (!policy_cell.is_present()) return policy_cell;
  if (is_real_time(policy_cell.value)) return {kRealTimeBase};
  const Cell nice_cell = cells_.number_of(process, nice);
  if (!nice_cell.is_present()) return nice_cell;
  return {base_of_nice(static_cast<std::int64_t>(nice_cell.value))};
}

Cell RowWriter::parent_of(const Process& process) {
  if (process.reason(ProcessFile::stat) != Reasons::kPresent) {
    return missing(process.reason(ProcessFile::stat));
  }
  return process.first_parent.has_value()
             ? Cell{*process.first_parent}
             : cells_.lacking(name_of(ProcessFile::stat), name_of(parent));
}

Cell RowWriter::peak_of(Process& process, Cell page_file_bytes) {
  if (!page_file_bytes.is_present()) return page_file_bytes;
  process.page_file_peak = std::max(process.page_file_peak.value_or(0), page_file_bytes.value);
  return {*process.page_file_peak};
}

std::size_t RowWriter::add_instance(std::string_view name, std::uint32_t id, std::uint64_t key) {
  if (names_ == InstanceNames::program) return table_.add_instance(name, key);
  context_.scratch.assign(name);
  context_.scratch += names_ == InstanceNames::program_colon_id ? ':' : '_';
  append_number(context_.scratch, id);
  return table_.add_instance(context_.scratch, key);
}

void RowWriter::put(std::size_t instance, std::size_t order, Cell cell) noexcept {
  linux_objects::put(table_, instance, order, cell);
}

void RowWriter::write_process(Process& process) {
  const std::size_t instance = add_instance(process.name, process);
  for (const ProcessCounter& row : kCounters) {
    const Cell cell = counter_of(process, row);
    put(instance, row.order, cell);
    if (row.order == kPageFileBytes) put(instance, kPageFileBytesPeak, peak_of(process, cell));
  }
  put(instance, kPriorityBase, priority_of(process));
  put(instance, kElapsedTime, cells_.start_of(process));
  put(instance, kIdProcess, {process.id});
  put(instance, kCreatingProcessId, parent_of(process));
  note_totals(process, instance);
}

void RowWriter::note_totals(const Process& process, std::size_t instance) {
  EndedProcesses::Totals totals;
  std::size_t next = 0;
  for (const ProcessCounter& row : kCounters) {
    if (row.kind != running_total) continue;
    if (table_.reason(instance, row.order) == Reasons::kPresent) {
      totals[next] = table_.value(instance, row.order);
    }
    ++next;
  }
  history_.ended.see(process.id, process.start_ticks, totals);
}

void RowWriter::write_processes() {
  history_.ended.begin(follow_boot(context_, history_.boot_time));
  const bool is_folded = context_.kernel_threads == KernelThreads::merged;
  for (const auto& process : scan_.processes) {
    const bool is_in_system = is_folded && process->is_kernel_thread;
    if (process->is_alive && !is_in_system) write_process(*process);
  }
  history_.ended.finish();
}

ReasonId RowWriter::reason_not_read(const ProcessCounter& row) const noexcept {
  const ProcessFile file = file_of(row.terms[0].number);
  const bool is_read = file == ProcessFile::stat || scan_.files.has(file);
  return is_read ? Reasons::kPresent : Reasons::kNotAskedFor;
}

Cell RowWriter::idle_time() {
  const StatFile& stat = context_.stat;
  if (stat.failure != Reasons::kPresent) return missing(stat.failure);
  for (const ReasonId reason : stat.idle_reasons) {
    if (reason != Reasons::kPresent) return missing(reason);
  }
  return {std::accumulate(stat.idle_100ns.begin(), stat.idle_100ns.end(), std::uint64_t{0})};
}

// The idle time of the CPUs. It has no files, no memory and no parent, so that 0 is correct there.
void RowWriter::write_idle() {
  const std::size_t instance = add_instance("Idle", kIdleId, 0);
  for (const ProcessCounter& row : kCounters) {
    const ReasonId reason = reason_not_read(row);
    put(instance, row.order, {0, reason});
    if (row.order == kPageFileBytes) put(instance, kPageFileBytesPeak, {0, reason});
  }
  put(instance, kBusyTime, idle_time());
  const std::size_t cpus = context_.stat.cpus.size();  // a machine has at least one
  put(instance, kThreadCount, cpus > 0 ? Cell{cpus} : missing(context_.stat.failure));
  put(instance, kPriorityBase, {});
  put(instance, kElapsedTime, cells_.boot());
  put(instance, kIdProcess, {});
  put(instance, kCreatingProcessId, {});
}

// The thread whose id, start, parent and priority System shows.
const Process* RowWriter::find_first_kernel_thread() const noexcept {
  const auto found = std::ranges::find_if(scan_.processes, [](const auto& process) {
    return process->id == kSystemId && process->is_alive && process->is_kernel_thread;
  });
  return found == scan_.processes.end() ? nullptr : found->get();
}

Cell RowWriter::sum_of_kernel_threads(const ProcessCounter& row) {
  Cell sum;
  for (const auto& process : scan_.processes) {
    if (!process->is_alive || !process->is_kernel_thread) continue;
    const Cell cell = counter_of(*process, row);
    if (!cell.is_present()) return cell;
    const auto more = checked_add(sum.value, cell.value);
    if (!more.has_value()) return too_large(row.terms[0]);
    sum.value = *more;
  }
  if (row.kind == level) return sum;
  std::uint64_t& highest = history_.highest[row.order];
  highest = std::max(highest, sum.value);
  return {highest};
}

void RowWriter::write_system_sums(std::size_t instance) {
  for (const ProcessCounter& row : kCounters) {
    const Cell cell = sum_of_kernel_threads(row);
    put(instance, row.order, cell);
    if (row.order != kPageFileBytes) continue;
    std::uint64_t& highest = history_.highest[kPageFileBytesPeak];
    if (cell.is_present()) highest = std::max(highest, cell.value);
    put(instance, kPageFileBytesPeak, {highest, cell.reason});
  }
}

void RowWriter::write_system() {
  if (!std::ranges::any_of(scan_.processes, [](const auto& process) {
        return process->is_alive && process->is_kernel_thread;
      })) {
    return;
  }
  const Process* first = find_first_kernel_thread();
  const std::size_t instance =
      first == nullptr ? add_instance("System", kSystemId, 0) : add_instance("System", *first);
  write_system_sums(instance);
  put(instance, kIdProcess, {kSystemId});
  const Cell none = missing(context_.reasons.add_file_errno(ENOENT, "proc/2/stat"));
  put(instance, kPriorityBase, first == nullptr ? none : priority_of(*first));
  put(instance, kElapsedTime, first == nullptr ? none : cells_.start_of(*first));
  put(instance, kCreatingProcessId, first == nullptr ? none : parent_of(*first));
}

// The running totals still include ended processes: without them, the totals of the machine would
// decrease whenever a process ends.
void RowWriter::write_total() {
  const std::size_t total = table_.add_total();
  std::size_t next = 0;
  for (const ProcessCounter& row : kCounters) {
    if (row.kind != running_total) continue;
    Cell sum{table_.value(total, row.order), table_.reason(total, row.order)};
    add(sum, {history_.ended.sum(next++)});
    put(total, row.order, sum);
  }
  if (!cells_.boot().is_present()) put(total, kElapsedTime, cells_.boot());
}

}  // namespace

ProcessFiles files_process_needs(const CollectContext& context) noexcept {
  ProcessFiles files;
  for (const TitleIndex title : {title::kProcess, title::kProcessV2}) {
    const CatalogueObject* object = find_catalogue_object(title);
    if (object == nullptr || !context.request.wants_object(title)) continue;
    for (const ProcessCounter& row : kCounters) {
      if (!context.wants(*object, row.order)) continue;
      for (const NumberTerm& term : row.terms) files.add(file_of(term.number));
    }
    if (context.wants(*object, kPageFileBytesPeak)) files.add(ProcessFile::status);
  }
  return files;
}

namespace {

void collect_process_rows(CollectContext& context, ObjectTable& table, InstanceNames names) {
  context.stat.ensure_read(context);
  context.processes.ensure_read(context);
  table.clear();
  if (context.processes.totals().failure != Reasons::kPresent) return;  // no /proc at all
  RowWriter rows(context, table, names);
  rows.write_idle();
  if (context.kernel_threads == KernelThreads::merged) rows.write_system();
  rows.write_processes();
  rows.write_total();
}

// The state of both objects is kept with the processes (ProcessHistory).
void collect_process(CollectContext& context, ObjectTable& table) {
  collect_process_rows(context, table, names_of_process(context));
}

}  // namespace

std::unique_ptr<Collector> make_process_collector() { return make_collector<collect_process>(); }

namespace {

void collect_process_v2(CollectContext& context, ObjectTable& table) {
  collect_process_rows(context, table, InstanceNames::program_colon_id);
}

}  // namespace

std::unique_ptr<Collector> make_process_v2_collector() {
  return make_collector<collect_process_v2>();
}

}  // namespace openperflib::linux_objects
