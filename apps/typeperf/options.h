// What one run of typeperf was asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/windows_tool/failure.h"
#include "apps/windows_tool/overwrite_question.h"
#include "openperflib/log/log_reader.h"

namespace openperflib::typeperf {

using windows_tool::Failure;
using windows_tool::Outcome;
using windows_tool::Overwrite;

enum class Job : std::uint8_t { record, list_counters, list_instances, help };

// A counter path as somebody wrote it, and where ("FILE:LINE"; "" on the command line).
struct WantedPath {
  std::string path;
  std::string place;
  bool operator==(const WantedPath&) const = default;
};

// Value.
struct Options {
  Job job = Job::record;
  std::vector<WantedPath> paths;
  LogFormat format = LogFormat::csv;
  std::chrono::seconds interval{1};
  std::optional<std::uint64_t> samples;  // nullopt: until somebody stops it
  std::string output;                    // empty: standard output
  std::string object;                    // of -q and -qx; empty: all
  std::string computer;                  // of paths that name none; empty: this one
  Overwrite overwrite = Overwrite::ask;
  std::vector<std::string> roots;  // folders to read instead of this machine
};

// The command line, and the files of -config and -cf that it names: what stands on the command line
// goes before what a settings file says, counters are added up. Errors: a word, value, line or file
// that cannot be understood or read.
[[nodiscard]] std::expected<Options, Failure> read_options(std::span<char* const> arguments);

}  // namespace openperflib::typeperf
