// The unit of systemd that starts a collection.
//
// Source: systemd.syntax(7), systemd.service(5), systemd-escape(1).
#pragma once

#include <string>
#include <string_view>

namespace openperflib::logman {

// Value. What stands in a unit.
struct UnitFacts {
  std::string collection;
  std::string program;     // the path of logman
  std::string state_home;  // XDG_STATE_HOME, that the collection is found by
};

// "openperflib-NAME.service": letters and digits of ASCII, : _ and . stand as they are, other bytes
// as
// \xNN. The name's letter case does not matter.
[[nodiscard]] std::string unit_name(std::string_view collection);

// The whole unit. Whatever stands in the facts reaches logman as it is.
[[nodiscard]] std::string unit_text(const UnitFacts& facts);

}  // namespace openperflib::logman
