// The statistics of a series, as JSON (docs/perflib.md, section 7a).
#pragma once

#include <optional>
#include <string>

#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Nothing if there is no number.
[[nodiscard]] std::optional<double> number_of(const Value& value);

// Members of an object: count, gaps, bounds, average and percentiles.
void write_numbers(JsonWriter& out, const SummaryOfSeries& one);

// The winperf name of its type; nothing in a log of values, where it is unknown.
[[nodiscard]] std::optional<std::string> type_of(const SummaryOfSeries& one, RowsOf rows);

// A series: an element of "series".
void write_summary(JsonWriter& out, const SummaryOfSeries& one, RowsOf rows);

}  // namespace openperflib
