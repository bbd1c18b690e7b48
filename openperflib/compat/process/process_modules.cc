#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/compat/process/installed_files_internal.h"
#include "openperflib/compat/process/process_modules_internal.h"
#include "openperflib/compat/process/process_stores_internal.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/provider/v2/read/counter_sets.h"

namespace openperflib::compat {
namespace {

// Installed, in a program beside PREFIX/bin, and in the build tree.
std::string host_program() {
  constexpr std::string_view kName = "openperflib-v1-host";
  constexpr auto kPlaces = std::to_array<const char*>(
      {OPENPERFLIB_HOSTS_FROM_LIBRARIES, "../libexec/openperflib", "libexec/openperflib"});
  std::string program = find_program(kName, kPlaces);
  if (!program.empty()) return program;
  return library_folder() + kPlaces.front() + "/" + std::string(kName);
}

}  // namespace

std::string modules_folder() { return library_folder() + "openperflib/modules"; }

ModuleFactory process_modules(const TitleTable& fixed) {
  if (::secure_getenv(kHostSystemState) != nullptr) return {};
  return [&fixed](unsigned most_hosts) {
    const auto store = std::make_shared<TitleStore>(fixed, store_folders_of_process());
    std::vector<std::unique_ptr<Provider>> providers;
    providers.push_back(std::make_unique<CounterSets>(
        fixed, CounterSetsOptions{
                   .folders = reading_folders(trusted_variable("XDG_RUNTIME_DIR").value_or("")),
                   .stores = store->folders(),
                   .store = store}));
    providers.push_back(
        std::make_unique<V1Modules>(fixed, V1Options{.folders = store->folders(),
                                                     .store = store,
                                                     .places = {.host_program = host_program(),
                                                                .modules_folder = modules_folder(),
                                                                .variable = trusted_variable},
                                                     .most_hosts = most_hosts}));
    return providers;
  };
}

}  // namespace openperflib::compat
