// The names that logs have, for the completion of a word while it is typed.
#pragma once

#include <span>
#include <string>

#include "openperflib/query/known_names.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Returns what the first records of the logs name: of each, 64 records of at most 64 MiB, so that
// it answers at once. An object of several logs or machines is one, without a machine. A log that
// cannot be opened, or is not a file or a folder, names nothing; a set of a database is read only
// where the database is a file. The texts of `titles` must outlive the call.
[[nodiscard]] KnownNames names_of_logs(std::span<const std::string> logs, const TitleTable& titles);

}  // namespace openperflib
