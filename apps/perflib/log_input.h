// Logs that the user named: opened, bound as one, and what was odd in them told.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/log/open_log.h"

namespace CLI {
class App;
}  // namespace CLI

namespace openperflib::apps {

// The options that say which part of a log is meant, the same for every subcommand that has them.
struct LogOptions {
  std::vector<std::string> files;
  std::string begin;  // "YYYY-MM-DD HH:MM:SS" or "M/D/YYYY HH:MM:SS", on the log's own clock
  std::string end;
  std::string encoding;             // of text logs; empty: found out
  std::optional<LogFormat> format;  // to be read as that, whatever they look like
  ObjectRequest request;            // what is needed of recordings: the rest may be left out
};

// --log, and those of add_window_options.
void add_log_options(CLI::App& app, LogOptions& options);

// --encoding.
void add_encoding_option(CLI::App& app, LogOptions& options);

// -b, -e and --encoding.
void add_window_options(CLI::App& app, LogOptions& options);

// Whether an argument without a path's backslash names a file, or has the extension of a log: such
// a one is a log.
[[nodiscard]] bool is_log_file(const std::string& argument);

// Moves those of `arguments` that are logs by is_log_file() to options.files.
void take_log_files(std::vector<std::string>& arguments, LogOptions& options);

// Whether they go together: options of logs without a log, or root folders beside one, do not; a
// message says so. `has_root`: --root was given.
[[nodiscard]] bool fit_together(const LogOptions& options, bool has_root);

// The paths of everything that a log has.
[[nodiscard]] const std::vector<std::string>& all_paths();

// A time of a log's clock as users write it, into `time`: "2026-11-21 10:00", "11/21/2026
// 10:00:05". False after a message that names `option`; nothing given changes nothing.
[[nodiscard]] bool read_log_time(const std::string& text, const char* option, FileTime& time);

// What a source must be asked for so that these paths can be answered, and those that stand for
// nothing explained; everything for no paths.
[[nodiscard]] ObjectRequest request_of(const std::vector<std::string>& paths);

// Opens all of options.files, several bound as one, for whoever wants what is in `window`: a
// recording is not read beyond it. nullptr after a message.
[[nodiscard]] std::unique_ptr<LogReader> open_logs(const LogOptions& options,
                                                   const LogWindow& window);

// The window that -b and -e say. Nothing after a message.
[[nodiscard]] std::optional<LogWindow> window_of(const LogOptions& options);

// Tells on stderr what was skipped or odd, a line each. Whether readings were lost.
bool report_oddities(const LogReader& log);

}  // namespace openperflib::apps
