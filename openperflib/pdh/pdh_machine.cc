#include "openperflib/pdh/pdh_machine.h"

#include "openperflib/text/utf16.h"

namespace openperflib {

bool is_name_of_machine(std::string_view asked, std::string_view name) {
  return asked.empty() || asked == "." || equal_ignoring_case(asked, "localhost") ||
         equal_ignoring_case(asked, name) ||
         equal_ignoring_case(asked, name.substr(0, name.find('.')));
}

}  // namespace openperflib
