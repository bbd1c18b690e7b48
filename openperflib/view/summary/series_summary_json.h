// The statistics of the series of a log, as JSON (docs/perflib.md, section 7a).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Nothing if there is no number.
[[nodiscard]] std::optional<double> number_of(const Value& value);

// Members of an object: count, gaps, bounds, average and percentiles.
void write_numbers(JsonWriter& out, const SummaryOfSeries& one);

// The winperf name of its type; nothing in a log of values, where it is unknown.
[[nodiscard]] std::optional<std::string> type_of(const SummaryOfSeries& one, RowsOf rows);

// Members of an object: records, first, last and bias_minutes. The times are null without records.
void write_extent(JsonWriter& out, const SummaryExtent& extent);

// A series: an element of "series".
void write_summary(JsonWriter& out, const SummaryOfSeries& one, RowsOf rows);

// The whole document. `write` gets it piece by piece: only one series is in memory as text.
void write_summary_json(const SummaryExtent& extent, const std::vector<WrittenNote>& notes,
                        const std::vector<SummaryOfSeries>& all, RowsOf rows,
                        const std::function<void(std::string_view piece)>& write);

}  // namespace openperflib
