// The next log of a collection: a name that is free, or that may be appended to, and what exists
// under that name.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::logman {

// first: the first log of a run, which may be appended to or overwritten; further: a later one,
// which is always new.
enum class Turn : std::uint8_t { first, further };

// Resource, movable. A file that is open, or a log set of a database.
struct ClaimedLog {
  std::string name;           // its path, or SQL:DATABASE!SET
  UniqueFd fd;                // of a file
  std::uint64_t records = 0;  // that the set has already
};

// Makes the folder, or the database's tables, where they are missing. Names that are taken are left
// alone: a number goes on until one is free; the first file without a version has its one name.
// Errors: the name is taken; another process is writing the file; the system's, or the database's.
[[nodiscard]] std::expected<ClaimedLog, Failure> reserve_log_file(const SetCollector& one,
                                                                  Turn turn, FileTime now_local);

}  // namespace openperflib::logman
