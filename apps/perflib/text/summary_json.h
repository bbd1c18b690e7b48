// The statistics of a series, as JSON (docs/perflib.md, sections 7a and 7d).
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib::apps {

// null if there is no number.
[[nodiscard]] nlohmann::ordered_json number_or_null(const Value& value);

// Count, gaps, bounds, average and percentiles.
[[nodiscard]] nlohmann::ordered_json numbers_of(const SummaryOfSeries& one);

// The winperf name of its type; null in a log of values, where it is unknown.
[[nodiscard]] nlohmann::ordered_json type_of(const SummaryOfSeries& one, LogContent content);

// Prints a document in which member `list` is empty, with `count` items in that list: each is
// created when it is printed, so that only one is in memory.
void print_document(const nlohmann::ordered_json& document, std::string_view list,
                    std::size_t count,
                    const std::function<nlohmann::ordered_json(std::size_t)>& item);

}  // namespace openperflib::apps
