// Any lines as those of a client: each gets its answers, which are JSON, and a tool that runs ends.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/requests/mcp_server.h"
#include "openperflib/rules/located_json.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  ToolEnvironment environment{.titles = fixed_titles()};
  environment.file_of = [](const std::string& path) -> std::expected<std::string, std::string> {
    return std::unexpected(path + ": no such file");
  };
  McpServer server(std::move(environment), "0");
  std::string_view lines(reinterpret_cast<const char*>(data), size);
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    server.take(line);
    while (server.is_busy()) server.step();
    for (const std::string& answer : server.take_output()) {
      require(answer.find('\n') == std::string::npos);
      require(LocatedJson::parse(answer).has_value());
    }
  }
  return 0;
}
