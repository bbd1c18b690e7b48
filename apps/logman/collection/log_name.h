// The names of a collection's logs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "apps/logman/collection/data_collector_set.h"

namespace openperflib::logman {

// All parts of the names of a collector's logs: those of `version`, too.
[[nodiscard]] std::uint64_t name_parts_of(const Collector& collector) noexcept;
// "\\_NNNNNN": the pattern of these parts but the first two; "": they have none.
[[nodiscard]] std::string_view pattern_of(std::uint64_t parts) noexcept;
// Whether each log has a number of its own.
[[nodiscard]] bool has_numbered_names(const Collector& collector) noexcept;

// FOLDER/[COMPUTER_]NAME, then nothing, _000001 or _mmddhhmm as the version of the collector says,
// with the other parts of its name, then the extension; for a database SQL:DATABASE!SET with the
// same name.
[[nodiscard]] std::string log_path(const SetCollector& one, std::uint32_t number,
                                   FileTime now_local);

// The same name with the suffix _000002, for a name that is taken.
[[nodiscard]] std::string numbered_log_path(const SetCollector& one, std::uint32_t number,
                                            FileTime now_local);

// The greatest number among `logs`, which are file names without folders, or log sets, whose other
// parts are those of now; 0: none has a number.
[[nodiscard]] std::uint32_t newest_log_number(const SetCollector& one,
                                              std::span<const std::string> logs,
                                              FileTime now_local);

// The folder, or the database without a password, for people.
[[nodiscard]] std::string shown_log_root(const DataCollectorSet& set);

// What the size of a log is counted in: MB, or record(s) of a log set.
[[nodiscard]] std::string_view unit_of_size(const Collector& collector) noexcept;

inline constexpr std::uint32_t kGreatestLogNumber = 999'999;

}  // namespace openperflib::logman
