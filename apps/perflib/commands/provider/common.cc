// What several verbs of `perflib provider` share.
#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "apps/perflib/commands/provider/shown.h"
#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/messages.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps::provider_command {

std::unexpected<Failure> load_failed(std::string_view what, const LoadFault& fault) {
  for (const FileRemark& remark : fault.remarks) print_error_line(describe(remark));
  return failed(what, describe(fault));
}

std::shared_ptr<const Registration> read_store(TitleStore& store) {
  auto registration = store.read();
  for (const StoreFault& fault : store.faults()) print_error_line("perflib: " + describe(fault));
  return registration;
}

std::vector<RunningSetFacts> read_offered_sets() {
  OfferedSets offered = offered_sets(HostEnvironment::counter_set_folders());
  for (const SourceFault& refused : offered.refused) print_error(refused.file, refused.message);
  return std::move(offered.sets);
}

std::unexpected<Failure> not_found(const std::string& name, std::string why,
                                   std::span<const std::string_view> known) {
  std::string_view before = "; did you mean ";
  for (const auto& one : nearest_names(name, known, 3)) {
    why += std::string(before) + std::string(one);
    before = ", ";
  }
  return does_not_exist(name, why);
}

std::vector<std::string_view> service_names(const Registration& registration) {
  std::vector<std::string_view> names;
  for (const RegisteredService& service : registration.services()) names.emplace_back(service.name);
  return names;
}

std::unexpected<Failure> no_such_service(const Registration& registration,
                                         const std::string& name) {
  return not_found(name, "no such service", service_names(registration));
}

std::string base_name(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

std::expected<std::string, Failure> absolute(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(path.c_str(), nullptr),
                                                          &std::free);
  if (whole != nullptr) return std::string(whole.get());
  return failed(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
}

bool is_manifest(const std::string& path) { return folded(path).ends_with(".man"); }

}  // namespace openperflib::apps::provider_command
