// What a part of the time shows of a history in a width of pixels: rows of records, and of each
// series the first, least, largest and last value of each row.
#pragma once

#include <cstddef>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/view/chart/chart_history.h"
#include "openperflib/view/chart/series_history.h"

namespace openperflib {

// A part of the time, both ends included, and how many columns of equal width it has. Value.
struct HistoryPart {
  FileTime begin = 0;
  FileTime end = 0;        // not before `begin`
  std::size_t pixels = 1;  // at least one

  // Returns which column a time of the part is in.
  [[nodiscard]] std::size_t pixel_of(FileTime time) const noexcept;
};

// Returns the records of a part of the time.
[[nodiscard]] RecordRange records_in(const HistoryRecords& records, const HistoryPart& part);

// Returns the rows of a part, in the order of time: the records of each column that has any.
[[nodiscard]] std::vector<RecordRange> pixel_rows(const HistoryRecords& records,
                                                  const HistoryPart& part);

// The numbers of a series, one for each row; NaN where it has no value. Value.
struct SeriesPicture {
  std::vector<double> first = {};
  std::vector<double> least = {};
  std::vector<double> largest = {};
  std::vector<double> last = {};
  std::vector<double> average = {};
  // The rows that nothing connects with the row before: a value is missing between the two, or
  // there is no record for too long.
  std::vector<std::size_t> breaks = {};
};

// Returns the numbers of a series in the rows of pixel_rows().
[[nodiscard]] SeriesPicture picture_of(const SeriesHistory& series, const HistoryRecords& records,
                                       const std::vector<RecordRange>& rows);

}  // namespace openperflib
