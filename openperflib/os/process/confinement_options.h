// How a host is confined, and the program arguments that say so.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace openperflib {

// The value Sandbox of a service.
enum class Sandbox : std::uint8_t {
  strict,   // files and system calls are restricted; sockets are AF_UNIX
  network,  // the same with AF_INET and AF_INET6
  none,     // only privileges and resources are limited
};

// Whom a process started by root becomes; it has no other groups.
struct ProcessUser {
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const ProcessUser&) const = default;
};

inline constexpr std::uint64_t kUsualMemoryLimit = std::uint64_t{512} << 20U;

// Value.
struct ConfinementOptions {
  Sandbox sandbox = Sandbox::strict;
  std::vector<std::string> readable = {};  // absolute: files, or folders with all below them
  std::uint64_t memory_limit = kUsualMemoryLimit;  // bytes of address space; 0: unlimited
  std::optional<ProcessUser> user = std::nullopt;  // nullopt: stays who it is
  bool operator==(const ConfinementOptions&) const = default;
};

// The arguments of openperflib-v1-host: --sandbox=strict|network|none, --memory=BYTES,
// --user=UID:GID, and --readable=PATH for each path.
[[nodiscard]] std::vector<std::string> to_arguments(const ConfinementOptions& options);
// The reverse, of what follows the program's name. Errors: the argument that is not one of these.
[[nodiscard]] std::expected<ConfinementOptions, std::string> read_arguments(
    std::span<const char* const> arguments);

}  // namespace openperflib
