// The formats in which query prints rows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

enum class RowFormat : std::uint8_t { table, csv, tsv, json };
enum class RawNumbers : std::uint8_t { hidden, shown };

// The words of --format.
[[nodiscard]] const std::map<std::string, RowFormat>& row_formats();

// A sink that prints to standard output. `source` must outlive it: reasons come from it.
[[nodiscard]] std::unique_ptr<RowSink> make_row_sink(RowFormat format, const CounterSession& source,
                                                     RawNumbers raw);

// row_time() for people; "time unknown" where there is none, as of a recorded folder without
// proc/uptime.
[[nodiscard]] std::string row_time_text(const CounterSession& source);

}  // namespace openperflib::apps
