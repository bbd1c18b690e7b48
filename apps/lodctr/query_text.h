// What lodctr /Q prints about the registered services.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/state/store/registration.h"

namespace openperflib::lodctr {

// The lines about the title database and a blank line. Lines end with CR LF.
[[nodiscard]] std::string database_text(const Registration& registration);

// The lines about a service; those with its numbers only if its titles are installed.
[[nodiscard]] std::string service_text(const RegisteredService& service);

// The base service of that name, in any letter case: PerfDisk, PerfNet, PerfOS or PerfProc. Windows
// has a module for each; here the objects of this system take their place, which are always
// enabled.
[[nodiscard]] std::optional<std::string_view> base_service(std::string_view name) noexcept;

// The lines about a base service: it has no numbers, and its procedures are not in a library.
[[nodiscard]] std::string base_service_text(std::string_view service);

// Both, for all services that have a key Performance, with a blank line between services.
[[nodiscard]] std::string registration_text(const Registration& registration);

}  // namespace openperflib::lodctr
