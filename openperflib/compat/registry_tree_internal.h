// The keys that a reader of performance data finds below HKEY_LOCAL_MACHINE. The tree is a
// constant; its numbers come from the title tables, and from how this process collects.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/compat/winreg.h"
#include "openperflib/session/local_source.h"

namespace openperflib::compat {

// What a key stands for: one of the three performance keys, or a place in the tree.
enum class KeyKind : std::uint8_t {
  ordinary,
  performance_data,
  performance_text,
  performance_nlstext,
};

// A value of an ordinary key. They are all REG_DWORD.
struct NumberValue {
  std::string_view name;
  std::uint32_t (*number)() = nullptr;  // null: it is the setting's
  NameFormat LocalSourceOptions::* setting =
      nullptr;  // what writing it sets; null: it is read only
};

// One key. Constants: compared by address.
struct RegistryKey {
  std::string_view name;
  const RegistryKey* parent;  // null: HKEY_LOCAL_MACHINE, and the performance keys themselves
  KeyKind kind = KeyKind::ordinary;
  std::span<const NumberValue> values = {};
};

extern const RegistryKey kLocalMachine;
extern const RegistryKey kPerformanceData;
extern const RegistryKey kPerformanceText;
extern const RegistryKey kPerformanceNlsText;

// The key at `path` below `from`, case ignored; an empty path is `from` itself. One backslash may
// end it. Errors: ERROR_FILE_NOT_FOUND; ERROR_BAD_PATHNAME where it begins with a backslash.
[[nodiscard]] std::expected<const RegistryKey*, LSTATUS> find_key(const RegistryKey& from,
                                                                  std::string_view path);
// The child at that position, in the order of the tree; null: there are not so many.
[[nodiscard]] const RegistryKey* subkey_at(const RegistryKey& key, std::uint32_t position) noexcept;
// The value of that name, case ignored; null: there is none.
[[nodiscard]] const NumberValue* find_value(const RegistryKey& key, std::string_view name) noexcept;

}  // namespace openperflib::compat
