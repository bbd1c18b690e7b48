// The formats in which query prints rows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "apps/perflib/live_query.h"
#include "openperflib/query/source.h"

namespace openperflib::apps {

enum class RowFormat : std::uint8_t { table, csv, tsv, json };
enum class RawNumbers : std::uint8_t { hidden, shown };

// The words of --format.
[[nodiscard]] const std::map<std::string, RowFormat>& row_formats();

// A sink that prints to standard output. `live` must outlive it: reasons come from it.
[[nodiscard]] std::unique_ptr<Sink> make_row_sink(RowFormat format, const LiveQuery& live,
                                                  RawNumbers raw);

// "2026-11-21T10:15:30.123+00:00": in the local zone for a live source, in UTC for a root folder.
[[nodiscard]] std::string iso_time(FileTime time_utc, bool live);

}  // namespace openperflib::apps
