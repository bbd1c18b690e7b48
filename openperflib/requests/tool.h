// Tools: the jobs as requests with named arguments, which an assistant, a server or a page can ask
// for.
//
// Source: docs/protocol.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/rules/located_json.h"

namespace openperflib {

class ToolSession;

// Why a tool gives no result. Value; most functions know only the sentence.
struct ToolRefusal {
  ToolRefusal(std::string why, std::string of = {});
  ToolRefusal(const char* why);

  std::string sentence;  // for the one who asked
  std::string file;      // of the request, as it names it, if that is the reason; otherwise empty
};

// A tool that runs. Resource, which its session outlives. It prints nothing, and runs only in
// step().
class ToolRun {
 public:
  virtual ~ToolRun() = default;
  // Runs for about 20 ms.
  [[nodiscard]] virtual std::expected<JobStep, ToolRefusal> step() = 0;
  [[nodiscard]] virtual JobProgress progress() const noexcept { return {}; }
  // After the last step: the result, one JSON object. Only once.
  [[nodiscard]] virtual std::string result() = 0;
  // After the last step: the columns of numbers that the result describes, one after the other.
  // Only once; empty for a tool without `has_columns`.
  [[nodiscard]] virtual std::vector<double> take_columns() { return {}; }
};
// A tool that has begun. Errors: the sentence names the argument.
using BegunTool = std::expected<std::unique_ptr<ToolRun>, ToolRefusal>;

// What an argument must be. time: a text on the clock of the log, or seconds since 1970 UTC.
enum class ToolArgumentKind : std::uint8_t { text, texts, number, flag, time };

// An argument of a tool. A row of its table.
struct ToolArgument {
  std::string_view name;
  ToolArgumentKind kind = ToolArgumentKind::text;
  bool is_required = false;
  std::string_view description;
};

// A row of the table of tools.
struct Tool {
  std::string_view name;
  std::string_view description;
  std::span<const ToolArgument> arguments;
  BegunTool (*begin)(ToolSession& session, const LocatedJson& arguments);
  // The result is useless without its columns: a transport of text alone does not offer the tool.
  bool has_columns = false;
  // It writes a file: a transport whose clients only read does not offer it.
  bool writes = false;
};

// All tools, in the order in which they are listed.
[[nodiscard]] std::span<const Tool> tools() noexcept;
// Null: there is no such tool.
[[nodiscard]] const Tool* find_tool(std::string_view name) noexcept;

// Checks the arguments and begins. Errors: the sentence names the argument.
[[nodiscard]] BegunTool begin_tool(const Tool& tool, ToolSession& session,
                                   const LocatedJson& arguments);

}  // namespace openperflib
