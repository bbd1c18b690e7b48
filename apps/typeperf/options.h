// The command line of a run of typeperf.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/drop_in/failure.h"
#include "apps/drop_in/options.h"
#include "apps/drop_in/overwrite_question.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::typeperf {

using drop_in::Failure;
using drop_in::Outcome;
using drop_in::Overwrite;

enum class Job : std::uint8_t { record, list_counters, list_instances, help };

// A counter path as it was written, and where ("FILE:LINE"; "" on the command line).
struct WantedPath {
  std::string path;
  std::string place;
  bool operator==(const WantedPath&) const = default;
};

// Value.
struct Options {
  const apps::Environment* environment = nullptr;  // set by who runs it
  Job job = Job::record;
  std::vector<WantedPath> paths;
  LogFormat format = LogFormat::csv;
  std::chrono::seconds interval{1};
  std::optional<std::uint64_t> samples;  // nullopt: until it is stopped
  std::string output;                    // empty: standard output
  std::optional<LogTarget> target;       // of rows that go to `output`
  std::string object;                    // of -q and -qx; empty: all
  std::string computer;                  // of paths that name none; empty: this one
  Overwrite overwrite = Overwrite::ask;
  std::vector<std::string> roots;  // folders to read instead of this machine
};

// Reads the command line, and the files of -config and -cf that it names. Options on the command
// line take precedence over those of settings files; counters of both are used. Errors: a word,
// value or line that is not valid, or a file that cannot be read.
[[nodiscard]] std::expected<Options, Failure> read_options(std::span<char* const> arguments);

// Returns the row of an option's name in lower case, without its sign; null: there is no such
// option.
[[nodiscard]] const drop_in::OptionRow* find_option(std::string_view name);

// "-f": all options of the help, and those that the Windows tool accepts without documenting them.
[[nodiscard]] std::vector<std::string> option_names();

}  // namespace openperflib::typeperf
