// The systemd unit that starts a collection.
//
// Source: systemd.syntax(7), systemd.service(5), systemd-escape(1).
#pragma once

#include <string>
#include <string_view>

namespace openperflib::logman {

// Value. The contents of a unit.
struct UnitFacts {
  std::string collection;
  std::string program;     // the path of logman
  std::string state_home;  // XDG_STATE_HOME, where the collection is found
};

// "openperflib-NAME.service": ASCII letters and digits, : _ and . are written as they are, other
// bytes as \xNN. The letter case of the name does not matter.
[[nodiscard]] std::string unit_name(std::string_view collection);

// The whole unit. The facts reach logman unchanged, whatever characters they contain.
[[nodiscard]] std::string unit_text(const UnitFacts& facts);

}  // namespace openperflib::logman
