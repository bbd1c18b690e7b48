// LogSurvey: the contents of a whole log, found by reading all of it once.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/catalog/series_order.h"

namespace openperflib {

// Value that is fed record by record; memory is only that of the series.
class LogSurvey {
 public:
  // Counts one record of `reader`, and notes those of its series that are new.
  void add(const LogReader& reader, const LogRecord& record);
  // Puts the catalog in the order of series(), once all records were added.
  void finish();

  // The number of records.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  // As stored. Meaningless without records.
  [[nodiscard]] FileTime first_local() const noexcept { return first_local_; }
  [[nodiscard]] FileTime last_local() const noexcept { return last_local_; }
  // Whether a record was stored by another clock than that of the header: its time is then not in
  // the zone that the header names.
  [[nodiscard]] bool has_other_clocks() const noexcept { return has_other_clocks_; }
  // The series of all records, one per name; if a record has several with one name, as many as it
  // has. In the order of the entries that requested them (Series::path), then of their appearance.
  // The views live until the next add().
  [[nodiscard]] std::vector<Series> series() const;
  // The same as objects, counters and instances, in the order of their appearance; after finish(),
  // in that of series(). Valid until the next add() or finish().
  [[nodiscard]] const Catalog& catalog() const noexcept { return series_; }

 private:
  // Keeps the series that are new, by their names.
  void note_series(const Catalog& catalog);

  std::uint64_t records_ = 0;
  FileTime first_local_ = 0;
  FileTime last_local_ = 0;
  bool has_other_clocks_ = false;
  std::uint64_t generation_ = 0;             // noted last
  std::unordered_set<std::uint64_t> known_;  // names, by their hashes
  SeriesOrder order_;                        // of the series of blocks
  Catalog series_;
};

}  // namespace openperflib
