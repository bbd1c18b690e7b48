// The rules of `perflib provider test`: the contract of a performance module, a clause each.
//
// Source: docs/guide-v1.md, section "The contract of Collect".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace openperflib {

// In the order of the report.
enum class ModuleRule : std::uint8_t {
  library_refused,
  not_loaded,
  open_error,
  open_slow,
  close_error,
  reopen,
  crash,
  hang,
  exception,
  collect_code,
  small_code,
  small_size,
  small_objects,
  small_pointer,
  never_enough,
  exact_refused,
  pointer,
  length,
  guard,
  alignment,
  nothing_pointer,
  object_count,
  object_lengths,
  object_index,
  counter_index,
  definitions,
  instances,
  parents,
  instance_name,
  instance_unique,
  base,
  counter_type,
  counter_size,
  changed,
  decreased,
  unasked,
  unanswered,
  symbol_unused,
  unnamed,
  no_object_list,
  object_unlisted,
  slow,
  heap,
  descriptors,
  threads,
  mappings,
};

// A row of the table.
struct ModuleRuleRow {
  ModuleRule rule;
  std::string_view id;      // "small-buffer-code": what scripts know it by
  std::string_view clause;  // what holds for a module that keeps it
  std::string_view remedy;
};

// All, in the order of ModuleRule.
[[nodiscard]] std::span<const ModuleRuleRow> module_rules() noexcept;
[[nodiscard]] const ModuleRuleRow& row_of(ModuleRule rule) noexcept;

}  // namespace openperflib
