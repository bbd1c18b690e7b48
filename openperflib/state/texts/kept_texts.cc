#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/texts/kept_provider_internal.h"
#include "openperflib/state/texts/kept_texts_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr const char* kServices = "services";
constexpr const char* kProviders = "providers";
constexpr const char* kPerflib = "perflib";
constexpr const char* kValues = "values";
constexpr const char* kIni = "ini";
constexpr const char* kHeaderFile = "h";
constexpr std::string_view kDraftSuffix = ".new";
// Each byte of a store may be written as four in a text.
constexpr std::size_t kLargestTitles = 4 * kLargestStore;

std::string draft_of(std::string_view name) { return std::string(name).append(kDraftSuffix); }

const char* values_file(const TextChange& change) {
  return change.service.empty() ? kPerflib : kValues;
}

StoreFault damaged_text(const std::string& path, const Error& error) {
  return {StoreErrc::damaged, {.errno_value = 0, .file = path, .error = error}};
}

std::string characters_of(const std::vector<unsigned char>& bytes) {
  return std::string(as_text(std::as_bytes(std::span(bytes))));
}

std::expected<KeptValues, StoreFault> read_values(int fd, const std::string& path,
                                                  const char* name) {
  const auto bytes = OPENPERFLIB_TRY(read_trusted_file(fd, path, name, kLargestStore));
  auto values = parse_kept_values(characters_of(bytes));
  if (!values.has_value()) return std::unexpected(damaged_text(path + "/" + name, values.error()));
  return *std::move(values);
}

// The names in a folder, sorted.
std::vector<std::string> entries_of(int fd) {
  const int again = ::openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(again), ::closedir);
  if (folder == nullptr) return names;
  while (const dirent* const entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// Removes the files of replaced titles that are not to stay.
void remove_replaced(int fd, const TextChange& change) {
  for (const std::string& name : entries_of(fd)) {
    const auto table = table_in_file(name);
    if (!table.has_value()) continue;
    const auto written = std::ranges::find(change.replaced, *table, &KeptTitles::table);
    const bool stays =
        written == change.replaced.end() ? change.keeps_replaced() : !written->texts.empty();
    if (!stays) (void)::unlinkat(fd, name.c_str(), 0);
  }
}

StoreFault of_another(const std::string& path, const char* message) {
  return {StoreErrc::damaged,
          {.errno_value = 0, .file = path, .error = std::nullopt, .message = message}};
}

}  // namespace

KeptTexts::KeptTexts(int folder_fd, std::string folder, StoreScope scope)
    : folder_fd_(folder_fd),
      folder_(std::move(folder)),
      folder_mode_(scope == StoreScope::system ? 0755 : 0700),
      file_mode_(scope == StoreScope::system ? 0644 : 0600) {}

std::expected<UniqueFd, StoreFault> KeptTexts::subfolder(int parent, const char* name,
                                                         const std::string& path,
                                                         Missing missing) const {
  if (missing == Missing::is_made) {
    const int result = ::mkdirat(parent, name, 0700);
    if (result != 0 && errno != EEXIST) return std::unexpected(system_fault(path, errno));
    if (result == 0 && ::fchmodat(parent, name, folder_mode_, 0) != 0) {
      return std::unexpected(system_fault(path, errno));
    }
  }
  return open_trusted_folder_at(parent, name, path);
}

std::expected<KeptTexts::Place, StoreFault> KeptTexts::place_of(const std::string& service,
                                                                Missing missing) const {
  if (service.empty()) {
    return Place{OPENPERFLIB_TRY(open_trusted_folder_at(folder_fd_, ".", folder_)), folder_};
  }
  const std::string name = folder_name_of(service);
  const std::string services = folder_ + "/" + kServices;
  const std::string path = services + "/" + name;
  const UniqueFd parent = OPENPERFLIB_TRY(subfolder(folder_fd_, kServices, services, missing));
  return Place{OPENPERFLIB_TRY(subfolder(parent.get(), name.c_str(), path, missing)), path};
}

std::expected<void, StoreFault> KeptTexts::write_drafts(const TextChange& change,
                                                        DraftFiles& drafts) const {
  if (change.provider.has_value()) return write_draft_of(*change.provider, drafts);
  if (!change.values.has_value()) return {};
  const Place place = OPENPERFLIB_TRY(place_of(change.service, Missing::is_made));
  const auto write = [&](std::string_view name, std::string_view text) {
    return drafts.write(place.fd.get(), place.path, draft_of(name), text, file_mode_, now_ns());
  };
  OPENPERFLIB_TRY(write(values_file(change), text_of(*change.values)));
  for (const KeptTitles& titles : change.replaced) {
    if (!titles.texts.empty()) OPENPERFLIB_TRY(write(file_name_of(titles.table), text_of(titles)));
  }
  if (!change.sources.has_value()) return {};
  OPENPERFLIB_TRY(write(kIni, change.sources->ini));
  return write(kHeaderFile, change.sources->header);
}

