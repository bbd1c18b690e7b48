// The command line of a run of relog.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/drop_in/failure.h"
#include "apps/drop_in/options.h"
#include "apps/drop_in/overwrite_question.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::relog {

using drop_in::Failure;
using drop_in::Outcome;
using drop_in::Overwrite;

// help: -?; list: -q; convert: everything else; without an output, only the report.
enum class Job : std::uint8_t { convert, list, help };

// Whether to append to the output (-a).
enum class Append : std::uint8_t { no, yes };

// Value.
struct Options {
  const apps::Environment* environment = nullptr;  // set by who runs it
  Job job = Job::convert;
  std::vector<std::string> inputs;    // as they were written, with patterns expanded
  std::vector<std::string> counters;  // paths with wildcards; empty: all
  std::optional<LogFormat> format;    // nullopt: BIN, or the format of the log that is appended to
  std::string output;                 // empty: none
  LogWindow window;
  bool has_begin = false;  // -b was given
  Append append = Append::no;
  Overwrite overwrite = Overwrite::ask;
};

// Reads the command line, and the files of -config and -cf that it names. Options on the command
// line take precedence over those of settings files; inputs and counters of both are used. Errors:
// a word, value or line that is not valid, or a file that cannot be read.
[[nodiscard]] std::expected<Options, Failure> read_options(std::span<char* const> arguments,
                                                           const TitleTable& titles);

// Returns the row of an option's name in lower case, without its sign; null: there is no such
// option.
[[nodiscard]] const drop_in::OptionRow* find_option(std::string_view name);

// "-f": all options of the help.
[[nodiscard]] std::vector<std::string> option_names();

}  // namespace openperflib::relog
