// What one run of relog was asked for.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/windows_tool/failure.h"
#include "apps/windows_tool/overwrite_question.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_reader.h"

namespace openperflib::relog {

using windows_tool::Failure;
using windows_tool::Outcome;
using windows_tool::Overwrite;

// help: -?; list: -q; convert: everything else, without an output the report alone.
enum class Job : std::uint8_t { convert, list, help };

// Whether the output goes on where it ends (-a).
enum class Append : std::uint8_t { no, yes };

// Value.
struct Options {
  Job job = Job::convert;
  std::vector<std::string> inputs;    // as they were written; patterns of names are expanded
  std::vector<std::string> counters;  // paths with wildcards; empty: all
  std::optional<LogFormat> format;    // nullopt: BIN, or that of the log that is gone on with
  std::string output;                 // empty: none
  LogWindow window;
  bool has_begin = false;  // -b was given
  Append append = Append::no;
  Overwrite overwrite = Overwrite::ask;
};

// The command line, and the files of -config and -cf that it names: what stands on the command line
// goes before what a settings file says; inputs and counters are added up. Errors: a word, value,
// line or file that cannot be understood or read.
[[nodiscard]] std::expected<Options, Failure> read_options(std::span<char* const> arguments);

}  // namespace openperflib::relog
