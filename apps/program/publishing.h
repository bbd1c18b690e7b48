// Publishing counter sets as this process, and the names of users.
#pragma once

#include <sys/types.h>

#include <expected>
#include <memory>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/runtime_folders.h"

namespace openperflib::apps {

// The name of a user; his number, if he has none.
[[nodiscard]] std::string user_name(uid_t user);

// In the runtime folder that the environment and the user give. Errors: those of
// Publisher::start().
[[nodiscard]] std::expected<std::unique_ptr<Publisher>, SourceFault> start_publisher();

// Where this process reads the counter sets of others.
[[nodiscard]] ReadingFolders reading_folders_of_process();

}  // namespace openperflib::apps
