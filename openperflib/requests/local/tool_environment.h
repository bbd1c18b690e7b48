// What the tools of a client may use on this system: files of folders, and a machine.
#pragma once

#include <expected>
#include <string>

#include "openperflib/requests/local/named_jobs.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The built-in rules and those of `access`, its files and its machine, which is opened when a tool
// needs it and whose rows are a second apart. `titles` outlives the result. Errors, as sentences: a
// folder that cannot be read; a mistake in the rules.
[[nodiscard]] std::expected<ToolEnvironment, std::string> tool_environment(
    JobAccess access, const TitleTable& titles);

}  // namespace openperflib
