// ModuleSettings: how the module of one service is run, from the values of its keys.
//
// Values. Source: docs/guide-v1.md; the values of Services\X\Performance and of Perflib.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/os/process/confinement_options.h"
#include "openperflib/provider/v1/host_protocol.h"
#include "openperflib/provider/v1/module_places.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Value: what the keys of the service and of Perflib say, and defaults for what they lack.
struct ModuleSettings {
  // Why the module is not called; empty: it is. For people, without the name of the service.
  std::string refusal = {};
  HostStart start = {};
  std::vector<std::byte> validation_code = {};  // SHA-256 of the trusted library; empty: any
  ConfinementOptions confinement = {};
  std::chrono::milliseconds open_timeout{10'000};
  std::chrono::milliseconds collect_timeout{10'000};
  bool supports_metadata = false;
  bool pads_lengths = false;                   // Configuration Flags 1
  bool never_disables = false;                 // 2
  bool refuses_silently = false;               // 4: a refused answer does not count as a failure
  bool lets_late_run = false;                  // 8
  std::chrono::milliseconds open_wait{5'000};  // OpenProcedureWaitTime: a slower Open is reported
  std::uint32_t event_level = 2;               // EventLogLevel
  bool operator==(const ModuleSettings&) const = default;
};

// Whether an event is logged at a level: 0 none, 1 those to 1013, 2 those to 2002, 3 all. What a
// module prints (0) is logged at all but 0.
[[nodiscard]] bool is_logged(std::uint32_t event, std::uint32_t level) noexcept;

// Reads the values of a registered service. A module that is disabled, or whose library is not
// named, has a refusal.
[[nodiscard]] ModuleSettings module_settings(const RegisteredService& service,
                                             const Registration& registration,
                                             const StoreFolders& folders,
                                             const ModulePlaces& places);

}  // namespace openperflib
