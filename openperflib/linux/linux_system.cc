// Linux System: load, blocked tasks, forks and open files. Source: docs/objects/linux_system.md.
#include <array>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/shared_files_internal.h"
#include "openperflib/linux/stat_file_internal.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// Rows of objects.csv; the load averages are the first three.
enum Order : std::uint16_t { kBlocked = 3, kForks = 4, kOpenFiles = 5 };
constexpr std::array<std::string_view, kLoadAverages> kLoadFields = {
    "load of 1 minute", "load of 5 minutes", "load of 15 minutes"};

}  // namespace

struct LinuxSystemMemory {
  KeptFile file_nr{"proc/sys/fs/file-nr", FileEnd::short_read};
};

template <>
void MemoryDeleter<LinuxSystemMemory>::operator()(LinuxSystemMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<LinuxSystemMemory> make_linux_system_memory() {
  return MemoryOf<LinuxSystemMemory>(new LinuxSystemMemory);
}

namespace {

void collect_loads(Collection& collection, ObjectTable& table) {
  LoadAverageFile& file = collection.shared.load_average;
  file.read(collection);
  for (std::size_t i = 0; i < kLoadAverages; ++i) {
    file.set(file.numbers().hundredths[i], kLoadFields[i], i, collection.reasons, table);
  }
}

void set_stat(const std::optional<std::uint64_t>& number, StatNumber which, Order order,
              const StatFile& stat, ObjectTable& table) {
  if (number.has_value()) return table.set(0, order, *number);
  table.set_missing(0, order, stat.number_reason(which));
}

// "1184  0  9223372036854775807": allocated, always 0, the maximum.
void collect_open_files(KeptFile& file, Collection& collection, ObjectTable& table) {
  const auto text = collection.root.read(file, collection.buffer);
  Reasons& reasons = collection.reasons;
  if (!text.has_value()) {
    return table.set_missing(0, kOpenFiles, reasons.add_file_errno(text.error(), file.path()));
  }
  Words words(*text);
  const Word first = words.next_word();
  const auto number = number_in(first.text);
  if (number.has_value()) return table.set(0, kOpenFiles, *number);
  table.set_missing(
      0, kOpenFiles,
      reasons.add_bad_word(file.path(), "allocated files", first.offset, number.error()));
}

}  // namespace

void collect_linux_system(LinuxSystemMemory& memory, Collection& collection, ObjectTable& table) {
  collect_loads(collection, table);
  StatFile& stat = collection.stat;
  stat.ensure_read(collection);
  set_stat(stat.processes_blocked, StatNumber::processes_blocked, kBlocked, stat, table);
  set_stat(stat.forks, StatNumber::forks, kForks, stat, table);
  collect_open_files(memory.file_nr, collection, table);
}

}  // namespace openperflib::linux_objects
