// The names of a collection's logs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "apps/logman/collection_set.h"

namespace openperflib::logman {

// FOLDER/NAME, then nothing, _000001 or _mmddhhmm as the set's version says, then the extension; of
// a database SQL:DATABASE!SET and what is behind it.
[[nodiscard]] std::string log_path(const CollectionSet& set, std::uint32_t number,
                                   FileTime now_local);

// That name with _000002 behind it, for a name that is taken.
[[nodiscard]] std::string numbered_log_path(const CollectionSet& set, std::uint32_t number,
                                            FileTime now_local);

// The greatest number of `logs`, names of files without their folder or of log sets; 0: none has
// one.
[[nodiscard]] std::uint32_t newest_log_number(const CollectionSet& set,
                                              std::span<const std::string> logs);

inline constexpr std::uint32_t kGreatestLogNumber = 999'999;

}  // namespace openperflib::logman
