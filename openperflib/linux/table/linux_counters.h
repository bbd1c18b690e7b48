// What Linux has of the counters of the catalogue, and where from. Generated from
// linux_counters.csv, source_texts.csv and process_private.csv.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/titles/object_catalogue.h"

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

// One row of linux_counters.csv.
struct LinuxCounter {
  TotalRule total = TotalRule::no_total;
  LinuxStatus status = LinuxStatus::none;
  std::string_view left_out_reason;  // none, omit, optional: reported if it has no definition
  // State that the collecting process keeps for it, so that two may show different numbers; or
  // empty.
  std::string_view process_private;
  // Its source for people who want to look it up: file, line, field. {} is the instance
  // (source_texts.csv).
  SourceFamily family = SourceFamily::fixed;
  std::string_view source_text;
};

// An object, or a group of objects, of Windows that has no equivalent on Linux: no title, no
// counters.
struct OmittedObject {
  std::string_view name;
  std::string_view reason;
};

// Precondition: a counter of the catalogue itself, not a copy.
[[nodiscard]] const LinuxCounter& on_linux(const CatalogueCounter& counter) noexcept;
// The objects that the catalogue lacks, in the order of objects.csv.
[[nodiscard]] std::span<const OmittedObject> omitted_objects() noexcept;

}  // namespace openperflib
