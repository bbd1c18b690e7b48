// The catalogue of objects and counters, of Windows and our own, with their sources in Linux.
// Collectors write their definitions from it. Generated from objects.csv and object_headers.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/counter/known_counter.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// How closely Linux can match a counter (docs/objects.md).
enum class LinuxStatus : std::uint8_t {
  exact,
  approx,
  derived,
  optional,
  extension,  // defined if its source exists
  none,
  omit,  // never defined
};
// How the value of _Total is formed: the mean, the sum or the combined flags of all instances; 0;
// the time of the block (now); or read separately by the collector (source).
enum class TotalRule : std::uint8_t { no_total, mean, sum, zero, now, source, flags_or };

// How a source text names the instance of a value: what its {} is replaced by. fixed: no instance,
// nor what a total is made of.
enum class SourceFamily : std::uint8_t {
  fixed,
  machine,
  processor,
  disk,
  mount,
  process,
  thread,
  interface,
  pressure,
  swap,
  node,
  thermal_zone,
  power_zone,
  sensor,
  cgroup,
  gpu,
  gpu_engine,
  gpu_card,
};

// One row of objects.csv: a counter, with its base if it has one.
struct CatalogueCounter {
  std::uint16_t order = 0;  // position among the object's rows, without bases
  std::string_view name;
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::uint32_t type = 0;
  std::uint8_t size = 0;
  std::int8_t default_scale = 0;
  std::uint16_t detail_level = 100;
  std::uint16_t offset = 0;     // CounterOffset
  std::uint32_t base_type = 0;  // 0: no base
  std::uint8_t base_size = 0;
  std::uint16_t base_detail_level = 100;
  std::uint16_t base_offset = 0;
  TotalRule total = TotalRule::no_total;
  LinuxStatus status = LinuxStatus::none;
  bool measured = false;             // its layout was read from a block written by Windows
  bool source_64_bit = false;        // 4 bytes of a wider count: wraps within one identity
  std::string_view linux_source;     // its source in Linux, or why there is none
  std::string_view summary;          // its meaning, in our own words
  std::string_view left_out_reason;  // none, omit, optional: reported if it has no definition
  // State that the collecting process keeps for it, so that two may show different numbers; or
  // empty.
  std::string_view process_private;
  // Its source for people who want to look it up: file, line, field. {} is the instance
  // (source_texts.csv).
  SourceFamily family = SourceFamily::fixed;
  std::string_view source_text;
};

// One object.
struct CatalogueObject {
  std::string_view name;
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::uint32_t detail_level = 100;
  std::uint16_t default_order = 0;  // the row of DefaultCounter
  bool has_instances = false;
  bool has_own_clock = false;              // PerfTime is a FILETIME, PerfFreq 10,000,000
  std::uint32_t counter_block_length = 0;  // bytes
  std::span<const CatalogueCounter> counters;
};

// An object, or a group of objects, of Windows that has no equivalent on Linux: no title, no
// counters.
struct OmittedObject {
  std::string_view name;
  std::string_view reason;
};

// All objects with counters, in the order of objects.csv.
[[nodiscard]] std::span<const CatalogueObject> object_catalogue() noexcept;
// All other objects, in the order of objects.csv.
[[nodiscard]] std::span<const OmittedObject> omitted_objects() noexcept;
// The object with that title index; null if there is none.
[[nodiscard]] const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept;
// Its counter with that title index; null if there is none.
[[nodiscard]] const CatalogueCounter* find_catalogue_counter(const CatalogueObject& object,
                                                             TitleIndex name_index) noexcept;
// For QueryOptions: what the catalogue knows of a counter, also where this machine does not have
// it.
[[nodiscard]] std::optional<KnownCounter> counter_in_catalogue(TitleIndex object,
                                                               TitleIndex counter) noexcept;

}  // namespace openperflib
