// Linux System: load, blocked tasks, forks and open files. Source: docs/objects/linux_system.md.
#include <array>

#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::array<std::string_view, kLoadAverages> kLoadFields = {
    "load of 1 minute", "load of 5 minutes", "load of 15 minutes"};

struct LinuxSystemState {
  KeptFile file_nr{"proc/sys/fs/file-nr", FileEnd::short_read};
};

void collect_loads(CollectContext& context, ObjectTable& table) {
  LoadAverageFile& file = context.load_average;
  file.read(context);
  for (std::size_t i = 0; i < kLoadAverages; ++i) {
    file.set(file.numbers().hundredths[i], kLoadFields[i], i, context.reasons, table);
  }
}

void set_stat(const std::optional<std::uint64_t>& number, StatNumber which, std::size_t order,
              const StatFile& stat, ObjectTable& table) {
  if (number.has_value()) return table.set(0, order, *number);
  table.set_missing(0, order, stat.number_reason(which));
}

// "1184  0  9223372036854775807": allocated, always 0, the maximum.
void collect_open_files(KeptFile& file, CollectContext& context, ObjectTable& table) {
  const auto text = context.root.read(file, context.buffer);
  Reasons& reasons = context.reasons;
  if (!text.has_value()) {
    return table.set_missing(0, LinuxSystemRow::kOpenFiles,
                             reasons.add_file_errno(text.error(), file.path()));
  }
  Words words(*text);
  const Word first = words.next_word();
  const auto number = number_in(first.text);
  if (number.has_value()) return table.set(0, LinuxSystemRow::kOpenFiles, *number);
  table.set_missing(
      0, LinuxSystemRow::kOpenFiles,
      reasons.add_bad_word(file.path(), "allocated files", first.offset, number.error()));
}

void collect_linux_system(LinuxSystemState& state, CollectContext& context, ObjectTable& table) {
  collect_loads(context, table);
  StatFile& stat = context.stat;
  stat.ensure_read(context);
  set_stat(stat.processes_blocked, StatNumber::processes_blocked, LinuxSystemRow::kBlockedTasks,
           stat, table);
  set_stat(stat.forks, StatNumber::forks, LinuxSystemRow::kForksPerSec, stat, table);
  collect_open_files(state.file_nr, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_linux_system_collector() {
  return make_collector<LinuxSystemState, collect_linux_system>();
}

}  // namespace openperflib::linux_objects
