// perflib provider set, enable and disable: the settings of a service.
#include <fmt/core.h>

#include "apps/perflib/commands/provider/verbs.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/suggestions.h"

namespace openperflib::apps::provider_command {

std::expected<Setting, Failure> setting_of(const std::string& word) {
  const std::size_t at = word.find('=');
  if (at == std::string::npos) return usage_error(word, "write SETTING=VALUE");
  const std::string name = word.substr(0, at);
  const std::string text = word.substr(at + 1);
  const ServiceSetting* const row = find_service_setting(name);
  if (row == nullptr) {
    std::vector<std::string_view> names;
    for (const ServiceSetting& setting : service_settings()) names.push_back(setting.name);
    const auto nearest = nearest_names(name, names, 1);
    return usage_error(
        name, nearest.empty() ? "no such setting"
                              : fmt::format("no such setting; did you mean {}?", nearest.front()));
  }
  if (text.empty()) return Setting{row, std::nullopt};
  auto value = setting_value(*row, text);
  if (!value.has_value()) return usage_error(name, value.error());
  return Setting{row, *std::move(value)};
}

Outcome set_values(TitleStore& store, std::span<const std::string> words) {
  const auto registration = store.read();
  if (registration->find(words.front()) == nullptr) {
    return no_such_service(*registration, words.front());
  }
  std::vector<Setting> settings;
  for (const std::string& word : words.subspan(1))
    settings.push_back(OPENPERFLIB_TRY(setting_of(word)));
  for (const Setting& setting : settings) {
    const auto set = set_service_value(store, words.front(), *setting.row, setting.value);
    if (!set.has_value()) return load_failed(words.front(), set.error());
  }
  return Ending::success;
}

Outcome use(TitleStore& store, const std::string& name, ModuleUse how) {
  const auto registration = store.read();
  if (registration->find(name) == nullptr) return no_such_service(*registration, name);
  const auto set = set_module_use(store, name, how);
  if (!set.has_value()) return load_failed(name, set.error());
  return Ending::success;
}

}  // namespace openperflib::apps::provider_command
