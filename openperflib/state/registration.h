// Registration: what third parties have registered on this machine, at one time.
//
// Value:   immutable; passed as shared_ptr<const Registration>, so that a reader keeps it whole
//          when the store changes.
// Threads: any number of threads may read one.
// Source:  docs/formats/title_store.md; the registry keys Perflib and Services\X.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/titles/service_titles.h"
#include "openperflib/titles/title_set.h"

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

// The keys of one service: Services\X, and below it Performance and Linkage.
enum class ServiceKey : std::uint8_t { service, performance, linkage };
inline constexpr std::size_t kServiceKeys = 3;

// Numbers that lodctr wrote; the help index of each is one more.
struct TitleRange {
  TitleIndex first = 0;  // First Counter: even
  TitleIndex last = 0;   // Last Counter: even
  [[nodiscard]] bool contains(TitleIndex index) const noexcept {
    return index >= first && index <= last + 1;
  }
  bool operator==(const TitleRange&) const = default;
};

// One service. A key that does not exist is nullopt.
struct RegisteredService {
  std::string name;
  StoreScope scope = StoreScope::system;
  // Counts the installations of titles in a store; never reused. 0: no titles are installed.
  std::uint64_t installation = 0;
  std::array<std::optional<std::vector<RegisteredValue>>, kServiceKeys> keys;

  // The value with that name, ignoring case; null: there is none.
  [[nodiscard]] const RegisteredValue* find(ServiceKey key, std::string_view name) const noexcept;
  // A REG_SZ or REG_EXPAND_SZ as UTF-8, up to its first NUL; nullopt: no such value, other type.
  [[nodiscard]] std::optional<std::string> text(ServiceKey key, std::string_view name) const;
  // A REG_DWORD; nullopt: no such value, other type.
  [[nodiscard]] std::optional<std::uint32_t> number(ServiceKey key, std::string_view name) const;
  // First Counter to Last Counter; nullopt unless titles are installed.
  [[nodiscard]] std::optional<TitleRange> titles() const;
  // The indices of Object List, ascending; nullopt: there is none, so that every query asks it.
  [[nodiscard]] std::optional<std::vector<TitleIndex>> objects() const;
  bool operator==(const RegisteredService&) const = default;
};

// The registered titles in one language besides English, ascending by index, names and help texts.
struct RegisteredLanguage {
  LanguageId language = kEnglish;
  std::vector<Title> titles;
};

// Neither copied nor moved: its titles refer to its texts.
class Registration {
 public:
  // What TitleStore read. `texts` owns what `english` and `languages` refer to.
  struct Content {
    std::vector<RegisteredService> services;       // by name, ignoring case; each name once
    std::vector<RegisteredValue> perflib;          // of the key Perflib
    std::vector<Title> english;                    // ascending by index
    std::vector<RegisteredLanguage> languages;     // besides English, ascending
    std::shared_ptr<const StringPool> texts;
    std::uint64_t generation = 0;                  // another one for other contents; 0: nothing
  };
  Registration(const TitleTable& fixed, Content content);
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  [[nodiscard]] std::span<const RegisteredService> services() const noexcept;
  // Ignoring case; null: not registered.
  [[nodiscard]] const RegisteredService* find(std::string_view service) const noexcept;
  [[nodiscard]] std::span<const RegisteredValue> perflib_values() const noexcept;
  // A REG_DWORD of the key Perflib; nullopt: not set.
  [[nodiscard]] std::optional<std::uint32_t> perflib_number(std::string_view name) const noexcept;
  // The fixed titles and the registered ones, in English; where a service has no English texts,
  // those of its first language.
  [[nodiscard]] const std::shared_ptr<const TitleSet>& titles() const noexcept;
  // Those of other languages that some service has.
  [[nodiscard]] std::span<const RegisteredLanguage> languages() const noexcept;
  [[nodiscard]] std::uint64_t generation() const noexcept;

 private:
  Content content_;
  std::shared_ptr<const TitleSet> titles_;
};

}  // namespace openperflib
