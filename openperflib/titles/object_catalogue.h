// The catalogue of objects and counters whose definitions are fixed, of Windows and our own,
// whatever this machine provides. Generated from objects.csv and object_headers.csv.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/titles/title_table.h"

namespace openperflib {

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
  bool measured = false;     // its layout was read from a block written by Windows
  std::string_view summary;  // its meaning, in our own words
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

// All objects with counters, in the order of objects.csv.
[[nodiscard]] std::span<const CatalogueObject> object_catalogue() noexcept;
// The counters of all objects, in that order: those of an object are a part of them.
[[nodiscard]] std::span<const CatalogueCounter> counter_catalogue() noexcept;
// The object with that title index; null if there is none.
[[nodiscard]] const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept;
// Its counter with that title index; null if there is none.
[[nodiscard]] const CatalogueCounter* find_catalogue_counter(const CatalogueObject& object,
                                                             TitleIndex name_index) noexcept;
}  // namespace openperflib