std::expected<void, StoreFault> KeptTexts::publish(const TextChange& change) const {
  if (change.provider.has_value()) return publish_provider(change.provider->guid);
  if (!change.values.has_value()) return {};
  const Place place = OPENPERFLIB_TRY(place_of(change.service, Missing::fails));
  const auto rename = [&](const std::string& name) -> std::expected<void, StoreFault> {
    const std::string draft = draft_of(name);
    const int fd = place.fd.get();
    if (::renameat(fd, draft.c_str(), fd, name.c_str()) == 0) return {};
    return std::unexpected(system_fault(place.path + "/" + name, errno));
  };
  for (const KeptTitles& titles : change.replaced) {
    if (!titles.texts.empty()) OPENPERFLIB_TRY(rename(file_name_of(titles.table)));
  }
  if (change.sources.has_value()) {
    OPENPERFLIB_TRY(rename(kIni));
    OPENPERFLIB_TRY(rename(kHeaderFile));
  }
  OPENPERFLIB_TRY(rename(values_file(change)));
  if (::fsync(place.fd.get()) != 0) return std::unexpected(system_fault(place.path, errno));
  return {};
}

void KeptTexts::remove_drafts(const TextChange& change) const {
  if (const auto provider = provider_of_key(change.service)) {
    return remove_provider_file(draft_of(guid_text(*provider)));
  }
  const auto place = place_of(change.service, Missing::fails);
  if (!place.has_value()) return;
  if (change.service.empty()) {
    (void)::unlinkat(place->fd.get(), draft_of(kPerflib).c_str(), 0);
    return;
  }
  for (const std::string& name : entries_of(place->fd.get())) {
    if (name.ends_with(kDraftSuffix)) (void)::unlinkat(place->fd.get(), name.c_str(), 0);
  }
  remove_folders(change.service);  // if nothing else is in them
}

void KeptTexts::remove_rest(const TextChange& change) const {
  if (const auto provider = provider_of_key(change.service)) {
    if (!change.provider.has_value()) remove_provider_file(guid_text(*provider));
    return remove_drafts(change);
  }
  const auto place = place_of(change.service, Missing::fails);
  if (!place.has_value()) return;
  const auto remove = [&](const char* name) { (void)::unlinkat(place->fd.get(), name, 0); };
  if (!change.values.has_value()) remove(values_file(change));
  if (!change.service.empty() && !(change.values.has_value() && change.has_titles)) {
    remove(kIni);
    remove(kHeaderFile);
  }
  if (!change.service.empty()) remove_replaced(place->fd.get(), change);
  remove_drafts(change);
}

