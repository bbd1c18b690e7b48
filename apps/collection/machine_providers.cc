#include "apps/collection/machine_providers.h"

#include "openperflib/machine/event_log.h"
#include "openperflib/machine/machine_providers.h"

namespace openperflib::apps {

Environment environment_with_modules(const TitleTable& titles) {
  return {.titles = titles,
          .providers = machine_providers(titles),
          .described_providers = machine_providers(titles, {.hosts = V1Options::Hosts::none}),
          .log_event = system_event_log()};
}

}  // namespace openperflib::apps
