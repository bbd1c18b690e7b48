// A source that could not be read: what the system said, of which file, and what was wrong in it.
#pragma once

#include <optional>
#include <string>

#include "openperflib/base/error.h"

namespace openperflib {

// Value. errno_value is not 0 (the system refused), or error says what is wrong in the bytes, or
// said is what the program that holds them answered.
struct SourceFault {
  int errno_value = 0;         // as the system call left it; 0 where the bytes were read
  std::string file;            // as it is shown to people: "/proc/4711/io"
  std::optional<Error> error;  // what was wrong in the bytes of the file
  std::string said = {};       // by a database, in its own words; else empty
  bool operator==(const SourceFault&) const = default;
};

// "no permission: /proc/4711/io", "no such file: /proc/pressure/cpu",
// "/proc/stat: cpu.user at byte 5: is not a number", "SQL:a.db!set: database is locked".
[[nodiscard]] std::string describe(const SourceFault& fault);

// The same without the file: "no permission", "cpu.user at byte 5: is not a number". Empty where
// nothing is known but the file.
[[nodiscard]] std::string reason_of(const SourceFault& fault);

}  // namespace openperflib
