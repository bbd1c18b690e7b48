#include <string>

#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/os/net/host_name.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {

std::string this_machine_name() { return host_name(); }

bool is_this_machine(std::string_view machine) {
  machine = without_backslashes(machine);
  if (machine.empty()) return true;
  const std::string name = this_machine_name();
  return equal_ignoring_case(machine, name) ||
         equal_ignoring_case(machine, std::string_view(name).substr(0, name.find('.')));
}

}  // namespace openperflib::compat
