// RegisteredService: a key Services\X with what is below it.
//
// Values. Source: docs/formats/title_store.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// Whose store it is: root's, which everybody reads, or that of one user.
enum class StoreScope : std::uint8_t { system, user };

// A value of a registry key, as stored: texts are UTF-16LE with their NUL.
struct RegisteredValue {
  std::string name;             // UTF-8; compared ignoring case
  std::uint32_t type = 0;       // REG_...
  std::vector<std::byte> data;  // at most kLargestValue bytes
  bool operator==(const RegisteredValue&) const = default;
};
inline constexpr std::size_t kLargestValue = std::size_t{1} << 20U;
// A REG_DWORD and a REG_SZ.
[[nodiscard]] RegisteredValue number_value(std::string_view name, std::uint32_t number);
[[nodiscard]] RegisteredValue text_value(std::string_view name, std::string_view text);
// A REG_DWORD's number; nullopt: it has another type.
[[nodiscard]] std::optional<std::uint32_t> number_of(const RegisteredValue& value) noexcept;

// The keys of one service: Services\X, and below it Performance and Linkage.
enum class ServiceKey : std::uint8_t { service, performance, linkage };
inline constexpr std::size_t kServiceKeys = 3;
// The value of Services\X\Performance that disables one module, and of Perflib that disables all.
inline constexpr std::string_view kDisablePerformanceCounters = "Disable Performance Counters";

// Numbers that lodctr wrote; the help index of each is one more.
struct TitleRange {
  TitleIndex first = 0;  // First Counter: even
  TitleIndex last = 0;   // Last Counter: even
  // Whether it is the index of a name or a help text of the range.
  [[nodiscard]] bool contains(TitleIndex index) const noexcept {
    return index >= first && index <= last + 1;
  }
  bool operator==(const TitleRange&) const = default;
};

// One service. A key that does not exist is nullopt.
struct RegisteredService {
  std::string name;
  StoreScope scope = StoreScope::system;
  // Counts the installations of titles; never reused, and never the same in two stores. 0: no
  // titles are installed.
  std::uint64_t installation = 0;
  TitleRange range = {};  // what was allocated to it, whatever its values say; see titles()
  std::array<std::optional<std::vector<RegisteredValue>>, kServiceKeys> keys;

  // The value with that name, ignoring case; null: there is none.
  [[nodiscard]] const RegisteredValue* find(ServiceKey key, std::string_view name) const noexcept;
  // A REG_SZ or REG_EXPAND_SZ as UTF-8, up to its first NUL; nullopt: no such value, other type.
  [[nodiscard]] std::optional<std::string> text(ServiceKey key, std::string_view name) const;
  // A REG_DWORD; nullopt: no such value, other type.
  [[nodiscard]] std::optional<std::uint32_t> number(ServiceKey key, std::string_view name) const;
  // The indices that were allocated to it; nullopt unless titles are installed.
  [[nodiscard]] std::optional<TitleRange> titles() const noexcept;
  // The indices of Object List, ascending; nullopt: there is none, so that every query asks it.
  [[nodiscard]] std::optional<std::vector<TitleIndex>> objects() const;
  bool operator==(const RegisteredService&) const = default;
};

}  // namespace openperflib
