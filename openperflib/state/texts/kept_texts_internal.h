// KeptTexts: the files beside a store from which it can be made again: `perflib` with the values of
// that key, and services/NAME/ with `values`, `ini` and `h`, and `names.010` and so on for titles
// that were replaced.
// Providers have a file each: providers/{GUID}.
//
// Source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/state/store/registered_set.h"
#include "openperflib/state/store/store_fault.h"
#include "openperflib/state/texts/draft_files_internal.h"
#include "openperflib/state/texts/kept_titles_internal.h"
#include "openperflib/state/texts/kept_values_internal.h"

namespace openperflib {

inline constexpr std::size_t kLargestSource = std::size_t{16} << 20U;

// Copies of TitleSources. Value.
struct KeptSources {
  std::string ini;
  std::string header;
};

// What becomes of the texts of one service, of Perflib, or of one provider.
struct TextChange {
  std::string service;                     // folded; empty: Perflib
  std::optional<KeptValues> values;        // nullopt: it has none any more
  bool has_titles = false;                 // whether its .ini and .h are to stay
  std::optional<KeptSources> sources;      // nullopt: they stay as they are
  std::vector<KeptTitles> replaced;        // to be written; one without texts goes
  std::optional<ProviderRecord> provider;  // of a provider_key(): nullopt: it is not registered
  // Whether what was replaced before stays, too: not where titles were installed or removed.
  [[nodiscard]] bool keeps_replaced() const noexcept {
    return values.has_value() && has_titles && !sources.has_value();
  }
};

// One service as its texts say.
struct KeptService {
  KeptValues values;
  std::optional<KeptSources> sources;  // nullopt: no titles are installed
  std::vector<KeptTitles> replaced;    // afterwards
};

// Resource: used under the lock of the store.
class KeptTexts {
 public:
  KeptTexts(int folder_fd, std::string folder, StoreScope scope);

  // First: writes what is new under other names, so that a full disk changes nothing.
  [[nodiscard]] std::expected<void, StoreFault> write_drafts(const TextChange& change,
                                                             DraftFiles& drafts) const;
  // Then, when they are synced: gives the drafts their names.
  [[nodiscard]] std::expected<void, StoreFault> publish(const TextChange& change) const;
  // Last: removes the drafts that are left, and the texts that are not to stay.
  void remove_rest(const TextChange& change) const;
  // Instead of publish(): removes the drafts alone.
  void remove_drafts(const TextChange& change) const;

  // The tables of a service for which a file of replaced titles exists.
  [[nodiscard]] std::set<TitlesOfLanguage> replaced_tables(const std::string& service) const;
  // What is kept: Perflib first, then the services by the names of their folders. `faults` gains
  // one for each whose texts cannot be read.
  [[nodiscard]] std::vector<KeptService> read_all(std::vector<StoreFault>& faults) const;
  // The providers likewise, by GUID.
  [[nodiscard]] std::vector<ProviderRecord> read_providers(std::vector<StoreFault>& faults) const;

 private:
  // The folder of the texts of a service, or that of the store for Perflib, and its path.
  struct Place {
    UniqueFd fd;
    std::string path;
  };
  enum class Missing : bool { fails, is_made };
  [[nodiscard]] std::expected<Place, StoreFault> place_of(const std::string& service,
                                                          Missing missing) const;
  [[nodiscard]] std::expected<UniqueFd, StoreFault> subfolder(int parent, const char* name,
                                                              const std::string& path,
                                                              Missing missing) const;
  [[nodiscard]] std::expected<KeptService, StoreFault> read_service(const std::string& name) const;
  [[nodiscard]] static std::expected<std::vector<KeptTitles>, StoreFault> read_replaced(
      int fd, const std::string& path);
  void remove_folders(const std::string& service) const;
  // The folder of the providers, which each have one file.
  [[nodiscard]] std::expected<UniqueFd, StoreFault> providers_folder(Missing missing) const;
  [[nodiscard]] std::expected<void, StoreFault> write_draft_of(const ProviderRecord& provider,
                                                               DraftFiles& drafts) const;
  [[nodiscard]] std::expected<void, StoreFault> publish_provider(const Guid& provider) const;
  void remove_provider_file(const std::string& name) const;

  int folder_fd_;
  std::string folder_;
  mode_t folder_mode_;
  mode_t file_mode_;
};

}  // namespace openperflib
