// StoreWriter: replaces one store by a changed one, so that a kill at any point leaves the old or
// the new one.
//
// The order is: record which texts change; write the new store and the new texts under other
// names; give the texts their names; give the store its name, which is the moment of the change;
// remove the texts that are not to stay; clear the record. A killed writer leaves its record, and
// the next one makes the texts of the services in it agree with the store again.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/store/store_lock_internal.h"
#include "openperflib/state/store_change_internal.h"
#include "openperflib/state/texts/kept_texts_internal.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Called after each step of a change; tests end the process there.
using StoreStep = std::function<void(std::string_view)>;

// View of what it is given; lives for one change.
class StoreWriter {
 public:
  StoreWriter(const SqliteLibrary& sqlite, const TitleTable& fixed, StoreScope scope,
              std::string folder, const StoreStep& step);

  [[nodiscard]] std::expected<void, StoreFault> change(
      const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit);
  [[nodiscard]] std::expected<std::vector<StoreFault>, StoreFault> rebuild(
      const TitleStore::ReadTitles& read_titles);

 private:
  using Edit = std::function<std::expected<void, StoreFault>(StoreEdit&)>;
  [[nodiscard]] std::expected<void, StoreFault> change_locked(const StoreLock& lock,
                                                              const Edit& edit);
  [[nodiscard]] std::expected<std::vector<StoreFault>, StoreFault> rebuild_locked(
      const StoreLock& lock, const TitleStore::ReadTitles& read_titles);
  // Makes the texts of a change that was cut off agree with the store.
  [[nodiscard]] std::expected<void, StoreFault> repair(const StoreLock& lock,
                                                       const StoreDatabase& database);
  [[nodiscard]] std::expected<void, StoreFault> publish(const StoreLock& lock,
                                                        const StoreChange& change);
  [[nodiscard]] std::expected<void, StoreFault> write_drafts(const StoreLock& lock,
                                                             const StoreChange& change,
                                                             bool is_empty,
                                                             const std::vector<TextChange>& texts);
  [[nodiscard]] std::expected<void, StoreFault> replace(const StoreLock& lock, bool is_empty);
  void remove_drafts(const StoreLock& lock, const std::vector<TextChange>& texts);
  // The folder is as it was before there was a store.
  void remove_lock(const StoreLock& lock);
  void done(std::string_view step) const;

  const SqliteLibrary& sqlite_;
  const TitleTable& fixed_;
  StoreScope scope_;
  std::string folder_;
  std::string path_;
  const StoreStep& step_;
};

}  // namespace openperflib
