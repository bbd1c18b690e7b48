// A source that could not be read: the system's error, the file, and what was wrong in it.
#pragma once

#include <optional>
#include <string>

#include "openperflib/base/error.h"

namespace openperflib {

// Value. One of three is set: errno_value (the system refused), error (the bytes are wrong), or
// said (the database that holds the bytes refused).
struct SourceFault {
  int errno_value = 0;         // as the system call set it; 0 if the bytes were read
  std::string file;            // as shown to people: "/proc/4711/io"
  std::optional<Error> error;  // what was wrong in the bytes of the file
  std::string message = {};    // the database's own message, or empty
  bool operator==(const SourceFault&) const = default;
};

// Returns "no permission: /proc/4711/io", "no such file: /proc/pressure/cpu",
// "/proc/stat: cpu.user at byte 5: is not a number", "SQL:a.db!set: database is locked".
[[nodiscard]] std::string describe(const SourceFault& fault);

// Returns the description without the file: "no permission", "cpu.user at byte 5: is not a number".
// Empty if no reason was reported.
[[nodiscard]] std::string reason_of(const SourceFault& fault);

}  // namespace openperflib
