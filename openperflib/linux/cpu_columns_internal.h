// The tables of /proc with a column a CPU: /proc/interrupts and /proc/softirqs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// A column, found by its heading CPUn and never by its position.
struct CpuColumn {
  std::uint32_t cpu = 0;
  // All rows with one number a CPU, but ERR and MIS, which count mishaps of the machine. Modulo
  // 2^64.
  std::uint64_t sum = 0;
  // The rows of the clock: LOC (x86, POWER), and what an action arch_timer counts (ARM).
  std::uint64_t clock = 0;
  std::optional<Error> fault;  // a number of the column, or a sum, above 2^64-1: neither is known
};

// Value, reused: parse_cpu_columns keeps its memory.
struct CpuColumns {
  std::vector<CpuColumn> columns;  // in the order of the headings
  bool has_clock_row = false;
  std::vector<std::pair<std::uint32_t, std::size_t>> by_cpu;  // CPU and its column, sorted
  std::vector<std::uint64_t> row;                             // for the parser
  std::vector<std::optional<Error>> row_faults;

  // The first column of a CPU; nullptr where it has none (it is offline, or the file says nothing).
  [[nodiscard]] const CpuColumn* find(std::uint32_t cpu) const noexcept;
};

// Never fails: a text whose first line is not headings, or more than kHighestCpu, has no columns.
void parse_cpu_columns(std::string_view text, CpuColumns& table);

}  // namespace openperflib::linux_objects
