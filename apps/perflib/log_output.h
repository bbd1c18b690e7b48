// The logs that perflib writes: format, file and sink.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/logs/output_file.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/row_sink.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// An option whose words are csv, tsv and blg.
void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help);

// The format of the name's extension, ignoring case; nullopt for others.
[[nodiscard]] std::optional<LogFormat> format_of_name(const std::string& path);

// A text log on `fd`. Its first new series without a column are reported on stderr. `shown_name` is
// used in faults; `flush` as for TextLogWriter.
[[nodiscard]] std::unique_ptr<RowSink> make_text_sink(int fd, std::string shown_name,
                                                      TextLogFormat format, ZoneOffset zone,
                                                      TextLogWriteOptions options = {});

// `path` as in the header of a binary log.
[[nodiscard]] std::string absolute_path(const std::string& path);

}  // namespace openperflib::apps
