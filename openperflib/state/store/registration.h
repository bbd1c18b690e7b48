// Registration: what third parties have registered on this machine, at one time.
//
// Value:   immutable; passed as shared_ptr<const Registration>, so that a reader keeps it whole
//          when the store changes.
// Threads: any number of threads may read one.
// Source:  docs/formats/title_store.md; the registry keys Perflib and Services\X.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/state/store/registered_service.h"
#include "openperflib/state/store/registered_set.h"
#include "openperflib/titles/service_titles.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

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
    std::vector<RegisteredService> services;    // by name, ignoring case; each name once
    std::vector<RegisteredValue> perflib;       // of the key Perflib
    std::vector<RegisteredProvider> providers;  // by GUID; each GUID once
    std::vector<RegisteredSet> sets;            // likewise
    std::vector<Title> english;                 // ascending by index
    std::vector<RegisteredLanguage> languages;  // besides English, ascending
    std::shared_ptr<const StringPool> texts;
    std::uint64_t generation = 0;  // another one for other contents; 0: nothing
  };
  // `fixed` must live as long as this.
  Registration(const TitleTable& fixed, Content content);
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  // The services of both stores by name, ignoring case; each name once.
  [[nodiscard]] std::span<const RegisteredService> services() const noexcept;
  // Ignoring case; null: not registered.
  [[nodiscard]] const RegisteredService* find(std::string_view service) const noexcept;
  [[nodiscard]] std::span<const RegisteredValue> perflib_values() const noexcept;
  // A REG_DWORD of the key Perflib; nullopt: not set.
  [[nodiscard]] std::optional<std::uint32_t> perflib_number(std::string_view name) const noexcept;
  // The providers and counter sets that manifests have registered, ascending by GUID.
  [[nodiscard]] std::span<const RegisteredProvider> providers() const noexcept;
  [[nodiscard]] std::span<const RegisteredSet> sets() const noexcept;
  // Null: not registered.
  [[nodiscard]] const RegisteredProvider* find_provider(const Guid& provider) const noexcept;
  [[nodiscard]] const RegisteredSet* find_set(const Guid& set) const noexcept;
  // The registered title of an index, a name or a help text, in English or what stands in for it;
  // empty: there is none. Valid as long as this.
  [[nodiscard]] std::string_view title(TitleIndex index) const noexcept;
  // The same in one language alone.
  [[nodiscard]] std::string_view title(TitleIndex index, LanguageId language) const noexcept;
  // The registered titles in English, ascending by index, names and help texts; where a service has
  // no English texts, those of its first language.
  [[nodiscard]] std::span<const Title> english() const noexcept;
  // The same with the fixed ones; made by the first call, since many readers need none.
  [[nodiscard]] const std::shared_ptr<const TitleSet>& titles() const;
  // Returns the other languages that some service has.
  [[nodiscard]] std::span<const RegisteredLanguage> languages() const noexcept;
  [[nodiscard]] std::uint64_t generation() const noexcept;

 private:
  const TitleTable& fixed_;
  Content content_;
  mutable std::once_flag has_titles_;
  mutable std::shared_ptr<const TitleSet> titles_;
};

}  // namespace openperflib
