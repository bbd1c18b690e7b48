// The names of a collection's logs.
#pragma once

#include <cstdint>
#include <string>

#include "apps/logman/collection_set.h"

namespace openperflib::logman {

// FOLDER/NAME, then nothing, _000001 or _mmddhhmm as the set's version says, then the extension.
[[nodiscard]] std::string log_path(const CollectionSet& set, std::uint32_t number, FileTime now_local);

// That name with _000002 behind it, for a name that is taken.
[[nodiscard]] std::string numbered_log_path(const CollectionSet& set, std::uint32_t number,
                                            FileTime now_local);

// The greatest number of the logs that are there; 0: there is none.
[[nodiscard]] std::uint32_t newest_log_number(const CollectionSet& set);

inline constexpr std::uint32_t kGreatestLogNumber = 999'999;

}  // namespace openperflib::logman
