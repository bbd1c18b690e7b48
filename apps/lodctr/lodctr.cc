#include "apps/lodctr/lodctr.h"

#include <fmt/core.h>

#include <string>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"
#include "apps/lodctr/completion.h"
#include "apps/lodctr/failure.h"
#include "apps/lodctr/help.h"
#include "apps/lodctr/load_failure.h"
#include "apps/lodctr/options.h"
#include "apps/lodctr/query_text.h"
#include "apps/program/prepare_process.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/library_trust.h"
#include "openperflib/loading/manifest_loading.h"
#include "openperflib/loading/name_files.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/loading/title_backup.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/machine/installed_files.h"
#include "openperflib/text/printable.h"

namespace openperflib::lodctr {
namespace {

using drop_in::print;

constexpr std::string_view kTool = "lodctr";
constexpr std::string_view kRebuilding =
    "Unable to rebuild performance counter setting from system backup store";

// "Info: TEXT" after a blank line and the lines before it, which end with CR LF.
Outcome print_success(std::string_view lines, std::string_view text) {
  return print(fmt::format("\r\n{}Info: {}\r\n", lines, text));
}

std::string warning_line(std::string_view text) {
  return fmt::format("Warning: {}\r\n", printable(text));
}

Outcome install(TitleStore& store, const std::string& ini) {
  const auto installed = install_service(store, ini, installed_modules_folder());
  if (!installed.has_value()) {
    const LoadFault& fault = installed.error();
    const bool is_there =
        fault.code == LoadErrc::store && fault.store.code == StoreErrc::already_installed;
    if (!is_there) {
      drop_in::remark_on_windows_path(kTool, ini);
      return load_failure(fmt::format("Unable to install performance counters in {}", ini), fault);
    }
    return failure_of(
        fmt::format("Performance counters of {} are already installed", fault.service),
        windows_code(fault));
  }
  std::string lines = remark_lines(installed->notes);
  if (installed->not_trusted.has_value()) {
    lines += warning_line(fmt::format("The library of {} is not trusted: {}", installed->service,
                                      describe(*installed->not_trusted)));
  }
  return print_success(
      lines, fmt::format("Successfully installed performance counters in {}", printable(ini)));
}

Outcome register_manifest(TitleStore& store, const Request& request) {
  const std::string& file = request.subject;
  const auto installed = install_manifest(store, file, request.folder);
  if (!installed.has_value()) {
    drop_in::remark_on_windows_path(kTool, file);
    return load_failure(fmt::format("Unable to install performance counters in {}", file),
                        installed.error());
  }
  const std::string lines = remark_lines(installed->notes);
  if (installed->installed.empty()) {
    return print_success(
        lines, fmt::format("Performance counters in {} are already installed", printable(file)));
  }
  return print_success(
      lines, fmt::format("Successfully installed performance counters in {}", printable(file)));
}

Outcome save(TitleStore& store, const std::string& file) {
  const auto saved = save_titles(store, file);
  if (!saved.has_value()) {
    return load_failure(fmt::format("Unable to save performance counter setting to {}", file),
                        saved.error());
  }
  return print_success(
      {}, fmt::format("Successfully saved performance counter setting to {}", printable(file)));
}

Outcome restore(TitleStore& store, const std::string& file) {
  const auto restored = restore_titles(store, file);
  if (!restored.has_value()) {
    return load_failure(fmt::format("Unable to restore performance counter setting from {}", file),
                        restored.error());
  }
  std::string lines = remark_lines(restored->remarks);
  for (const RestoredNote& note : restored->notes) lines += warning_line(describe(note));
  return print_success(
      lines,
      fmt::format("Successfully restored performance counter setting from {}", printable(file)));
}

// All services but these were rebuilt.
std::unexpected<Failure> left_out(std::span<const StoreFault> faults) {
  std::string lines;
  for (const StoreFault& fault : faults) lines += warning_line(describe(fault));
  (void)print("\r\n" + lines);  // the failure follows anyway
  return failure_of(fmt::format("{}: {} left out", kRebuilding,
                                faults.size() == 1 ? "a service is" : "services are"),
                    windows_code(faults.front()));
}

Outcome rebuild(TitleStore& store) {
  const auto rebuilt = store.rebuild(store.own_scope(), titles_of);
  if (!rebuilt.has_value()) {
    return load_failure(kRebuilding, {.code = LoadErrc::store, .store = rebuilt.error()});
  }
  if (!rebuilt->empty()) return left_out(*rebuilt);
  return print_success({},
                       "Successfully rebuilt performance counter setting from system backup store");
}

Outcome trust(TitleStore& store, const std::string& service) {
  const auto library = trust_library(store, service, installed_modules_folder());
  if (!library.has_value()) {
    return load_failure(fmt::format("Unable to trust the library of {}", service), library.error());
  }
  return print_success({}, fmt::format("Successfully marked {} as trusted: {}", printable(service),
                                       printable(*library)));
}

Outcome use_module(TitleStore& store, const std::string& service, ModuleUse use) {
  const auto changed = set_module_use(store, service, use);
  if (changed.has_value()) return {};
  const bool is_unknown = changed.error().code == LoadErrc::store &&
                          changed.error().store.code == StoreErrc::no_service;
  const auto base = is_unknown ? base_service(service) : std::nullopt;
  if (base.has_value() && use == ModuleUse::enabled) return {};
  if (base.has_value()) {
    return failure_of(fmt::format("Unable to disable performance counters of {}: they are those of "
                                  "this system",
                                  *base),
                      ERROR_NOT_SUPPORTED);
  }
  const std::string_view verb = use == ModuleUse::enabled ? "enable" : "disable";
  return load_failure(fmt::format("Unable to {} performance counters of {}", verb, service),
                      changed.error());
}

// A store that cannot be read looks empty, which must not be taken for the truth.
Outcome check_readable(const TitleStore& store) {
  if (store.faults().empty()) return {};
  return load_failure("Unable to query performance counters",
                      {.code = LoadErrc::store, .store = store.faults().front()});
}

Outcome query(TitleStore& store) {
  const auto registration = store.read();
  OPENPERFLIB_TRY(print(registration_text(*registration)));
  return check_readable(store);
}

Outcome query_service(TitleStore& store, const std::string& name) {
  const auto registration = store.read();
  const RegisteredService* const service = registration->find(name);
  if (service == nullptr) OPENPERFLIB_TRY(check_readable(store));
  const auto base = service == nullptr ? base_service(name) : std::nullopt;
  if (base.has_value()) return print(database_text(*registration) + base_service_text(*base));
  if (service == nullptr) {
    return failure_of(fmt::format("Unable to query performance counters of {}: there is no such "
                                  "service",
                                  name),
                      ERROR_SERVICE_DOES_NOT_EXIST);
  }
  return print(database_text(*registration) + service_text(*service));
}

Outcome rename(TitleStore& store, const Request& request) {
  const auto updated = update_names(store, request.names, request.help_texts, request.language);
  if (!updated.has_value()) {
    return load_failure("Unable to update performance counter text", updated.error());
  }
  return print_success({},
                       fmt::format("Successfully updated performance counter text of language {}",
                                   printable(request.language)));
}

Outcome perform(TitleStore& store, const Request& request) {
  switch (request.job) {
    case Job::install:
      return install(store, request.subject);
    case Job::save:
      return save(store, request.subject);
    case Job::restore:
      return restore(store, request.subject);
    case Job::rebuild:
      return rebuild(store);
    case Job::trust:
      return trust(store, request.subject);
    case Job::enable:
      return use_module(store, request.subject, ModuleUse::enabled);
    case Job::disable:
      return use_module(store, request.subject, ModuleUse::disabled);
    case Job::query:
      return query(store);
    case Job::query_service:
      return query_service(store, request.subject);
    case Job::rename:
      return rename(store, request);
    case Job::install_manifest:
      return register_manifest(store, request);
    default:  // help, and the jobs of unlodctr
      break;
  }
  return print(lodctr_help());
}

Outcome remove(TitleStore& store, const std::string& service) {
  const auto removed = remove_service_titles(store, service);
  if (!removed.has_value()) {
    const LoadFault& fault = removed.error();
    const bool is_absent =
        fault.code == LoadErrc::store && fault.store.code == StoreErrc::not_installed;
    if (!is_absent) {
      return load_failure(fmt::format("Unable to remove performance counters of {}", service),
                          fault);
    }
    return failure_of(fmt::format("Counters for {} have not been installed yet", service),
                      windows_code(fault));
  }
  std::string text = fmt::format("\r\nRemoving counter names and explain text for {}\r\n",
                                 printable(removed->service));
  for (const LanguageId language : removed->languages) {
    text += fmt::format("Updating text for language {}\r\n", language_text(language));
  }
  return print(text);
}

Outcome remove_sets(TitleStore& store, const std::string& manifest) {
  const auto removed = remove_manifest(store, manifest);
  if (!removed.has_value()) {
    return load_failure(fmt::format("Unable to remove performance counters of {}", manifest),
                        removed.error());
  }
  return print_success({}, fmt::format("Successfully uninstalled the performance counters from the "
                                       "counter definition XML file {}.",
                                       printable(manifest)));
}

// Prints which counter sets are registered no more, or why that failed.
Outcome print_removed(std::string_view what,
                      const std::expected<LoadedProvider, LoadFault>& removed) {
  if (!removed.has_value()) {
    return load_failure(fmt::format("Unable to remove performance counters of {}", what),
                        removed.error());
  }
  std::string text = "\r\n";
  for (const std::string& set : removed->sets) {
    text +=
        fmt::format("Removing counter set {} of {}\r\n", printable(set), printable(removed->name));
  }
  return print(text);
}

Outcome remove_guid(TitleStore& store, const std::string& word) {
  const auto guid = guid_of_word(word);
  if (!guid.has_value()) {
    return failure_of(fmt::format("{} is not a GUID, such as "
                                  "{{ab8e1320-965a-4cf9-9c07-fe25378c2a23}}",
                                  word),
                      ERROR_INVALID_PARAMETER);
  }
  return print_removed(word, remove_by_guid(store, *guid));
}

Outcome perform_removal(TitleStore& store, const Request& request) {
  const std::string& subject = request.subject;
  switch (request.job) {
    case Job::uninstall:
      return remove(store, subject);
    case Job::remove_manifest:
      return remove_sets(store, subject);
    case Job::remove_guid:
      return remove_guid(store, subject);
    case Job::remove_provider:
      return print_removed(subject, remove_provider(store, subject));
    default:  // help, and the jobs of lodctr
      break;
  }
  return print(unlodctr_help());
}

Outcome run_loading(const apps::Environment& environment, std::span<char* const> arguments) {
  TitleStore store(environment.titles, HostEnvironment::stores());
  if (drop_in::is_completion(arguments)) return complete_lodctr(store, arguments.subspan(1));
  return perform(store, OPENPERFLIB_TRY(read_lodctr_options(arguments)));
}

Outcome run_unloading(const apps::Environment& environment, std::span<char* const> arguments) {
  TitleStore store(environment.titles, HostEnvironment::stores());
  if (drop_in::is_completion(arguments)) return complete_unlodctr(store, arguments.subspan(1));
  return perform_removal(store, OPENPERFLIB_TRY(read_unlodctr_options(arguments)));
}

// Prints why a run failed.
bool report(const Outcome& outcome) {
  if (!outcome.has_value()) drop_in::say_error(outcome.error());
  return outcome.has_value();
}

}  // namespace

int run_lodctr(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::prepare_process();
  return report(run_loading(environment, arguments)) ? 0 : 1;
}

int run_unlodctr(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::prepare_process();
  return report(run_unloading(environment, arguments)) ? 0 : 1;
}

}  // namespace openperflib::lodctr
