// perflib provider test: whether a module keeps its contract.
#include "apps/collection/environment.h"
#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/provider/module_lint.h"
#include "apps/perflib/run/messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"

namespace openperflib::apps::provider_command {
namespace {

std::expected<std::vector<ScratchValue>, Failure> scratch_values(const Options& options) {
  std::vector<ScratchValue> values;
  for (const std::string& word : options.values) {
    Setting setting = OPENPERFLIB_TRY(setting_of(word));
    if (!setting.value.has_value()) return usage_error(word, "write SETTING=VALUE");
    values.push_back({setting.row->key, *std::move(setting.value)});
  }
  return values;
}

void print_report(const ModuleReport& report, bool as_json) {
  if (!as_json) return print_out(module_report_text(report));
  JsonWriter out(JsonLayout::lines);
  write_module_report(out, report);
  print_out(out.take() + "\n");
}

}  // namespace

Outcome test_module(const Subcommand& self, const std::string& library, const Options& options) {
  if (options.ini.empty()) return usage_error("provider", "name the .ini of the module with --ini");
  ServiceModule module = options.module;
  module.library = OPENPERFLIB_TRY(absolute(library));
  const auto values = OPENPERFLIB_TRY(scratch_values(options));
  const auto service = register_in_scratch(self.environment->titles, options.ini, module, values,
                                           HostEnvironment::module_places());
  if (!service.has_value()) return load_failed(options.ini, service.error());
  if (!service->settings.refusal.empty()) return failed(library, service->settings.refusal);
  const auto report = lint_module(*service);
  if (!report.has_value()) return failed(library, report.error());
  print_report(*report, options.json);
  return report->findings.empty() ? Ending::success : Ending::failed;
}

}  // namespace openperflib::apps::provider_command
