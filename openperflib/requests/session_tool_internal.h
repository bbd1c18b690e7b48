// Tools over a session: rows of a log, or of this machine a second apart.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// What is done with each row, and at the end.
using TakeSessionRow = std::function<void(const CounterSession&)>;
using WriteSession = std::function<std::string(CounterSession&)>;

// Collects `rows` rows of this machine; without paths all that is not costly. Errors: the client
// may not read it; a path is not one.
[[nodiscard]] BegunTool machine_tool(ToolSession& session, const std::vector<std::string>& paths,
                                     std::size_t rows, WriteSession write);

// Collects all rows of a log in a window. Errors: as above.
[[nodiscard]] BegunTool log_rows_tool(ToolSession& session, const LogInputs& logs,
                                      const LogWindow& window,
                                      const std::vector<std::string>& paths, TakeSessionRow take,
                                      WriteSession write);

}  // namespace openperflib
