#include "openperflib/view/chart/chart_columns.h"

#include <algorithm>

namespace openperflib {
namespace {

// Adds the values of a column that comes after.
void join_column(ChartColumn& column, const ChartColumn& later) {
  column.last_time = later.last_time;
  column.least = std::min(column.least, later.least);
  column.largest = std::max(column.largest, later.largest);
  column.last = later.last;
  column.sum += later.sum;
  column.count += later.count;
}

}  // namespace

// A gap within a column would be too narrow to see.
void ChartColumns::add(const ChartScale& scale, FileTime time, double number) {
  if (!columns_.empty()) time = std::max(time, columns_.back().last_time);
  const ChartColumn one{.first_time = time,
                        .last_time = time,
                        .first = number,
                        .least = number,
                        .largest = number,
                        .last = number,
                        .sum = number,
                        .count = 1,
                        .is_after_gap = is_after_gap_};
  is_after_gap_ = false;
  const bool is_next =
      columns_.empty() || scale.column_of(time) != scale.column_of(columns_.back().first_time);
  if (is_next) {
    columns_.push_back(one);
  } else {
    join_column(columns_.back(), one);
  }
}

void ChartColumns::widen(const ChartScale& scale) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    ChartColumn& last = columns_[kept];
    if (scale.column_of(columns_[i].first_time) == scale.column_of(last.first_time)) {
      join_column(last, columns_[i]);
    } else {
      columns_[++kept] = columns_[i];
    }
  }
  if (!columns_.empty()) columns_.resize(kept + 1);
}

void ChartColumns::mark_gaps(FileTime longest) {
  if (longest <= 0) return;
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    if (columns_[i].first_time - columns_[i - 1].last_time > longest)
      columns_[i].is_after_gap = true;
  }
}

}  // namespace openperflib
