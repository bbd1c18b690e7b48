#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ranges>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store_rebuild_internal.h"
#include "openperflib/state/store_writer_internal.h"

namespace openperflib {
namespace {

constexpr const char* kDraft = "titles.db.new";
constexpr std::chrono::seconds kPatience{30};

mode_t folder_mode(StoreScope scope) { return scope == StoreScope::system ? 0755 : 0700; }
mode_t file_mode(StoreScope scope) { return scope == StoreScope::system ? 0644 : 0600; }

// A name cannot have a line break.
std::string record_text(const std::vector<TextChange>& changes) {
  std::string record;
  for (const TextChange& change : changes) record += change.service + '\n';
  return record;
}

// A last line without its end was being written when nothing was changed yet.
std::vector<std::string> names_in(std::string_view record) {
  std::vector<std::string> names;
  for (std::size_t end = record.find('\n'); end != std::string_view::npos;
       end = record.find('\n')) {
    names.emplace_back(record.substr(0, end));
    record.remove_prefix(end + 1);
  }
  return names;
}

}  // namespace

StoreWriter::StoreWriter(const SqliteLibrary& sqlite, const TitleTable& fixed, StoreScope scope,
                         std::string folder, const StoreStep& step)
    : sqlite_(sqlite),
      fixed_(fixed),
      scope_(scope),
      folder_(std::move(folder)),
      path_(folder_ + "/" + kStoreName),
      step_(step) {}

void StoreWriter::done(std::string_view step) const {
  if (step_) step_(step);
}

std::expected<void, StoreFault> StoreWriter::change(const Edit& edit) {
  const StoreLock lock = OPENPERFLIB_TRY(StoreLock::take(folder_, folder_mode(scope_), kPatience));
  done("lock");
  const auto result = change_locked(lock, edit);
  remove_lock(lock);
  return result;
}

std::expected<std::vector<StoreFault>, StoreFault> StoreWriter::rebuild(
    const TitleStore::ReadTitles& read_titles) {
  const StoreLock lock = OPENPERFLIB_TRY(StoreLock::take(folder_, folder_mode(scope_), kPatience));
  auto result = rebuild_locked(lock, read_titles);
  remove_lock(lock);
  return result;
}

std::expected<void, StoreFault> StoreWriter::change_locked(const StoreLock& lock,
                                                           const Edit& edit) {
  const auto old = OPENPERFLIB_TRY(read_store_file(folder_));
  StoreDatabase database =
      OPENPERFLIB_TRY(old.has_value() ? StoreDatabase::copy(sqlite_, path_, old->bytes)
                                      : StoreDatabase::create(sqlite_, path_));
  StoreChange change(database, scope_, fixed_);
  OPENPERFLIB_TRY(change.begin(!old.has_value()));
  OPENPERFLIB_TRY(repair(lock, database));
  StoreEdit store_edit(change);
  OPENPERFLIB_TRY(edit(store_edit));
  if (change.broken.has_value()) return std::unexpected(*change.broken);
  if (change.touched.empty()) return {};
  OPENPERFLIB_TRY(change.commit());
  return publish(lock, change);
}

std::expected<std::vector<StoreFault>, StoreFault> StoreWriter::rebuild_locked(
    const StoreLock& lock, const TitleStore::ReadTitles& read_titles) {
  StoreDatabase database = OPENPERFLIB_TRY(StoreDatabase::create(sqlite_, path_));
  StoreChange change(database, scope_, fixed_);
  OPENPERFLIB_TRY(change.begin(true));
  std::vector<StoreFault> faults;
  const KeptTexts texts(lock.folder_fd(), folder_, scope_);
  const auto kept = texts.read_all(faults);
  const auto providers = texts.read_providers(faults);
  if (kept.empty() && providers.empty() && !faults.empty()) {
    return std::unexpected(faults.front());
  }
  OPENPERFLIB_TRY(store_kept(change, kept, read_titles, faults));
  OPENPERFLIB_TRY(store_kept_providers(change, providers, faults));
  OPENPERFLIB_TRY(change.commit());
  OPENPERFLIB_TRY(publish(lock, change));
  return faults;
}

std::expected<void, StoreFault> StoreWriter::repair(const StoreLock& lock,
                                                    const StoreDatabase& database) {
  const std::string record = OPENPERFLIB_TRY(lock.record());
  if (record.empty()) return {};
  const KeptTexts texts(lock.folder_fd(), folder_, scope_);
  (void)::unlinkat(lock.folder_fd(), kDraft, 0);
  for (const std::string& service : names_in(record)) {
    const TextChange change =
        OPENPERFLIB_TRY(text_change_of(database, scope_, service, texts.replaced_tables(service)));
    DraftFiles drafts;
    OPENPERFLIB_TRY(texts.write_drafts(change, drafts));
    OPENPERFLIB_TRY(drafts.sync());
    OPENPERFLIB_TRY(texts.publish(change));
    texts.remove_rest(change);
  }
  return lock.set_record({});
}

std::expected<void, StoreFault> StoreWriter::write_drafts(const StoreLock& lock,
                                                          const StoreChange& change, bool is_empty,
                                                          const std::vector<TextChange>& texts) {
  DraftFiles drafts;
  if (!is_empty) {
    const auto bytes = OPENPERFLIB_TRY(change.database.file_bytes());
    // A reader tells stores by their times, too: that of the new one is another one, always.
    const std::int64_t modified = std::max(now_ns(), stamp_of(path_).modified_ns + 1);
    OPENPERFLIB_TRY(
        drafts.write(lock.folder_fd(), folder_, kDraft, bytes, file_mode(scope_), modified));
    done("store draft");
  }
  const KeptTexts kept(lock.folder_fd(), folder_, scope_);
  for (const TextChange& text : texts) {
    OPENPERFLIB_TRY(kept.write_drafts(text, drafts));
    done("text draft");
  }
  return drafts.sync();
}

void StoreWriter::remove_drafts(const StoreLock& lock, const std::vector<TextChange>& texts) {
  (void)::unlinkat(lock.folder_fd(), kDraft, 0);
  const KeptTexts kept(lock.folder_fd(), folder_, scope_);
  for (const TextChange& text : texts) kept.remove_drafts(text);
  (void)!lock.set_record({}).has_value();
}

// The change of the store itself.
std::expected<void, StoreFault> StoreWriter::replace(const StoreLock& lock, bool is_empty) {
  const int fd = lock.folder_fd();
  const int result =
      is_empty ? ::unlinkat(fd, kStoreName, 0) : ::renameat(fd, kDraft, fd, kStoreName);
  const bool is_gone = is_empty && result != 0 && errno == ENOENT;
  if (result != 0 && !is_gone) return std::unexpected(system_fault(path_, errno));
  done("store");
  if (::fsync(fd) != 0) return std::unexpected(system_fault(folder_, errno));
  return {};
}

// Texts get their names before the store does, so that nothing in the store is ever missing from
// them; those of what was removed go afterwards. If the process ends in between, they say what was
// asked for, and the record says whose texts to compare with the store.
std::expected<void, StoreFault> StoreWriter::publish(const StoreLock& lock,
                                                     const StoreChange& change) {
  const bool is_empty = OPENPERFLIB_TRY(change.is_empty());
  const auto changes = OPENPERFLIB_TRY(change.text_changes());
  auto drafted = lock.set_record(record_text(changes));
  done("record");
  if (drafted.has_value()) drafted = write_drafts(lock, change, is_empty, changes);
  if (!drafted.has_value()) {
    remove_drafts(lock, changes);
    return drafted;
  }
  const KeptTexts texts(lock.folder_fd(), folder_, scope_);
  for (const TextChange& text : changes) {
    OPENPERFLIB_TRY(texts.publish(text));
    done("text");
  }
  OPENPERFLIB_TRY(replace(lock, is_empty));
  for (const TextChange& text : changes) {
    texts.remove_rest(text);
    done("rest");
  }
  return lock.set_record({});
}

void StoreWriter::remove_lock(const StoreLock& lock) {
  const auto record = lock.record();
  const bool is_unused = record.has_value() && record->empty();
  if (is_unused && stamp_of(path_).errno_value == ENOENT) lock.remove();
}

}  // namespace openperflib
