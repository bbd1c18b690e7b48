#include "openperflib/view/chart/history_picture.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace openperflib {
namespace {

// How many rows are loaded at a time. What is read at their ends fits the first-level cache.
constexpr std::size_t kLoadedRows = 64;

std::size_t place_in(const std::vector<FileTime>& times,
                     std::vector<FileTime>::const_iterator place) {
  return static_cast<std::size_t>(place - times.begin());
}

// The records of a row that the machine of a series has: the first and the last of them.
struct OwnRecords {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::optional<OwnRecords> own_records(const HistoryMachine& machine, const RecordRange& row) {
  std::size_t first = row.begin;
  std::size_t end = row.end;
  while (first < end && !machine.has_record(first)) ++first;
  while (first < end && !machine.has_record(end - 1)) --end;
  if (first == end) return std::nullopt;
  return OwnRecords{.first = first, .last = end - 1};
}

// Follows a line from row to row.
class LineBreaks {
 public:
  LineBreaks(const SeriesHistory& series, const HistoryRecords& records)
      : series_(series), records_(records) {}

  // Takes the next row. Returns whether it begins a piece of the line after another one.
  [[nodiscard]] bool take(const RecordRange& row, bool has_values) {
    const auto own = own_records(*series_.machine, row);
    if (!own.has_value()) return false;
    const bool is_broken =
        is_broken_ || !series_.has_value(own->first) || is_disconnected(own->first);
    const bool is_break = has_values && has_line_ && is_broken;
    has_line_ = has_line_ || has_values;
    is_broken_ = !series_.has_value(own->last) || (is_broken && !has_values);
    last_ = own->last;
    has_record_ = true;
    return is_break;
  }

 private:
  // Whether a record is too long after the last one, or of another instance.
  [[nodiscard]] bool is_disconnected(std::size_t record) const {
    if (!has_record_) return false;
    const FileTime longest = series_.machine->longest_step;
    const bool is_late = longest != 0 && records_.times[record] - records_.times[last_] > longest;
    return is_late || series_.is_passed_on(last_, record);
  }

  const SeriesHistory& series_;
  const HistoryRecords& records_;
  std::size_t last_ = 0;     // its last record so far
  bool has_record_ = false;  // there is one
  bool has_line_ = false;    // a row had values
  bool is_broken_ = false;   // what comes next is not connected
};

void add_row(SeriesPicture& picture, const ValueExtremes& row) {
  picture.first.push_back(row.first);
  picture.least.push_back(row.least);
  picture.largest.push_back(row.largest);
  picture.last.push_back(row.last);
  picture.average.push_back(row.average());
}

// Loads the values around the beginnings of the rows from `next` on, where the rows before them
// end. They are far apart in memory: a processor that reads them when it needs them waits for each
// in turn, and for many at once if nothing else comes between.
void load_rows(const SeriesHistory& series, const std::vector<RecordRange>& rows,
               std::size_t next) {
  const std::size_t end = std::min(next + kLoadedRows + 1, rows.size());
  for (std::size_t i = next; i < end; ++i) series.load_around(rows[i].begin);
}

}  // namespace

std::size_t HistoryPart::pixel_of(FileTime time) const noexcept {
  if (time <= begin || end <= begin) return 0;
  const double share = static_cast<double>(time - begin) / static_cast<double>(end - begin);
  return std::min(pixels - 1, static_cast<std::size_t>(share * static_cast<double>(pixels)));
}

RecordRange records_in(const HistoryRecords& records, const HistoryPart& part) {
  const auto begin = std::ranges::lower_bound(records.times, part.begin);
  const auto end = std::ranges::upper_bound(records.times, part.end);
  return {.begin = place_in(records.times, begin),
          .end = place_in(records.times, std::max(begin, end))};
}

std::vector<RecordRange> pixel_rows(const HistoryRecords& records, const HistoryPart& part) {
  const RecordRange all = records_in(records, part);
  std::vector<RecordRange> rows;
  for (std::size_t begin = all.begin; begin < all.end;) {
    const std::size_t pixel = part.pixel_of(records.times[begin]);
    const auto first = records.times.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = records.times.begin() + static_cast<std::ptrdiff_t>(all.end);
    const auto next = std::partition_point(
        first, last, [&](FileTime time) { return part.pixel_of(time) <= pixel; });
    rows.push_back({.begin = begin, .end = place_in(records.times, next)});
    begin = rows.back().end;
  }
  return rows;
}

SeriesPicture picture_of(const SeriesHistory& series, const HistoryRecords& records,
                         const std::vector<RecordRange>& rows) {
  SeriesPicture picture;
  for (auto* column :
       {&picture.first, &picture.least, &picture.largest, &picture.last, &picture.average}) {
    column->reserve(rows.size());
  }
  LineBreaks breaks(series, records);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kLoadedRows == 0) load_rows(series, rows, i);
    const ValueExtremes row = series.extremes_of(rows[i]);
    add_row(picture, row);
    if (breaks.take(rows[i], row.count != 0)) picture.breaks.push_back(i);
  }
  return picture;
}

}  // namespace openperflib
