// LogSurvey: what a log holds as a whole, found by reading all of it once.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "openperflib/log/log_reader.h"

namespace openperflib {

// Value that grows record by record; memory is that of the series alone.
class LogSurvey {
 public:
  // Counts one record of `reader`, and notes those of its series that were not there before.
  void add(const LogReader& reader, const LogRecord& record);

  // How many were added.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  // As stored. Of no meaning without records.
  [[nodiscard]] FileTime first_local() const noexcept { return first_local_; }
  [[nodiscard]] FileTime last_local() const noexcept { return last_local_; }
  // The series of all records, one a name, and where a record has several of one name so many: by
  // the entry that asked for them (Series::path), then as they came. The views live until the next
  // add().
  [[nodiscard]] std::vector<Series> series() const;

 private:
  // Keeps the series that were not there before, by identity.
  void note_series(const SeriesCatalog& catalog);

  std::uint64_t records_ = 0;
  FileTime first_local_ = 0;
  FileTime last_local_ = 0;
  std::uint64_t generation_ = 0;             // noted last
  std::unordered_set<std::uint64_t> known_;  // names, by their hashes
  SeriesCatalog series_;
};

}  // namespace openperflib
