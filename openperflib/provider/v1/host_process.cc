#include "openperflib/provider/v1/host_process.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "openperflib/provider/system_fault_internal.h"

namespace openperflib {
// The pipe is for what the module prints: one that floods it loses its text, and does not wait.
std::expected<HostProcess, SourceFault> start_host_process(const ModuleSettings& settings,
                                                           const ModulePlaces& places) {
  std::array<int, 2> sockets{};
  std::array<int, 2> pipe{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    return std::unexpected(system_fault(errno, "socket"));
  }
  UniqueFd ours(sockets[0]);
  const UniqueFd theirs(sockets[1]);
  if (::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return std::unexpected(system_fault(errno, "pipe"));
  }
  UniqueFd output(pipe[0]);
  const UniqueFd their_output(pipe[1]);
  auto process = ChildProcess::start({.program = places.host_program,
                                      .arguments = to_arguments(settings.confinement),
                                      .environment = places.environment,
                                      .socket = theirs.get(),
                                      .output = their_output.get(),
                                      .idle_processor_time = kIdleProcessorTime});
  if (!process.has_value()) return std::unexpected(std::move(process).error());
  return HostProcess{std::move(ours), std::move(output), *std::move(process)};
}

}  // namespace openperflib
