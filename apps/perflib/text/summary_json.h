// The statistics of a series, as JSON (docs/perflib.md, sections 7a and 7d).
#pragma once

#include <optional>
#include <string>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib::apps {

// Nothing if there is no number.
[[nodiscard]] std::optional<double> number_of(const Value& value);

// Members of an object: count, gaps, bounds, average and percentiles.
void write_numbers(JsonWriter& out, const SummaryOfSeries& one);

// The winperf name of its type; nothing in a log of values, where it is unknown.
[[nodiscard]] std::optional<std::string> type_of(const SummaryOfSeries& one, LogContent content);

}  // namespace openperflib::apps
