// The names of a collection's logs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "apps/logman/data_collector_set.h"

namespace openperflib::logman {

// FOLDER/NAME, then nothing, _000001 or _mmddhhmm as the version of the collector says, then the
// extension; for a database SQL:DATABASE!SET with the same suffix.
[[nodiscard]] std::string log_path(const SetCollector& one, std::uint32_t number,
                                   FileTime now_local);

// The same name with the suffix _000002, for a name that is taken.
[[nodiscard]] std::string numbered_log_path(const SetCollector& one, std::uint32_t number,
                                            FileTime now_local);

// The greatest number among `logs`, which are file names without folders, or log sets; 0: none has
// a number.
[[nodiscard]] std::uint32_t newest_log_number(const SetCollector& one,
                                              std::span<const std::string> logs);

// The folder, or the database without a password, for people.
[[nodiscard]] std::string shown_log_root(const DataCollectorSet& set);

// What the size of a log is counted in: MB, or record(s) of a log set.
[[nodiscard]] std::string_view unit_of_size(const Collector& collector) noexcept;

inline constexpr std::uint32_t kGreatestLogNumber = 999'999;

}  // namespace openperflib::logman
