// The values of a service that people set: their names, keys and types, and what they mean.
//
// Source: docs/guide-v1.md; the registry values of Services\X\Performance and Linkage.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// A row of the table.
struct ServiceSetting {
  std::string_view name;  // of the value
  ServiceKey key = ServiceKey::performance;
  std::uint32_t type = 0;    // REG_SZ, REG_MULTI_SZ or REG_DWORD
  std::string_view meaning;  // in one phrase
};
// Returns the whole table, a constant of the program.
[[nodiscard]] std::span<const ServiceSetting> service_settings() noexcept;
// Ignoring case; null: no setting has that name.
[[nodiscard]] const ServiceSetting* find_service_setting(std::string_view name) noexcept;

// The value that a text stands for: REG_DWORD in decimal or as 0x...; a REG_MULTI_SZ has its texts
// separated by ':'; a Library that begins with a variable, "%X%/a.so", is a REG_EXPAND_SZ. Errors:
// a text that says what is expected, "must be a whole number".
[[nodiscard]] std::expected<RegisteredValue, std::string> setting_value(
    const ServiceSetting& setting, std::string_view text);
// The reverse, for people: any value, also those that are not settings. Others than texts and
// numbers are shown in hexadecimal.
[[nodiscard]] std::string value_text(const RegisteredValue& value);

// Writes a value of a service of this process's own store; nullopt removes it.
[[nodiscard]] std::expected<void, LoadFault> set_service_value(
    TitleStore& store, std::string_view service, const ServiceSetting& setting,
    const std::optional<RegisteredValue>& value);

}  // namespace openperflib
