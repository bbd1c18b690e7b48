#include <limits>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"
#include "openperflib/linux/cpu/stat_text_internal.h"

namespace openperflib::linux_objects {
namespace {

// A line of an old kernel may lack fields that were added later, from iowait on. Fields that every
// kernel writes are required.
struct TickColumn {
  Field field;
  bool always_written;
};
constexpr std::array<TickColumn, kTickFieldCount> kTickColumns = {{
    {{"cpuN", "user"}, true},
    {{"cpuN", "nice"}, true},
    {{"cpuN", "system"}, true},
    {{"cpuN", "idle"}, true},
    {{"cpuN", "iowait"}, true},
    {{"cpuN", "irq"}, true},
    {{"cpuN", "softirq"}, true},
    {{"cpuN", "steal"}, false},
    {{"cpuN", "guest"}, false},
    {{"cpuN", "guest_nice"}, false},
}};

struct NumberLine {
  std::string_view key;
  Field field;
};
constexpr std::array<NumberLine, kStatNumberCount> kNumberLines = {{
    {"intr", {"line", "intr"}},
    {"ctxt", {"line", "ctxt"}},
    {"btime", {"line", "btime"}},
    {"procs_running", {"line", "procs_running"}},
    {"procs_blocked", {"line", "procs_blocked"}},
    {"processes", {"line", "processes"}},
}};

void forget(StatText& stat) {
  stat.cpus.clear();
  stat.tick_faults.clear();
  for (std::size_t i = 0; i < kStatNumberCount; ++i) {
    stat.numbers[i] = std::unexpected(Error{Errc::missing, 0, &kNumberLines[i].field, 0});
  }
}

// cpu0 8921 87 4594 176839 116 0 17 7 0 0
void parse_ticks(Words line, std::uint32_t cpu, StatText& stat) {
  if (cpu > kHighestCpu || (!stat.cpus.empty() && stat.cpus.back().cpu >= cpu)) return;
  CpuTicks& ticks = stat.cpus.emplace_back();
  ticks.cpu = cpu;
  bool is_cut = false;  // ends before the required fields: missing ones are then unknown, not 0
  for (std::size_t i = 0; i < kTickFieldCount; ++i) {
    const auto number = cpu_number(line.next_word(), kTickColumns[i].field);
    if (number.has_value()) {
      ticks.*kTickMembers[i] = *number;
      continue;
    }
    const bool is_missing = number.error().code == Errc::missing;
    if (is_missing && !is_cut && !kTickColumns[i].always_written) return;
    is_cut = is_cut || is_missing;
    const auto bit = static_cast<std::uint16_t>(1U << i);
    ticks.unreadable = static_cast<std::uint16_t>(ticks.unreadable | bit);
    stat.tick_faults.push_back({cpu, bit, number.error()});
  }
}

void parse_line(Words line, StatText& stat) {
  const std::string_view key = line.next();
  if (const auto cpu = numbered_name(key, "cpu")) return parse_ticks(line, *cpu, stat);
  for (std::size_t i = 0; i < kStatNumberCount; ++i) {
    if (key != kNumberLines[i].key) continue;
    stat.numbers[i] = cpu_number(line.next_word(), kNumberLines[i].field);
    return;
  }
}

}  // namespace

std::uint64_t CpuTicks::sum(std::uint16_t fields) const noexcept {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kTickFieldCount; ++i) {
    if ((fields >> i & 1U) == 0) continue;
    const auto sum = checked_add(total, this->*kTickMembers[i]);
    if (!sum.has_value()) return std::numeric_limits<std::uint64_t>::max();
    total = *sum;
  }
  return total;
}

void parse_stat(std::string_view text, StatText& stat) {
  forget(stat);
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) parse_line(Words(line, lines.offset()), stat);
}

}  // namespace openperflib::linux_objects
