// JobFault: why a job has no model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/open_log_fault.h"

namespace openperflib {

enum class LogObstacle : std::uint8_t;  // log/log_job.h

// Value.
struct JobFault {
  // What failed, and which members below have the details.
  enum class Kind : std::uint8_t {
    not_a_log,        // a log cannot be opened: `log`
    not_a_path,       // a word is not a counter path: `path`, `syntax`
    unreadable,       // a log cannot be read to its end, or a machine not at all: `source`
    unwritable,       // what the job writes cannot be written: `source`
    no_samples,       // a log has none, or none in the window: `path` is its file
    nothing_common,   // two logs have no time in common
    no_series,        // a log has none that was asked for, or none at all: `path` is its file
    obstacle,         // a log cannot be written in the format: `path` is its file, `obstacle`
    exists,           // the file that is to be written: `path`
    target_is_input,  // a log set would be appended to itself: `path`
    ends_later,       // the log that is appended to ends after the first sample of the copy: `path`
    too_many_columns,  // a text log would be wider than asked for: `path`, and `columns` it would
                       // have
    stopped,           // the caller stopped it
  };
  Kind kind = Kind::stopped;
  OpenLogFault log = {};
  LogObstacle obstacle = {};
  std::string path = {};
  std::size_t columns = 0;
  Error syntax = {};
  SourceFault source = {};
};

// Returns the file that the fault is about, as it was opened; of logs that cannot be read together
// the one that is unlike those before it. Empty: it is about none.
[[nodiscard]] std::string_view file_of(const JobFault& fault) noexcept;

// A sentence without the name of a program, such as "no such file: day.blg".
[[nodiscard]] std::string describe(const JobFault& fault);

// Returns the fault of a log that cannot be opened.
[[nodiscard]] JobFault not_a_log(OpenLogFault fault);
// Returns the fault of a word that is not a counter path; `syntax` is what Query::add() says of it.
[[nodiscard]] JobFault not_a_path(std::string path, const Error& syntax);
// Returns the fault of a source that cannot be read, or not to its end.
[[nodiscard]] JobFault unreadable(SourceFault fault);
// Returns the fault of a target that cannot be written.
[[nodiscard]] JobFault unwritable(SourceFault fault);

}  // namespace openperflib
