#include "apps/collection/machine_providers.h"

#include <array>
#include <cstdlib>
#include <memory>

#include "apps/program/module_folders.h"
#include "openperflib/provider/v1/v1_modules.h"

namespace openperflib::apps {
namespace {

// What a host inherits: the user's home and language, and nothing else.
std::vector<std::string> host_environment() {
  std::vector<std::string> environment;
  for (const char* const name : {"HOME", "LANG", "LC_ALL", "LC_MESSAGES"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr) environment.push_back(std::string(name) + "=" + value);
  }
  return environment;
}

ProviderFactory modules(const TitleTable& titles, V1Options::Hosts hosts) {
  return [&titles, hosts] {
    std::vector<std::unique_ptr<Provider>> providers;
    providers.push_back(std::make_unique<V1Modules>(
        titles,
        V1Options{
            .folders = store_folders_of_process(), .places = module_places(), .hosts = hosts}));
    return providers;
  };
}

}  // namespace

Environment environment_with_modules(const TitleTable& titles) {
  return {.titles = titles,
          .providers = modules(titles, V1Options::Hosts::started),
          .described_providers = modules(titles, V1Options::Hosts::none),
          .log_event = system_event_log()};
}

ModulePlaces module_places() {
  return {.host_program = module_host_program(),
          .modules_folder = modules_folder(),
          .environment = host_environment()};
}

}  // namespace openperflib::apps
