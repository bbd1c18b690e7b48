// The fixed keys below HKEY_LOCAL_MACHINE that readers of performance data use. Their values come
// from the title tables, from the settings of this process, and from windows_version_internal.h;
// the keys of registered services are in stored_keys_internal.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/abi/winreg_types.h"
#include "openperflib/base/guid.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What a key is: one of the three performance keys, or a place in the tree.
enum class KeyKind : std::uint8_t {
  ordinary,
  performance_data,
  performance_text,
  performance_nlstext,
};

// A value of an ordinary key. It has a number, a setting (both are a REG_DWORD) or a text (REG_SZ).
struct FixedValue {
  std::string_view name;
  std::uint32_t (*number)(const TitleTable& titles) = nullptr;
  // The setting that a write changes; null: read-only.
  NameFormat LocalSourceOptions::* setting = nullptr;
  std::string_view text = {};  // UTF-8; empty: it has none
};

// A key of a registered service.
struct StoredPlace {
  std::string service;
  ServiceKey key = ServiceKey::service;
};

// The key _V2Providers, a provider below it, or a counter set below that.
struct ProviderPlace {
  std::optional<Guid> provider;  // nullopt: _V2Providers
  std::optional<Guid> set;       // nullopt: the provider
};

// One key. Keys are constants and are compared by address.
struct RegistryKey {
  std::string_view name;
  const RegistryKey* parent;  // null: HKEY_LOCAL_MACHINE, and the performance keys themselves
  KeyKind kind = KeyKind::ordinary;
  std::span<const FixedValue> values = {};
  const StoredPlace* stored = nullptr;        // null: a fixed key
  LanguageId language = 0;                    // of the tables of titles that it has; 0: it has none
  const ProviderPlace* registered = nullptr;  // of what manifests registered; null: another key
};

extern const RegistryKey kLocalMachine;
extern const RegistryKey kPerformanceData;
extern const RegistryKey kPerformanceText;
extern const RegistryKey kPerformanceNlsText;
extern const RegistryKey kPerflib;
extern const RegistryKey kV2Providers;
extern const RegistryKey kServices;
extern const RegistryKey kPerfProcPerformance;

// The child of that name, ignoring case; null if there is none.
[[nodiscard]] const RegistryKey* find_child(const RegistryKey& parent,
                                            std::string_view name) noexcept;
// The child at a position, in the order of the tree; null if there are fewer.
[[nodiscard]] const RegistryKey* subkey_at(const RegistryKey& key, std::uint32_t position) noexcept;
// The value with that name, ignoring case; null if there is none.
[[nodiscard]] const FixedValue* find_value(const RegistryKey& key, std::string_view name) noexcept;

}  // namespace openperflib
