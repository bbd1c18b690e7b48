#include <algorithm>
#include <array>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/cpu_columns_internal.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr Field kNumber{"row", "CPUn"};

// Rows with a single number for the whole machine; with one CPU they look like any other row.
// arm64 spells the first one "Err".
constexpr std::array<std::string_view, 3> kNotCounted = {"ERR:", "Err:", "MIS:"};

//            CPU0       CPU1
void parse_headings(std::string_view line, CpuColumns& table) {
  Words words(line);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    const auto cpu = numbered_name(word, "CPU");
    if (!cpu.has_value() || table.columns.size() > kHighestCpu) return table.columns.clear();
    table.by_cpu.emplace_back(*cpu, table.columns.size());
    table.columns.emplace_back().cpu = *cpu;
  }
}

// Reads one number per column; false if the row has fewer.
bool parse_numbers(Words& line, CpuColumns& table) {
  table.row.clear();
  table.row_faults.clear();
  while (table.row.size() < table.columns.size()) {
    const auto number = cpu_number(line.next_word(), kNumber);
    const bool too_large = !number.has_value() && number.error().code == Errc::out_of_range;
    if (!number.has_value() && !too_large) return false;
    table.row.push_back(number.value_or(0));
    table.row_faults.push_back(too_large ? std::optional(number.error()) : std::nullopt);
  }
  return true;
}

bool is_clock(std::string_view label, std::string_view description) noexcept {
  if (label == "LOC:") return true;
  description = description.substr(0, description.find_last_not_of(" \t") + 1);
  return description.ends_with(" arch_timer");
}

bool add_if_it_fits(std::uint64_t& sum, std::uint64_t number) noexcept {
  const auto total = checked_add(sum, number);
  if (total.has_value()) sum = *total;
  return total.has_value();
}

//  24:          1          0  IO-APIC   5-edge      ACPI:Ged
void parse_row(Words line, CpuColumns& table) {
  const Word word = line.next_word();
  const Error beyond_sum{Errc::out_of_range, 0, &kNumber, word.offset};
  const std::string_view label = word.text;
  if (!label.ends_with(':') || std::ranges::find(kNotCounted, label) != kNotCounted.end()) return;
  if (!parse_numbers(line, table)) return;
  const bool clock = is_clock(label, line.rest());
  table.has_clock_row = table.has_clock_row || clock;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    CpuColumn& column = table.columns[i];
    const bool fits = add_if_it_fits(column.sum, table.row[i]) &&
                      (!clock || add_if_it_fits(column.clock, table.row[i]));
    if (!fits && !table.row_faults[i].has_value()) table.row_faults[i] = beyond_sum;
    if (!column.fault.has_value()) column.fault = table.row_faults[i];
  }
}

}  // namespace

const CpuColumn* CpuColumns::find(std::uint32_t cpu) const noexcept {
  const auto found = std::ranges::lower_bound(by_cpu, std::pair(cpu, std::size_t{0}));
  return found == by_cpu.end() || found->first != cpu ? nullptr : &columns[found->second];
}

void parse_cpu_columns(std::string_view text, CpuColumns& table) {
  table.columns.clear();
  table.by_cpu.clear();
  table.has_clock_row = false;
  Lines lines(text);
  std::string_view line;
  if (lines.next(line)) parse_headings(line, table);
  if (table.columns.empty()) return table.by_cpu.clear();
  std::ranges::sort(table.by_cpu);
  while (lines.next(line)) parse_row(Words(line, lines.offset()), table);
}

}  // namespace openperflib::linux_objects
