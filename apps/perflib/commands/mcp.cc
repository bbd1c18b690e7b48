// perflib mcp: performance logs and this machine for assistants, over standard input and output.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/requests/local/named_jobs.h"
#include "openperflib/requests/local/tool_environment.h"
#include "openperflib/requests/mcp_server.h"
#include "openperflib/requests/tool_session.h"

namespace openperflib::apps {
namespace mcp_command {
namespace {

struct Options {
  std::vector<std::string> folders;
  bool logs_only = false;
  SourceOptions source;  // this machine
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("FOLDER...", options.folders,
                  "Folders whose logs may be read; all other files are refused")
      .required();
  line.add_flag("--logs-only", options.logs_only, "Do not offer the counters of this machine");
  add_source_options(line, options.source, ProcessOptions::absent);
}

// The lines of the client. A line that is too long is passed on cut, and refused as such.
class ClientLines {
 public:
  // Passes the whole lines of what was read to the server.
  void add(std::string_view bytes, McpServer& server) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      keep(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      server.take(std::exchange(line_, {}));
      bytes.remove_prefix(end + 1);
    }
  }
  // The last line may lack its end.
  void end(McpServer& server) { server.take(std::exchange(line_, {})); }

 private:
  void keep(std::string_view part) {
    constexpr std::size_t kMost = RpcMessage::kMostBytes + 1;
    line_ += part.substr(0, kMost - std::min(kMost, line_.size()));
  }
  std::string line_;
};

// Errors: a folder cannot be read.
std::expected<ToolEnvironment, Failure> tools_for(const Options& options) {
  JobAccess access{.folders = options.folders};
  if (!options.logs_only) access.machine = OPENPERFLIB_TRY(machine_of(options.source));
  auto environment = tool_environment(std::move(access), options.source.environment->titles);
  if (!environment.has_value()) return failed(environment.error());
  return *std::move(environment);
}

Step send_output(McpServer& server) {
  for (std::string line : server.take_output()) {
    line += '\n';
    const auto written = write_all(STDOUT_FILENO, line);
    if (written.has_value()) continue;
    return failed(SourceFault{
        .errno_value = written.error(), .file = "standard output", .error = std::nullopt});
  }
  return {};
}

// Reads what the client has sent; while a tool runs, only what is there already. Returns whether
// there may be more.
bool read_input_of(McpServer& server, ClientLines& lines) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const int wait = server.is_busy() ? 0 : -1;
  if (::poll(&input, 1, wait) <= 0) return true;
  std::array<char, 65536> bytes;
  const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (got > 0) lines.add(std::string_view(bytes.data(), static_cast<std::size_t>(got)), server);
  if (got == 0) lines.end(server);
  return got > 0;
}

Outcome serve(McpServer& server) {
  ClientLines lines;
  bool has_input = true;
  while (has_input || server.is_busy()) {
    if (has_input) has_input = read_input_of(server, lines);
    server.step();
    OPENPERFLIB_TRY(send_output(server));
  }
  return Ending::success;
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  const Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  McpServer server(OPENPERFLIB_TRY(tools_for(options)), OPENPERFLIB_VERSION);
  return serve(server);
}

}  // namespace
}  // namespace mcp_command

const Subcommand kMcp = {
    .name = "mcp",
    .summary = "Let an AI assistant read logs and this machine (Model Context Protocol)",
    .examples =
        "  perflib mcp /var/log/perf              the logs of a folder, and this machine\n"
        "  perflib mcp ~/logs ~/more --logs-only\n",
    .run = mcp_command::run,
};

}  // namespace openperflib::apps
