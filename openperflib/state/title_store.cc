#include "openperflib/state/title_store.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/sqlite_library_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/store_writer_internal.h"
#include "openperflib/state/title_store_internal.h"

namespace openperflib {
namespace {

constexpr std::array kScopes = {StoreScope::system, StoreScope::user};

// Eight bytes at a time. The same bytes give the same number in every TitleStore, and others
// another one.
std::uint64_t hash_of_store(std::span<const unsigned char> bytes, std::uint64_t seed) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
  std::uint64_t hash = seed + bytes.size();
  const Bytes all = std::as_bytes(bytes);
  std::size_t at = 0;
  for (; contains(all.size(), at, sizeof(hash)); at += sizeof(hash)) {
    hash = std::rotl((hash ^ load<std::uint64_t>(all, at)) * kFactor, 29);
  }
  for (; at < all.size(); ++at) hash = (hash ^ bytes[at]) * kFactor;
  return hash ^ (hash >> 31U);
}

StoreFault no_library(const std::string& path) {
  return {StoreErrc::no_library, {.errno_value = 0, .file = path, .error = std::nullopt}};
}

}  // namespace

struct TitleStore::State {
  State(const TitleTable& table, StoreFolders where)
      : fixed(table),
        folders(std::move(where)),
        paths{folders.system + "/" + kStoreName, folders.user + "/" + kStoreName} {}

  [[nodiscard]] const std::string& folder(StoreScope scope) const {
    return scope == StoreScope::system ? folders.system : folders.user;
  }
  [[nodiscard]] const std::string& path(StoreScope scope) const {
    return paths[static_cast<std::size_t>(scope)];
  }
  [[nodiscard]] FileStamp current_stamp(StoreScope scope) const {
    if (folder(scope).empty()) return {.errno_value = ENOENT};
    return stamp_of(path(scope));
  }
  // Null: it is not installed.
  [[nodiscard]] const SqliteLibrary* library() {
    if (!sqlite.has_value()) sqlite = SqliteLibrary::load();
    return sqlite.has_value() ? &*sqlite : nullptr;
  }
  [[nodiscard]] std::expected<std::optional<StoreContent>, StoreFault> read_store(
      StoreScope scope, FileStamp& stamp, StringPool& texts, std::uint64_t& generation);
  [[nodiscard]] std::expected<StoreWriter, StoreFault> writer(StoreScope scope);

  const TitleTable& fixed;
  StoreFolders folders;
  std::array<std::string, kScopes.size()> paths;  // of the files; looking at them allocates nothing
  std::optional<SqliteLibrary> sqlite;
  std::array<FileStamp, kScopes.size()> stamps;  // when `last` was read
  std::shared_ptr<const Registration> last;
  std::vector<StoreFault> faults;
  StoreStep step;
};

// nullopt: there is no store. The descriptor that was checked is the one that is read.
std::expected<std::optional<StoreContent>, StoreFault> TitleStore::State::read_store(
    StoreScope scope, FileStamp& stamp, StringPool& texts, std::uint64_t& generation) {
  if (stamp.errno_value == ENOENT) return std::nullopt;
  if (stamp.errno_value != 0) return std::unexpected(system_fault(path(scope), stamp.errno_value));
  auto file = OPENPERFLIB_TRY(read_store_file(folder(scope)));
  if (!file.has_value()) return std::nullopt;
  stamp = file->stamp;
  const SqliteLibrary* const loaded = library();
  if (loaded == nullptr) return std::unexpected(no_library(path(scope)));
  const auto database = OPENPERFLIB_TRY(StoreDatabase::view(*loaded, path(scope), file->bytes));
  auto content = OPENPERFLIB_TRY(read_content(database, scope, texts));
  generation = hash_of_store(file->bytes, generation + static_cast<std::uint64_t>(scope));
  return content;
}

std::expected<StoreWriter, StoreFault> TitleStore::State::writer(StoreScope scope) {
  if (folder(scope).empty()) return std::unexpected(StoreFault{StoreErrc::no_permission});
  const SqliteLibrary* const loaded = library();
  if (loaded == nullptr) return std::unexpected(no_library(path(scope)));
  return StoreWriter(*loaded, fixed, scope, folder(scope), step);
}

TitleStore::TitleStore(const TitleTable& fixed, StoreFolders folders)
    : state_(std::make_unique<State>(fixed, std::move(folders))) {}

TitleStore::~TitleStore() = default;

std::shared_ptr<const Registration> TitleStore::read() {
  std::array<FileStamp, kScopes.size()> stamps;
  for (std::size_t i = 0; i < kScopes.size(); ++i) stamps[i] = state_->current_stamp(kScopes[i]);
  if (state_->last != nullptr && stamps == state_->stamps) return state_->last;
  state_->faults.clear();
  std::vector<StoreContent> stores;
  const auto texts = std::make_shared<StringPool>();
  std::uint64_t generation = 0;
  for (std::size_t i = 0; i < kScopes.size(); ++i) {
    auto store = state_->read_store(kScopes[i], stamps[i], *texts, generation);
    if (!store.has_value()) {
      state_->faults.push_back(store.error());
    } else if (store->has_value()) {
      stores.push_back(**std::move(store));
    }
  }
  state_->stamps = stamps;
  state_->last = registration_of(state_->fixed, stores, texts, generation);
  return state_->last;
}

const std::shared_ptr<const Registration>& TitleStore::last_read() const noexcept {
  return state_->last;
}

std::span<const StoreFault> TitleStore::faults() const noexcept { return state_->faults; }

std::expected<void, StoreFault> TitleStore::change(
    StoreScope scope, const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit) {
  return OPENPERFLIB_TRY(state_->writer(scope)).change(edit);
}

std::expected<std::vector<StoreFault>, StoreFault> TitleStore::rebuild(
    StoreScope scope, const ReadTitles& read_titles) {
  return OPENPERFLIB_TRY(state_->writer(scope)).rebuild(read_titles);
}

const StoreFolders& TitleStore::folders() const noexcept { return state_->folders; }

StoreScope TitleStore::own_scope() const noexcept {
  return ::geteuid() == 0 ? StoreScope::system : StoreScope::user;
}

void TitleStoreSteps::watch(TitleStore& store, StoreStep step) {
  store.state_->step = std::move(step);
}

bool TitleStoreSteps::has_loaded_sqlite(const TitleStore& store) {
  return store.state_->sqlite.has_value();
}

}  // namespace openperflib
