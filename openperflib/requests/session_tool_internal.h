// Tools over a session of this machine: rows a second apart.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// Makes the result, once the rows were collected.
using WriteSession = std::function<std::string(CounterSession&)>;

// Collects `rows` rows of this machine; without paths all that is not costly. Errors: the client
// may not read it; a path is not one.
[[nodiscard]] BegunTool machine_tool(ToolSession& session, const std::vector<std::string>& paths,
                                     std::size_t rows, WriteSession write);

}  // namespace openperflib