void KeptTexts::remove_folders(const std::string& service) const {
  const UniqueFd services(
      ::openat(folder_fd_, kServices, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!services) return;
  (void)::unlinkat(services.get(), folder_name_of(service).c_str(), AT_REMOVEDIR);
  (void)::unlinkat(folder_fd_, kServices, AT_REMOVEDIR);
}

std::expected<KeptService, StoreFault> KeptTexts::read_service(const std::string& name) const {
  const std::string services = folder_ + "/" + kServices;
  const std::string path = services + "/" + name;
  const UniqueFd parent =
      OPENPERFLIB_TRY(subfolder(folder_fd_, kServices, services, Missing::fails));
  const UniqueFd fd = OPENPERFLIB_TRY(subfolder(parent.get(), name.c_str(), path, Missing::fails));
  KeptService kept{OPENPERFLIB_TRY(read_values(fd.get(), path, kValues)), std::nullopt, {}};
  if (folder_name_of(kept.values.service) != name) {
    return std::unexpected(of_another(path + "/" + kValues, "belongs to another service"));
  }
  const auto ini = read_trusted_file(fd.get(), path, kIni, kLargestSource);
  if (!ini.has_value() && is_missing(ini.error())) return kept;
  if (!ini.has_value()) return std::unexpected(ini.error());
  const auto header =
      OPENPERFLIB_TRY(read_trusted_file(fd.get(), path, kHeaderFile, kLargestSource));
  kept.sources = KeptSources{characters_of(*ini), characters_of(header)};
  kept.replaced = OPENPERFLIB_TRY(read_replaced(fd.get(), path));
  return kept;
}

std::expected<std::vector<KeptTitles>, StoreFault> KeptTexts::read_replaced(
    int fd, const std::string& path) {
  std::vector<KeptTitles> all;
  for (const std::string& name : entries_of(fd)) {
    const auto table = table_in_file(name);
    if (!table.has_value()) continue;
    const std::string file = path + "/" + name;
    const auto bytes = OPENPERFLIB_TRY(read_trusted_file(fd, path, name, kLargestTitles));
    auto titles = parse_kept_titles(characters_of(bytes));
    if (!titles.has_value()) return std::unexpected(damaged_text(file, titles.error()));
    if (titles->table != *table) {
      return std::unexpected(of_another(file, "belongs to another language"));
    }
    all.push_back(*std::move(titles));
  }
  return all;
}

std::set<TitlesOfLanguage> KeptTexts::replaced_tables(const std::string& service) const {
  std::set<TitlesOfLanguage> tables;
  if (provider_of_key(service).has_value()) return tables;
  const auto place = place_of(service, Missing::fails);
  if (service.empty() || !place.has_value()) return tables;
  for (const std::string& name : entries_of(place->fd.get())) {
    if (const auto table = table_in_file(name)) tables.insert(*table);
  }
  return tables;
}

std::vector<KeptService> KeptTexts::read_all(std::vector<StoreFault>& faults) const {
  std::vector<KeptService> all;
  auto perflib = read_values(folder_fd_, folder_, kPerflib);
  if (perflib.has_value() && perflib->service.empty()) {
    all.push_back({*std::move(perflib), std::nullopt, {}});
  } else if (!perflib.has_value() && !is_missing(perflib.error())) {
    faults.push_back(perflib.error());
  }
  const auto services = subfolder(folder_fd_, kServices, folder_ + "/" + kServices, Missing::fails);
  if (!services.has_value()) return all;
  for (const std::string& name : entries_of(services->get())) {
    auto service = read_service(name);
    if (service.has_value()) {
      all.push_back(*std::move(service));
    } else {
      faults.push_back(service.error());
    }
  }
  return all;
}

std::expected<UniqueFd, StoreFault> KeptTexts::providers_folder(Missing missing) const {
  return subfolder(folder_fd_, kProviders, folder_ + "/" + kProviders, missing);
}

std::expected<void, StoreFault> KeptTexts::write_draft_of(const ProviderRecord& provider,
                                                          DraftFiles& drafts) const {
  const UniqueFd folder = OPENPERFLIB_TRY(providers_folder(Missing::is_made));
  return drafts.write(folder.get(), folder_ + "/" + kProviders, draft_of(guid_text(provider.guid)),
                      text_of(provider), file_mode_, now_ns());
}

std::expected<void, StoreFault> KeptTexts::publish_provider(const Guid& provider) const {
  const UniqueFd folder = OPENPERFLIB_TRY(providers_folder(Missing::fails));
  const std::string name = guid_text(provider);
  const std::string draft = draft_of(name);
  const bool is_published =
      ::renameat(folder.get(), draft.c_str(), folder.get(), name.c_str()) == 0 &&
      ::fsync(folder.get()) == 0;
  if (is_published) return {};
  return std::unexpected(system_fault(folder_ + "/" + kProviders + "/" + name, errno));
}

void KeptTexts::remove_provider_file(const std::string& name) const {
  const auto folder = providers_folder(Missing::fails);
  if (!folder.has_value()) return;
  (void)::unlinkat(folder->get(), name.c_str(), 0);
  (void)::unlinkat(folder_fd_, kProviders, AT_REMOVEDIR);  // if nothing else is in it
}

std::vector<ProviderRecord> KeptTexts::read_providers(std::vector<StoreFault>& faults) const {
  std::vector<ProviderRecord> all;
  const auto folder = providers_folder(Missing::fails);
  if (!folder.has_value()) return all;
  const std::string path = folder_ + "/" + kProviders;
  for (const std::string& name : entries_of(folder->get())) {
    if (name.ends_with(kDraftSuffix)) continue;
    const std::string file = path + "/" + name;
    const auto bytes = read_trusted_file(folder->get(), path, name, kLargestTitles);
    if (!bytes.has_value()) {
      faults.push_back(bytes.error());
      continue;
    }
    auto provider = parse_kept_provider(characters_of(*bytes));
    if (!provider.has_value()) {
      faults.push_back(damaged_text(file, provider.error()));
    } else if (guid_text(provider->guid) != name) {
      faults.push_back(of_another(file, "belongs to another provider"));
    } else {
      all.push_back(*std::move(provider));
    }
  }
  return all;
}

}  // namespace openperflib
