// TitleStore: the SQLite files that hold what third parties have registered.
//
// Resource: keeps the last Registration, and no file open. One thread at a time; any number of
//           processes may read and write.
// Errors:   StoreFault; a failed change leaves the old store whole.
// Source:   docs/formats/title_store.md.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/state/registration.h"

namespace openperflib {

class StoreEdit;  // store_edit.h

// Where the stores are: the file titles.db in each folder. An empty folder has no store.
struct StoreFolders {
  std::string system;  // read by everybody, written by root
  std::string user;    // of a user other than root; empty for root
};

// What is wrong. compat and lodctr map each to its Win32 code.
enum class StoreErrc : std::uint8_t {
  no_permission,      // the folder or the lock is not this user's to write
  io,                 // the system refused: source
  damaged,            // the file is not a title store, or one that cannot be read: source
  not_trusted,        // somebody else may write the file or its folder
  newer_version,      // written by a newer version of this library
  no_library,         // SQLite is not installed
  no_service,         // Services\NAME does not exist
  no_key,             // another key that does not exist
  no_value,
  already_installed,  // the titles of the service are installed
  not_installed,
  no_free_run,        // the range of indices has no gap that is long enough
  invalid,            // a name or a value that may not be stored
};

// Value.
struct StoreFault {
  StoreErrc code = StoreErrc::io;
  SourceFault source = {};  // of io and damaged, and the file of others
  bool operator==(const StoreFault&) const = default;
};
// For people: "/var/lib/openperflib/titles.db: no permission".
[[nodiscard]] std::string describe(const StoreFault& fault);

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
  // Why the last read() left a store out.
  [[nodiscard]] std::span<const StoreFault> faults() const noexcept;

  // Changes one store: under a lock, a copy is changed by `edit`, synced and renamed. Nothing
  // changes if `edit` returns a fault. The store and its folder are created where they are missing.
  [[nodiscard]] std::expected<void, StoreFault> change(
      StoreScope scope, const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit);
  // Makes a new store from the texts that are kept beside each (lodctr /R).
  [[nodiscard]] std::expected<void, StoreFault> rebuild(StoreScope scope);

  [[nodiscard]] const StoreFolders& folders() const noexcept;
  // The store that this process may change: the system's for root.
  [[nodiscard]] StoreScope own_scope() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
