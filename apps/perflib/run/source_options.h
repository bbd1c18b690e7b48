// The options that choose the source of readings, the same for every subcommand that has them.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/perflib/run/failure.h"
#include "openperflib/machine/local_source.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// Value. Bind it with add_source_options, then use machine_of.
struct SourceOptions {
  const Environment* environment = nullptr;  // set by add_source_options
  std::vector<std::string> roots;
  std::uint32_t page_size = 0;
  bool kernel_threads = false;
  bool names_with_ids = false;
};

// The last of the folders, whose machine is shown; empty: this machine.
[[nodiscard]] std::string newest_root(const SourceOptions& options);

// Whether there are options that change how Process and Thread are shown.
enum class ProcessOptions : std::uint8_t { offered, absent };

void add_source_options(CommandLine& line, SourceOptions& options, ProcessOptions of_processes);

// Returns what the options name, for jobs that open it themselves. It keeps as many descriptors
// open as the process may have: the soft limit is raised to the hard one. Errors: a folder cannot
// be read.
[[nodiscard]] std::expected<LocalSourceOptions, Failure> machine_of(const SourceOptions& options);

}  // namespace openperflib::apps
