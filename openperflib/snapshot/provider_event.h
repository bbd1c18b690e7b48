// ProviderEvent: what a provider reports for the system's log, as Windows' own do.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace openperflib {

// Value. Passed on at most once a minute for each service and number.
struct ProviderEvent {
  std::string service;
  std::uint32_t id = 0;  // of the source Perflib, 1000 to 3000; 0: a line that the module printed
  std::string text;      // for people
  bool operator==(const ProviderEvent&) const = default;
};

// Receives the events of a collection.
using EventSink = std::function<void(const ProviderEvent&)>;

}  // namespace openperflib
