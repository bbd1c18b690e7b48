// StoreFault: why a title store could not be read or changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"

namespace openperflib {

// What is wrong. compat and lodctr map each to its Win32 code.
enum class StoreErrc : std::uint8_t {
  no_permission,  // the folder or the lock is not this user's to write
  io,             // the system refused: source
  damaged,        // the file is not a title store, or one that cannot be read: source
  not_trusted,    // somebody else may write the file or its folder
  newer_version,  // written by a newer version of this library
  no_library,     // SQLite is not installed
  no_service,     // Services\NAME does not exist
  no_key,         // another key that does not exist
  no_value,
  already_installed,  // the titles of the service are installed
  not_installed,
  no_free_run,  // the range of indices has no gap that is long enough
  invalid,      // a name or a value that may not be stored
  no_provider,  // no provider or counter set has this GUID or name
};

// Value.
struct StoreFault {
  StoreErrc code = StoreErrc::io;
  SourceFault source = {};  // of io and damaged, and the file of others
  bool operator==(const StoreFault&) const = default;
};

// A fault without an error of the system; `name`: what the call was about, such as a service.
[[nodiscard]] StoreFault fault_about(StoreErrc code, std::string_view name);

// For people: "/var/lib/openperflib/titles.db: no permission".
[[nodiscard]] std::string describe(const StoreFault& fault);

}  // namespace openperflib
