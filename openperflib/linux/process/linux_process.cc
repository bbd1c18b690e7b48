// Linux Process: what each process does, from /proc/PID/stat. Source: docs/objects/process.md.
#include <algorithm>
#include <array>
#include <string>

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
      : context_(context), table_(table), cells_(context, "proc/PID/") {}

  void write(const Process& process);

 private:
  [[nodiscard]] Cell state_of(const Process& process);

  CollectContext& context_;
  ObjectTable& table_;
  ProcessCells cells_;
};

Cell LinuxProcessRows::state_of(const Process& process) {
  const Cell letter = cells_.number_of(process, ProcessNumber::state);
  if (!letter.is_present()) return letter;
  const auto row = std::ranges::find_if(kLettersOfState, [&](const LetterOfState& one) {
    return letter.value == static_cast<unsigned char>(one.letter);
  });
  if (row == kLettersOfState.end()) return cells_.lacking("stat", "state");
  return {static_cast<std::uint64_t>(row->number)};
}

void LinuxProcessRows::write(const Process& process) {
  std::string& name = context_.scratch;
  name.assign(process.name);
  if (context_.process_names == NameFormat::name_and_id) {
    name += '_';
    append_number(name, process.id);
  }
  const std::size_t row =
      table_.add_instance(name, instance_key(context_, process.start_ticks, process.id));
  put(table_, row, LinuxProcessRow::kIdProcess, {process.id});
  put(table_, row, LinuxProcessRow::kState, state_of(process));
  put(table_, row, LinuxProcessRow::kElapsedTime, cells_.start_of(process));
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
