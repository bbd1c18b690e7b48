// The extent of what a summary was made of.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// The records that were read. Value.
struct SummaryExtent {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // meaningless without records
  FileTime last_local = 0;
  std::optional<int> bias_minutes = {};  // of the clock; nullopt: unknown

  // One more record. Records come in the order of their time.
  void note(FileTime time_local) noexcept {
    if (records++ == 0) first_local = time_local;
    last_local = time_local;
  }
};

}  // namespace openperflib
