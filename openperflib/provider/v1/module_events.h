// ModuleEvents: what happened to a module that belongs into the system's log.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/snapshot/provider_event.h"

namespace openperflib {

// Value. `level`: the EventLogLevel, which lets only some through (is_logged()).
class ModuleEvents {
 public:
  // `service`: the source that each event names.
  ModuleEvents(std::string service, std::uint32_t level)
      : service_(std::move(service)), level_(level) {}

  void add(std::uint32_t id, std::string text);  // `id`: of the source Perflib; 0: output
  // Some of what the module has printed into a pipe that does not block; -1: there is none.
  void add_output(int pipe);
  // What was added since the last call.
  [[nodiscard]] std::vector<ProviderEvent> take() { return std::exchange(events_, {}); }

 private:
  std::string service_;
  std::uint32_t level_;
  std::vector<ProviderEvent> events_;
};

}  // namespace openperflib
