// ModulePlaces: what a consumer of performance modules says about all of them.
//
// Values. Only tools and compat read the environment, so that they pass in how.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/state/title_store.h"

namespace openperflib {

// Environment variables of hosts: the folders of the stores. A process that has them is a host,
// and so has no modules.
inline constexpr const char* kHostSystemState = "OPENPERFLIB_HOST_SYSTEM_STATE";
inline constexpr const char* kHostUserState = "OPENPERFLIB_HOST_USER_STATE";

// The value of an environment variable; nullopt: it is not set, or is not to be trusted.
using EnvironmentVariable = std::function<std::optional<std::string>(const std::string& name)>;

// Value: where hosts and libraries are, and what the environment says.
struct ModulePlaces {
  std::string host_program = {};      // openperflib-v1-host
  std::string modules_folder = {};    // of libraries that are named without a folder
  EnvironmentVariable variable = {};  // empty: none is set
  // The environment of hosts: host_environment(). V1Modules sets it.
  std::vector<std::string> environment = {};
};

// The environment of a host, NAME=value: the home and the language of the consumer, and the folders
// of its stores, which the library in a host uses whichever user the host runs as.
[[nodiscard]] std::vector<std::string> host_environment(const ModulePlaces& places,
                                                        const StoreFolders& folders);

}  // namespace openperflib
