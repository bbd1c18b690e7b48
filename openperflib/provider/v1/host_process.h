// HostProcess: the process that runs one module, as its consumer holds it.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <optional>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/process/child_process.h"
#include "openperflib/provider/v1/module_settings.h"

namespace openperflib {

// What a host costs its consumer: the socket, the pipe, and the hold on the process.
inline constexpr unsigned kDescriptorsOfHost = 3;

// What a module may use of processors between two collections, in all its threads.
inline constexpr std::chrono::minutes kIdleProcessorTime{1};

// Resource. `process` is absent where a test plays the host.
struct HostProcess {
  UniqueFd socket;
  UniqueFd output;  // what the module prints; -1: nothing is read
  std::optional<ChildProcess> process;
};
// Makes a host for the module with these settings. Errors: why none was made.
using StartHost = std::function<std::expected<HostProcess, SourceFault>(const ModuleSettings&)>;

// A process of openperflib-v1-host, to which nothing was sent yet. Errors: those of the system, and
// of the program's file.
[[nodiscard]] std::expected<HostProcess, SourceFault> start_host_process(
    const ModuleSettings& settings, const ModulePlaces& places);

}  // namespace openperflib
