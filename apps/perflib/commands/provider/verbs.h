// The verbs of `perflib provider`, each in a file of its own, and what they share.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/commands/provider/published_run.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/subcommand.h"
#include "openperflib/loading/load_fault.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/loading/service_settings.h"
#include "openperflib/state/title_store.h"

namespace openperflib::apps::provider_command {

struct Options {
  std::vector<std::string> words;  // the verb and what it is about
  ServiceModule module;
  std::string ini;                  // of test
  std::vector<std::string> values;  // of test: SETTING=VALUE
  bool cxx = false;
  bool json = false;
  std::string listen = "127.0.0.1:8125";  // of statsd
  std::string expire = "10m";
  std::uint32_t instances = StatsdLimits{}.instances;
};

// What follows the verb.
using Words = std::span<const std::string>;

// The verbs. `words` are as many as its row of the table in provider.cc allows.
Outcome list_providers(TitleStore& store, const Options& options);
Outcome show_provider(TitleStore& store, const std::string& name, const Options& options);
Outcome write_module(const std::string& folder, const Options& options);
Outcome test_module(const Subcommand& self, const std::string& library, const Options& options);
Outcome install(TitleStore& store, const std::string& place, const Options& options);
Outcome remove(TitleStore& store, const std::string& name);
Outcome set_values(TitleStore& store, Words words);
Outcome use(TitleStore& store, const std::string& name, ModuleUse how);
Outcome run_statsd(const Options& options);

// Reports each remark of a fault on stderr, and returns the fault as a failure.
std::unexpected<Failure> load_failed(std::string_view what, const LoadFault& fault);
// What a store has. Stores that cannot be read are reported, and count as empty.
std::shared_ptr<const Registration> read_store(TitleStore& store);
std::vector<std::string_view> service_names(const Registration& registration);
// The failure of a name that nothing has, with the nearest known ones.
std::unexpected<Failure> not_found(const std::string& name, std::string why,
                                   std::span<const std::string_view> known);
std::unexpected<Failure> no_such_service(const Registration& registration, const std::string& name);
// The last part of a path.
std::string base_name(std::string path);
std::expected<std::string, Failure> absolute(const std::string& path);
bool is_manifest(const std::string& path);

// SETTING=VALUE of a service.
struct Setting {
  const ServiceSetting* row;
  std::optional<RegisteredValue> value;  // nullopt: removed
};
std::expected<Setting, Failure> setting_of(const std::string& word);

}  // namespace openperflib::apps::provider_command
