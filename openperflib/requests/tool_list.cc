#include "openperflib/requests/tool_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace openperflib {
namespace {

std::string_view schema_type(ToolArgumentKind kind) {
  switch (kind) {
    case ToolArgumentKind::text:
    case ToolArgumentKind::time:
      return "string";
    case ToolArgumentKind::texts:
      return "array";
    case ToolArgumentKind::number:
      return "number";
    case ToolArgumentKind::flag:
      return "boolean";
  }
  return "string";
}

// Writes the JSON schema of the arguments.
void write_schema(JsonWriter& out, const Tool& tool) {
  out.begin_object();
  out.member("type", "object");
  out.key("properties");
  out.begin_object();
  for (const ToolArgument& one : tool.arguments) {
    out.key(one.name);
    out.begin_object();
    if (one.kind == ToolArgumentKind::time) {
      out.member("type", std::vector<std::string>{"string", "number"});
    } else {
      out.member("type", schema_type(one.kind));
    }
    if (one.kind == ToolArgumentKind::texts) {
      out.key("items");
      out.begin_object();
      out.member("type", "string");
      out.end_object();
    }
    out.member("description", one.description);
    out.end_object();
  }
  out.end_object();
  out.key("required");
  out.begin_array();
  for (const ToolArgument& one : tool.arguments) {
    if (one.is_required) out.value(one.name);
  }
  out.end_array();
  out.member("additionalProperties", false);
  out.end_object();
}

}  // namespace

void write_tool(JsonWriter& out, const Tool& tool) {
  out.member("name", tool.name);
  out.member("description", tool.description);
  out.key("inputSchema");
  write_schema(out, tool);
  out.key("annotations");
  out.begin_object();
  out.member("readOnlyHint", !tool.writes);
  out.end_object();
}

}  // namespace openperflib
