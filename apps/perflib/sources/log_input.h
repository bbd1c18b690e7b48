// The options that name logs and say how they are read.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/progress_line.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_languages.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib::apps {

class CommandLine;   // command_line.h
struct Environment;  // apps/collection/environment.h

// The times of logs that times_of() has read, by their files (log_series.h).
using ReadTimes = std::map<std::vector<std::string>, LogTimes>;

// The options that select logs and a part of them, the same for every subcommand that has them.
struct LogOptions {
  const Environment* environment = nullptr;         // set by add_text_log_options
  BeginProgressLine begin_progress_line = nullptr;  // the same: of jobs that read the logs
  std::vector<std::string> files;
  std::string begin;  // as it was written (openperflib/log/time/written_time.h)
  std::string end;
  std::string encoding;            // of text logs; empty: detected
  std::string date_order;          // of text logs; empty: detected
  std::vector<std::string> names;  // files with the names of other languages
  // The same, read once for all copies of these options.
  std::shared_ptr<LogLanguages> languages = std::make_shared<LogLanguages>();
  // The times of the logs, which are also read once for all copies.
  std::shared_ptr<ReadTimes> times = std::make_shared<ReadTimes>();
  std::optional<LogFormat> format;  // read them in this format, whatever they look like
  // Words that name files which are not logs, and what those are ("is a text file, ...").
  std::vector<std::pair<std::string, std::string>> not_logs;
  ObjectRequest request;  // what is needed from recordings: the rest may be left out
};

// What a subcommand reads: logs only, or this machine if it is given none.
enum class Subject : std::uint8_t { machine_or_logs, logs };

// --log, and those of add_window_options.
void add_log_options(CommandLine& line, LogOptions& options,
                     Subject subject = Subject::machine_or_logs);

// --log only.
void add_log_file_option(CommandLine& line, LogOptions& options, Subject subject);

// --encoding, --date-order and --names.
void add_text_log_options(CommandLine& line, LogOptions& options);

// -b, -e, and those of add_text_log_options.
void add_window_options(CommandLine& line, LogOptions& options);

// Whether a name has the extension of a log.
[[nodiscard]] bool is_named_as_log(std::string_view argument);

// Whether an argument is a log by itself (but see log_words.h): it has no leading backslash and
// names a file, or it has the extension of a log.
[[nodiscard]] bool is_log_file(const std::string& argument);

// Fails if a word names a folder instead of a log; the message names a log in it.
[[nodiscard]] Step refuse_folder(const std::string& word);

// Checks that the options can be combined: options of logs without a log cannot, and neither can
// root folders together with a log. `has_root`: --root was given.
[[nodiscard]] Step fit_together(const LogOptions& options, bool has_root);

// What the options name, without their window. `options` must have the titles of a run.
[[nodiscard]] LogInputs inputs_of(const LogOptions& options);

// The names that are the same on every machine.
[[nodiscard]] const TitleTable& titles_of(const LogOptions& options);

// The request to logs so that these paths can be answered, and unmatched ones explained.
[[nodiscard]] ObjectRequest request_of(const std::vector<std::string>& paths,
                                       const LogOptions& options);

// The request for paths beside which a session also reads the remainder of the processor time
// (RemainderReading::add_to).
[[nodiscard]] ObjectRequest request_with_remainder(const std::vector<std::string>& paths,
                                                   const LogOptions& options);

}  // namespace openperflib::apps
