// The objects and counters of Windows and of our own, and what Linux has of each: the table from
// which collectors write their definitions. Generated from objects.csv and object_headers.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// How near Linux comes to a counter (docs/objects.md).
enum class LinuxStatus : std::uint8_t {
  exact,
  approx,
  derived,
  optional,
  extension,  // has a definition where its source is there
  none,
  omit,  // never has one here
};
// Where the value of _Total comes from: the mean, the sum or the flags of all instances; 0; the
// block's own time (now); or, not from them, what the collector reads (source).
enum class TotalRule : std::uint8_t { no_total, mean, sum, zero, now, source, flags_or };

// One row of objects.csv: a counter, with its base where it has one.
struct CatalogueCounter {
  std::uint16_t order = 0;  // position among the object's rows, bases not counted
  std::string_view name;
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::uint32_t type = 0;
  std::uint8_t size = 0;
  std::int8_t default_scale = 0;
  std::uint16_t detail_level = 100;
  std::uint16_t offset = 0;     // CounterOffset
  std::uint32_t base_type = 0;  // 0: has no base
  std::uint8_t base_size = 0;
  std::uint16_t base_detail_level = 100;
  std::uint16_t base_offset = 0;
  TotalRule total = TotalRule::no_total;
  LinuxStatus status = LinuxStatus::none;
  bool measured = false;             // its bytes were read from a block that Windows made
  bool source_64_bit = false;        // 4 bytes cut from a wider count: wraps within one identity
  std::string_view linux_source;     // where Linux takes it from, or why it cannot
  std::string_view summary;          // what it says, in our own words
  std::string_view left_out_reason;  // none, omit, optional: said where it has no definition
  // What the process that collects keeps of it, so that two may show different numbers; empty:
  // nothing.
  std::string_view process_private;
};

// One object.
struct CatalogueObject {
  std::string_view name;
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::uint32_t detail_level = 100;
  std::uint16_t default_order = 0;  // the row DefaultCounter means
  bool has_instances = false;
  bool has_own_clock = false;              // PerfTime is a FILETIME, PerfFreq 10,000,000
  std::uint32_t counter_block_length = 0;  // bytes
  std::span<const CatalogueCounter> counters;
};

// An object, or a group of them, that Windows has and Linux has nothing of: no title, no counters.
struct OmittedObject {
  std::string_view name;
  std::string_view reason;
};

// All objects of objects.csv that have counter rows, in its order.
[[nodiscard]] std::span<const CatalogueObject> object_catalogue() noexcept;
// The others of objects.csv, in its order.
[[nodiscard]] std::span<const OmittedObject> omitted_objects() noexcept;
// The object of that name index; null where there is none.
[[nodiscard]] const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept;

}  // namespace openperflib
