// A program for WebAssembly that answers requests (docs/protocol.md) about logs, as `perflib mcp`
// does: lines of standard input are requests, lines of standard output their answers. It proves
// that the portable layers link, and is measured.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/log/file_formats.h"
#include "openperflib/log/log_support.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/requests/mcp_server.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr auto kFiles = std::to_array<LogFileSupport>({
    {LogFormat::csv, &open_text_log, &create_text_log, nullptr},
    {LogFormat::tsv, &open_text_log, &create_text_log, nullptr},
    {LogFormat::blg, &open_blg, &create_blg, &create_blg_of_blocks},
});

constexpr LogSupport kSupport{.files = kFiles};

std::string read_all(int fd) {
  const ByteSource source = ByteSource::of_descriptor(fd);
  std::string text;
  for (std::vector<char> piece(std::size_t{1} << 16U);;) {
    const auto got = source.read_next(text.size(), std::as_writable_bytes(std::span(piece)));
    if (got.value_or(0) == 0) return text;
    text.append(piece.data(), *got);
  }
}

bool send(McpServer& server) {
  for (std::string line : server.take_output()) {
    line += '\n';
    if (!write_all(STDOUT_FILENO, line).has_value()) return false;
  }
  return true;
}

// Answers one request completely.
bool answer(McpServer& server, std::string_view line) {
  server.take(line);
  while (server.is_busy()) server.step();
  return send(server);
}

}  // namespace

const LogSupport& log_support() noexcept { return kSupport; }

}  // namespace openperflib

int main() {
  using namespace openperflib;
  ToolEnvironment environment{.titles = fixed_titles()};
  environment.rules = read_rules(built_in_rules()).value_or(std::vector<Rule>());
  environment.file_of = [](const std::string& path) { return path; };
  McpServer server(std::move(environment), "0");
  const std::string requests = read_all(STDIN_FILENO);
  for (std::string_view left = requests; !left.empty();) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    if (!answer(server, left.substr(0, end))) return 1;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
}
