// Linux Process: what each process does, from /proc/PID/stat. Source: docs/objects/process.md.
#include <algorithm>
#include <array>
#include <string>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/process/process_cells_internal.h"
#include "openperflib/linux/process/process_state_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"
#include "openperflib/titles/meanings/counter_meanings.h"

namespace openperflib::linux_objects {
namespace {

struct LetterOfState {
  char letter;
  ProcessStateNumber number;
};
constexpr auto kLettersOfState = std::to_array<LetterOfState>({
    {'R', ProcessStateNumber::running},
    {'S', ProcessStateNumber::sleeping},
    {'I', ProcessStateNumber::idle},
    {'D', ProcessStateNumber::waiting_for_disk},
    {'T', ProcessStateNumber::stopped},
    {'t', ProcessStateNumber::traced},
    {'Z', ProcessStateNumber::zombie},
    {'X', ProcessStateNumber::ended},
    {'x', ProcessStateNumber::ended},
});

// Writes the rows of one collection.
class LinuxProcessRows {
 public:
  LinuxProcessRows(CollectContext& context, ObjectTable& table)
      : context_(context), table_(table), ticks_(context.user_hz), boot_(boot_of(context)) {}

  void write(const Process& process);

 private:
  [[nodiscard]] Cell lacking(std::string_view word) {
    return missing(context_.reasons.add_lacking("proc/PID/stat", word));
  }
  [[nodiscard]] Cell state_of(const Process& process);
  [[nodiscard]] Cell start_of(const Process& process);

  CollectContext& context_;
  ObjectTable& table_;
  TickLength ticks_;
  Cell boot_;  // as FILETIME
};

Cell LinuxProcessRows::state_of(const Process& process) {
  const ReasonId reason = process.reason(ProcessFile::stat);
  if (reason != Reasons::kPresent) return missing(reason);
  const auto code = process.numbers.get(ProcessNumber::state);
  const auto* const row = std::ranges::find_if(kLettersOfState, [&](const LetterOfState& one) {
    return code == static_cast<unsigned char>(one.letter);
  });
  if (row == kLettersOfState.end()) return lacking("state");
  return {static_cast<std::uint64_t>(row->number)};
}

Cell LinuxProcessRows::start_of(const Process& process) {
  const ReasonId reason = process.reason(ProcessFile::stat);
  if (reason != Reasons::kPresent) return missing(reason);
  const auto ticks = process.numbers.get(ProcessNumber::start_ticks);
  if (!ticks.has_value()) return lacking("starttime");
  const auto since_boot = ticks_.as_100ns(*ticks);
  if (!boot_.is_present()) return boot_;
  const auto start = since_boot.has_value() ? checked_add(boot_.value, *since_boot) : std::nullopt;
  if (start.has_value()) return {*start};
  return missing(
      context_.reasons.add("/proc/PID/stat: a value above 2^64-1", MissingReason::out_of_range));
}

// The key is that of the process in Process: both are the same across collections.
void LinuxProcessRows::write(const Process& process) {
  const std::uint64_t key =
      context_.root.is_live() ? process.start_ticks.value_or(0) << 22 | process.id : 0;
  std::string& name = context_.scratch;
  name.assign(process.name);
  if (context_.process_names == NameFormat::name_and_id) {
    name += '_';
    append_number(name, process.id);
  }
  const std::size_t row = table_.add_instance(name, key);
  put(table_, row, LinuxProcessRow::kIdProcess, {process.id});
  put(table_, row, LinuxProcessRow::kState, state_of(process));
  put(table_, row, LinuxProcessRow::kElapsedTime, start_of(process));
}

// Threads of the kernel that Process folds into System have no state of their own here.
void collect_linux_process(CollectContext& context, ObjectTable& table) {
  context.stat.ensure_read(context);
  context.processes.ensure_read(context);
  table.clear();
  if (context.processes.totals().failure != Reasons::kPresent) return;  // no /proc at all
  const bool is_folded = context.kernel_threads == KernelThreads::merged;
  LinuxProcessRows rows(context, table);
  for (const auto& process : context.processes.state().processes) {
    if (process->is_alive && !(is_folded && process->is_kernel_thread)) rows.write(*process);
  }
}

}  // namespace

std::unique_ptr<Collector> make_linux_process_collector() {
  return make_collector<collect_linux_process>();
}

}  // namespace openperflib::linux_objects
