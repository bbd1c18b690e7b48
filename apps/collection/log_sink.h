// The log that a collection of this machine is written into, as every tool makes it.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// fresh: the file is empty. append: it is a log of the same counters, which is appended to; an
// empty file is started.
enum class LogStart : std::uint8_t { fresh, append };

// A CSV, TSV or BLG writer on `fd`, which it does not own, or one into the log set that `path`
// names, for the row that the collection's query has and those after it. `path` stands in faults
// and in the log; `paths`: as they were given to the query. `circle_mebibytes`: of a new BLG, see
// BlgWriterOptions. Appending needs a descriptor that may be read as well. Errors: those of
// BlgWriter::append() and SqlLogWriter::open().
[[nodiscard]] std::expected<std::unique_ptr<RowSink>, SourceFault> make_log_sink(
    const CounterSession& collection, int fd, const std::string& path, LogFormat format,
    std::vector<std::string> paths, LogStart start = LogStart::fresh,
    std::uint32_t circle_mebibytes = 0);

}  // namespace openperflib::apps
