// TitleStore: the SQLite files that hold what third parties have registered.
//
// Resource: keeps the last Registration, and no file open. One thread at a time; any number of
//           processes may read and write.
// Errors:   StoreFault; a failed change leaves the old store whole.
// Source:   docs/formats/title_store.md.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/state/store/registration.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

class StoreEdit;      // store_edit.h
struct TitleSources;  // store_edit.h

// Where the stores are: the file titles.db in each folder. An empty folder has no store.
struct StoreFolders {
  std::string system;  // read by everybody, written by root
  std::string user;    // of a user other than root; empty for root
};

class TitleStore {
 public:
  // Opens nothing yet. The texts of `fixed` must live as long as the store.
  TitleStore(const TitleTable& fixed, StoreFolders folders);
  ~TitleStore();
  TitleStore(const TitleStore&) = delete;
  TitleStore& operator=(const TitleStore&) = delete;

  // What is registered now: the same object as long as no file changed, which costs two stats.
  // A service of both stores is the system's. A store that cannot be read counts as empty:
  // faults() says why. Without any store, SQLite is not loaded.
  [[nodiscard]] std::shared_ptr<const Registration> read();
  // What the last read() has found, also one of another provider that shares the store; null: there
  // was none.
  [[nodiscard]] const std::shared_ptr<const Registration>& last_read() const noexcept;
  // Why the last read() left a store out.
  [[nodiscard]] std::span<const StoreFault> faults() const noexcept;

  // Changes one store: under a lock, a copy is changed by `edit`, synced and renamed. Nothing
  // changes if `edit` returns a fault. The store and its folder are created where they are missing.
  [[nodiscard]] std::expected<void, StoreFault> change(
      StoreScope scope, const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit);
  // Makes a new store from the texts that are kept beside it (lodctr /R), whatever the old one is
  // like. A service keeps its indices where they are recorded and free. Returns a fault for each
  // service that was left out, whose texts stay.
  using ReadTitles = std::function<std::expected<ServiceTitles, StoreFault>(const TitleSources&)>;
  [[nodiscard]] std::expected<std::vector<StoreFault>, StoreFault> rebuild(
      StoreScope scope, const ReadTitles& read_titles);

  [[nodiscard]] const StoreFolders& folders() const noexcept;
  // The store that this process may change: the system's for root.
  [[nodiscard]] StoreScope own_scope() const noexcept;

 private:
  friend class TitleStoreSteps;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
