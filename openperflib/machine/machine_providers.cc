#include "openperflib/machine/machine_providers.h"

#include <memory>
#include <vector>

#include "openperflib/machine/host_environment.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

ProviderFactory machine_providers(const TitleTable& fixed, ModuleOptions modules) {
  return [&fixed, modules] {
    std::vector<std::unique_ptr<Provider>> providers;
    if (HostEnvironment::is_module_host()) return providers;
    const auto store = std::make_shared<TitleStore>(fixed, HostEnvironment::stores());
    providers.push_back(std::make_unique<CounterSets>(
        fixed, CounterSetsOptions{.folders = HostEnvironment::counter_set_folders(),
                                  .stores = store->folders(),
                                  .store = store}));
    providers.push_back(
        std::make_unique<V1Modules>(fixed, V1Options{.folders = store->folders(),
                                                     .store = store,
                                                     .places = HostEnvironment::module_places(),
                                                     .hosts = modules.hosts,
                                                     .most_hosts = modules.most_hosts}));
    return providers;
  };
}

}  // namespace openperflib
