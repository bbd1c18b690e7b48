#include "openperflib/machine/this_machine.h"

#include "openperflib/machine/event_log.h"
#include "openperflib/machine/machine_providers.h"

namespace openperflib {

LocalSourceOptions this_machine(const TitleTable& fixed) {
  LocalSourceOptions options;
  options.providers = machine_providers(fixed);
  options.log_event = system_event_log();
  return options;
}

}  // namespace openperflib
