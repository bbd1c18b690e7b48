// The processor time of the newest row of a query that no process accounts for.
//
// Source: docs/adr/0039-short-lives-are-seen.md.
#pragma once

#include <optional>
#include <string_view>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/query/query.h"

namespace openperflib {

// The paths of a query that tell what processes do not account for. Value.
struct RemainderPaths {
  Query::PathId processes = 0;         // shows_time_of_processes()
  Query::PathId processors = 0;        // kTimeOfProcessors
  std::optional<Query::PathId> forks;  // kForksPerSecond; nullopt: it is not read
  bool operator==(const RemainderPaths&) const = default;
};

// Returns whether a path shows the processor time of all processes of one machine, as
// kTimeOfProcesses does in any spelling.
[[nodiscard]] bool shows_time_of_processes(std::string_view path);

// Returns whether a series is the processor time of a process, or of all.
[[nodiscard]] bool is_time_of_process(const Series& series);

// Returns the remainder of the newest row; nullopt if a part of it is not known: rates need two
// samples, and a log may have only some processes (those of a whole machine have a total).
[[nodiscard]] std::optional<CpuRemainder> cpu_remainder(const Query& query,
                                                        const RemainderPaths& paths);

}  // namespace openperflib
