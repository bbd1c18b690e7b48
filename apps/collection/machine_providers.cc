#include "apps/collection/machine_providers.h"

#include <chrono>
#include <utility>

#include "openperflib/machine/machine_providers.h"
#include "openperflib/machine/this_machine.h"

namespace openperflib::apps {
namespace {

// How long the tools wait at most for other processes, where no row is due afterwards.
constexpr std::chrono::seconds kSingleCollectionLimit{2};

}  // namespace

Environment environment_with_modules(const TitleTable& titles) {
  LocalSourceOptions machine = this_machine(titles);
  machine.time_limit = kSingleCollectionLimit;
  return {.titles = titles,
          .machine = std::move(machine),
          .described_machine = {.providers =
                                    machine_providers(titles, {.hosts = V1Options::Hosts::none})}};
}

}  // namespace openperflib::apps
