// The names of a collection's logs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "apps/logman/data_collector_set.h"

namespace openperflib::logman {

// FOLDER/NAME, then nothing, _000001 or _mmddhhmm as the version of the set says, then the
// extension; for a database SQL:DATABASE!SET with the same suffix.
[[nodiscard]] std::string log_path(const DataCollectorSet& set, std::uint32_t number,
                                   FileTime now_local);

// The same name with the suffix _000002, for a name that is taken.
[[nodiscard]] std::string numbered_log_path(const DataCollectorSet& set, std::uint32_t number,
                                            FileTime now_local);

// The greatest number among `logs`, which are file names without folders, or log sets; 0: none has
// a number.
[[nodiscard]] std::uint32_t newest_log_number(const DataCollectorSet& set,
                                              std::span<const std::string> logs);

inline constexpr std::uint32_t kGreatestLogNumber = 999'999;

}  // namespace openperflib::logman
