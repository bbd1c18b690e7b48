// The tables of /proc with one column per CPU: /proc/interrupts and /proc/softirqs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// A column, identified by its heading CPUn, never by its position.
struct CpuColumn {
  std::uint32_t cpu = 0;
  // The sum of all rows with one number per CPU, except ERR and MIS, which count errors of the
  // whole machine. Modulo 2^64.
  std::uint64_t sum = 0;
  // The sum of the clock's rows: LOC (x86, POWER), and rows with the action arch_timer (ARM).
  std::uint64_t clock = 0;
  std::optional<Error> fault;  // a number or a sum is above 2^64-1: neither sum is known
};

// Value, reused: parse_cpu_columns keeps its memory.
struct CpuColumns {
  std::vector<CpuColumn> columns;  // in the order of the headings
  bool has_clock_row = false;
  std::vector<std::pair<std::uint32_t, std::size_t>> by_cpu;  // CPU and its column, sorted
  std::vector<std::uint64_t> row;                             // for the parser
  std::vector<std::optional<Error>> row_faults;

  // The first column of a CPU; nullptr if it has none (it is offline, or the file is empty).
  [[nodiscard]] const CpuColumn* find(std::uint32_t cpu) const noexcept;
};

// Never fails: a text without headings in its first line, or with more than kHighestCpu, has no
// columns.
void parse_cpu_columns(std::string_view text, CpuColumns& table);

}  // namespace openperflib::linux_objects
