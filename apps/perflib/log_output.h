// LogOutput: a log that perflib writes: its format, its file, its sink.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/output_file.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/log/text_log_writer.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/source.h"

namespace CLI {
class App;
}  // namespace CLI

namespace openperflib::apps {

// An option whose words are csv, tsv and blg.
void add_format_option(CLI::App& app, const char* name, std::optional<LogFormat>& format,
                       const char* help);

// That of the name's extension, case ignored; nothing for any other.
[[nodiscard]] std::optional<LogFormat> format_of_name(const std::string& path);

// A text log on `fd` whose newcomers, that have no column, are named on stderr once. `shown_name`
// stands in faults; `flush` as for TextLogWriter.
[[nodiscard]] std::unique_ptr<Sink> make_text_sink(int fd, std::string shown_name,
                                                   TextLogFormat format, ZoneOffset zone,
                                                   TextLogWriteOptions options = {});

// The text format of a log format that is one.
[[nodiscard]] TextLogFormat text_format_of(LogFormat format) noexcept;

// `path` as it stands in the header of a binary log.
[[nodiscard]] std::string absolute_path(const std::string& path);

}  // namespace openperflib::apps
