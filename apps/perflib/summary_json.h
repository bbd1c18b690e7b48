// What a series came to, as JSON (docs/perflib.md, sections 7a and 7d).
#pragma once

#include <nlohmann/json.hpp>

#include "apps/perflib/series_summary.h"

namespace openperflib::apps {

// null where there is no number.
[[nodiscard]] nlohmann::ordered_json number_or_null(const Value& value);

// Count, gaps, bounds, average and percentiles.
[[nodiscard]] nlohmann::ordered_json numbers_of(const SummaryOfSeries& one);

// The winperf name of its type; null in a log of values, which does not tell it.
[[nodiscard]] nlohmann::ordered_json type_of(const SummaryOfSeries& one, LogContent content);

}  // namespace openperflib::apps
