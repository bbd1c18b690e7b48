// For tests: a service with titles, and a store in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/state/title_store.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// An object with `counters` counters, in English and Italian; the names hold that of the service.
inline ServiceTitles example_titles(const std::string& service, std::uint32_t counters = 2) {
  ServiceTitles titles{.driver_name = service,
                       .objects = {0},
                       .has_objects = true,
                       .last_distance = counters * 2,
                       .languages = {{.language = kEnglish}, {.language = 0x010}}};
  for (LanguageTexts& language : titles.languages) {
    const std::string end = language.language == kEnglish ? " en" : " it";
    for (std::uint32_t distance = 0; distance <= titles.last_distance; distance += 2) {
      const std::string number = std::to_string(distance);
      language.texts.push_back({distance, service + " " + number + end, "Help " + number + end});
    }
  }
  return titles;
}

// The code of the fault; nullopt for a success.
template <typename T>
std::optional<StoreErrc> store_code_of(const std::expected<T, StoreFault>& result) {
  return result.has_value() ? std::nullopt : std::optional(result.error().code);
}

// Creates the service and installs its titles, with an .ini that names it and an empty .h.
inline std::expected<TitleRange, StoreFault> install_example(StoreEdit& edit,
                                                             const ServiceTitles& titles) {
  const auto made = edit.create_key(titles.driver_name, ServiceKey::performance);
  if (!made.has_value()) return std::unexpected(made.error());
  const std::string ini = titles.driver_name + " " + std::to_string(titles.last_distance / 2);
  return edit.install(titles, {.ini = as_bytes(ini), .header = {}});
}

// Reads the .ini that install_example() keeps.
inline std::expected<ServiceTitles, StoreFault> read_example_titles(const TitleSources& sources) {
  const std::string ini(as_text(sources.ini));
  const std::size_t blank = ini.rfind(' ');
  if (blank == std::string::npos) {
    return std::unexpected(StoreFault{.code = StoreErrc::invalid});
  }
  return example_titles(ini.substr(0, blank),
                        static_cast<std::uint32_t>(std::stoul(ini.substr(blank + 1))));
}

// Resource: a store of the system and one of a user, neither of which exists yet.
struct ExampleStore {
  MadeFolder folder{folder_in_memory()};  // each change is synced
  TitleStore store{fixed_titles(), {folder.path() + "/system", folder.path() + "/user"}};

  // The path of a store's database, which the first change creates.
  [[nodiscard]] std::string file(StoreScope scope = StoreScope::system) const {
    return folder.path() + (scope == StoreScope::system ? "/system/titles.db" : "/user/titles.db");
  }
  // A change that must succeed.
  void change(const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit,
              StoreScope scope = StoreScope::system) {
    const auto changed = store.change(scope, edit);
    EXPECT_TRUE(changed.has_value()) << describe(changed.error());
  }
  // Installs a service with as many counters.
  TitleRange install(const std::string& service, std::uint32_t counters = 2,
                     StoreScope scope = StoreScope::system) {
    TitleRange range;
    change(
        [&](StoreEdit& edit) -> std::expected<void, StoreFault> {
          const auto installed = install_example(edit, example_titles(service, counters));
          if (!installed.has_value()) return std::unexpected(installed.error());
          range = *installed;
          return {};
        },
        scope);
    return range;
  }
  // Deletes the service with its keys and its titles.
  void remove(const std::string& service, StoreScope scope = StoreScope::system) {
    change([&](StoreEdit& edit) { return edit.delete_key(service, ServiceKey::service); }, scope);
  }
};

// The paths of all files and folders below a folder, sorted.
inline std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace openperflib
