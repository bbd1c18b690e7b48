// What lodctr /Q prints about the registered services.
#pragma once

#include <string>

#include "openperflib/state/registration.h"

namespace openperflib::lodctr {

// The lines about the title database and a blank line. Lines end with CR LF.
[[nodiscard]] std::string database_text(const Registration& registration);

// The lines about a service; those with its numbers only if its titles are installed.
[[nodiscard]] std::string service_text(const RegisteredService& service);

// Both, for all services that have a key Performance, with a blank line between services.
[[nodiscard]] std::string registration_text(const Registration& registration);

}  // namespace openperflib::lodctr
