// The tools as a client sees them in a list: names, descriptions and schemas of their arguments.
//
// Source: docs/protocol.md.
#pragma once

#include "openperflib/requests/tool.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Writes the members that a tool has in tools/list of the Model Context Protocol.
void write_tool(JsonWriter& out, const Tool& tool);

}  // namespace openperflib
