// The report as a page: what `export` writes into a file .html.
#pragma once

#include <string_view>

#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {

// Returns whether a file of that name is a page.
[[nodiscard]] bool is_name_of_page(std::string_view file) noexcept;

// Judges the log, and writes the page of `perflib report`. Errors: a sentence: an argument that a
// report does not have.
[[nodiscard]] BegunTool begin_report_page(ToolSession& session, const ToolArguments& arguments);

}  // namespace openperflib
