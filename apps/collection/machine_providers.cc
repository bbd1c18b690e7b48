#include "apps/collection/machine_providers.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/program/module_folders.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/provider/v2/read/counter_sets.h"

namespace openperflib::apps {
namespace {

// None in a program that has gained privileges: its caller would choose what it loads.
std::optional<std::string> trusted_variable(const std::string& name) {
  const char* const value = ::secure_getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

ProviderFactory counter_sets_and_modules(const TitleTable& titles, V1Options::Hosts hosts) {
  return [&titles, hosts] {
    const auto store = std::make_shared<TitleStore>(titles, store_folders_of_process());
    std::vector<std::unique_ptr<Provider>> providers;
    providers.push_back(std::make_unique<CounterSets>(
        titles, CounterSetsOptions{
                    .folders = counter_set_folders(), .stores = store->folders(), .store = store}));
    providers.push_back(std::make_unique<V1Modules>(titles, V1Options{.folders = store->folders(),
                                                                      .store = store,
                                                                      .places = module_places(),
                                                                      .hosts = hosts}));
    return providers;
  };
}

}  // namespace

Environment environment_with_modules(const TitleTable& titles) {
  return {.titles = titles,
          .providers = counter_sets_and_modules(titles, V1Options::Hosts::started),
          .described_providers = counter_sets_and_modules(titles, V1Options::Hosts::none),
          .log_event = system_event_log()};
}

ReadingFolders counter_set_folders() {
  return reading_folders(trusted_variable("XDG_RUNTIME_DIR").value_or(""));
}

ModulePlaces module_places() {
  return {.host_program = module_host_program(),
          .modules_folder = modules_folder(),
          .variable = trusted_variable};
}

}  // namespace openperflib::apps
