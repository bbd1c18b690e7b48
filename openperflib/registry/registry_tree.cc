#include "openperflib/registry/registry_tree.h"

#include <array>

#include "openperflib/registry/windows_version.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {

constexpr RegistryKey kLocalMachine{"", nullptr};
constexpr RegistryKey kPerformanceData{"", nullptr, KeyKind::performance_data};
constexpr RegistryKey kPerformanceText{"", nullptr, KeyKind::performance_text};
constexpr RegistryKey kPerformanceNlsText{"", nullptr, KeyKind::performance_nlstext};

namespace {

std::uint32_t base_index(const TitleTable& /*titles*/) { return title::kLastBaseIndex; }
std::uint32_t last_counter(const TitleTable& titles) { return titles.names().back().index; }
// Programs make an array of this size and index it by title, so it includes the last help text.
std::uint32_t last_help(const TitleTable& titles) { return last_counter(titles) + 1; }
std::uint32_t version(const TitleTable& /*titles*/) { return 0x10001; }
std::uint32_t supports_metadata(const TitleTable& /*titles*/) { return 1; }
std::uint32_t windows_major(const TitleTable& /*titles*/) { return kWindowsMajor; }
std::uint32_t windows_minor(const TitleTable& /*titles*/) { return kWindowsMinor; }

constexpr auto kVersionValues =
    std::to_array<FixedValue>({{.name = "CurrentVersion", .text = kWindowsCurrentVersion},
                               {.name = "CurrentBuild", .text = kWindowsBuildText},
                               {.name = "CurrentBuildNumber", .text = kWindowsBuildText},
                               {.name = "CurrentMajorVersionNumber", .number = windows_major},
                               {.name = "CurrentMinorVersionNumber", .number = windows_minor}});

constexpr auto kProductValues =
    std::to_array<FixedValue>({{.name = "ProductType", .text = kWindowsProductType}});

constexpr auto kPerflibValues =
    std::to_array<FixedValue>({{"Base Index", base_index},
                               {"Last Counter", last_counter},
                               {"Last Help", last_help},
                               {"Version", version},
                               {"Supports Metadata", supports_metadata}});

constexpr auto kPerfProcValues = std::to_array<FixedValue>(
    {{.name = "ProcessNameFormat", .setting = &LocalSourceOptions::process_names},
     {.name = "ThreadNameFormat", .setting = &LocalSourceOptions::thread_names}});

constexpr RegistryKey kSoftware{"SOFTWARE", &kLocalMachine};
constexpr RegistryKey kMicrosoft{"Microsoft", &kSoftware};
constexpr RegistryKey kWindowsNt{"Windows NT", &kMicrosoft};
constexpr RegistryKey kCurrentVersion{"CurrentVersion", &kWindowsNt, KeyKind::ordinary,
                                      kVersionValues};

}  // namespace

constexpr RegistryKey kPerflib{"Perflib", &kCurrentVersion, KeyKind::ordinary, kPerflibValues};

namespace {

constexpr ProviderPlace kAllProviders{};

}  // namespace

constexpr RegistryKey kV2Providers{
    .name = "_V2Providers", .parent = &kPerflib, .registered = &kAllProviders};

namespace {

constexpr RegistryKey kEnglishKey{"009", &kPerflib, KeyKind::performance_text};
constexpr RegistryKey kCurrentLanguage{"CurrentLanguage", &kPerflib, KeyKind::performance_nlstext};
constexpr RegistryKey kSystemKey{"SYSTEM", &kLocalMachine};
constexpr RegistryKey kControlSet{"CurrentControlSet", &kSystemKey};
constexpr RegistryKey kControl{"Control", &kControlSet};
constexpr RegistryKey kProductOptions{"ProductOptions", &kControl, KeyKind::ordinary,
                                      kProductValues};

}  // namespace

constexpr RegistryKey kServices{"Services", &kControlSet};

namespace {

constexpr RegistryKey kPerfProc{"PerfProc", &kServices};

}  // namespace

constexpr RegistryKey kPerfProcPerformance{"Performance", &kPerfProc, KeyKind::ordinary,
                                           kPerfProcValues};

namespace {

constexpr std::array kKeys = {
    &kSoftware,   &kMicrosoft,       &kWindowsNt,   &kCurrentVersion, &kPerflib,
    &kEnglishKey, &kCurrentLanguage, &kV2Providers, &kSystemKey,      &kControlSet,
    &kControl,    &kProductOptions,  &kServices,    &kPerfProc,       &kPerfProcPerformance};

}  // namespace

const RegistryKey* find_child(const RegistryKey& parent, std::string_view name) noexcept {
  for (const RegistryKey* key : kKeys) {
    if (key->parent == &parent && equal_ignoring_case(key->name, name)) return key;
  }
  return nullptr;
}

const RegistryKey* subkey_at(const RegistryKey& key, std::uint32_t position) noexcept {
  for (const RegistryKey* child : kKeys) {
    if (child->parent == &key && position-- == 0) return child;
  }
  return nullptr;
}

const FixedValue* find_value(const RegistryKey& key, std::string_view name) noexcept {
  for (const FixedValue& value : key.values) {
    if (equal_ignoring_case(value.name, name)) return &value;
  }
  return nullptr;
}

}  // namespace openperflib
