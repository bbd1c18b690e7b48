#include "openperflib/loading/title_backup.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <utility>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/loading/store_changes_internal.h"
#include "openperflib/loading/written_sources_internal.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

struct NoteText {
  RestoreNote what;
  std::string_view text;
};
constexpr auto kNoteTexts = std::to_array<NoteText>({
    {RestoreNote::no_service, "{} is not registered; its titles are passed over"},
    {RestoreNote::other_store, "{} is registered for all users; its titles are passed over"},
    {RestoreNote::other_range,
     "the numbers of {} are not in the range of this title database; "
     "its titles are passed over"},
    {RestoreNote::no_names, "{} has no names in the file; its titles are passed over"},
    {RestoreNote::removed, "{} is not in the file; its titles are removed"},
    {RestoreNote::called_always,
     "the objects of {} are not known, so that every query calls its "
     "module; install its .ini file again"},
});

// The names and help texts of a set, ascending by index.
std::vector<BackupTitle> all_titles(std::span<const Title> names, std::span<const Title> helps) {
  std::vector<BackupTitle> titles;
  titles.reserve(names.size() + helps.size());
  for (const Title& title : names) titles.push_back({title.index, std::string(title.text)});
  for (const Title& title : helps) titles.push_back({title.index, std::string(title.text)});
  std::ranges::sort(titles, {}, &BackupTitle::index);
  return titles;
}

// The first row of every language's table: the last index of the base table.
BackupTitle base_row() { return {1, std::to_string(title::kLastBaseIndex)}; }

BackupService row_of(const RegisteredService& service, const TitleRange& range) {
  const auto disabled = service.number(ServiceKey::performance, kDisablePerformanceCounters);
  return {.name = service.name,
          .first_counter = range.first,
          .first_help = range.first + 1,
          .last_counter = range.last,
          .last_help = range.last + 1,
          .disabled = disabled.value_or(0) == 0 ? std::nullopt : disabled};
}

// Distances of the objects that a service has now.
std::vector<std::uint32_t> object_distances(const RegisteredService& service) {
  std::vector<std::uint32_t> distances;
  const auto range = service.titles();
  if (!range.has_value()) return distances;
  for (const TitleIndex object : service.objects().value_or(std::vector<TitleIndex>())) {
    if (range->contains(object)) distances.push_back(object - range->first);
  }
  return distances;
}

// What one service of a backup has in one language.
LanguageTexts texts_in(const BackupLanguage& language, const TitleRange& range) {
  std::map<std::uint32_t, SymbolText> by_distance;
  const auto first =
      std::ranges::lower_bound(language.titles, range.first, {}, &BackupTitle::index);
  for (const BackupTitle& title : std::ranges::subrange(first, language.titles.end())) {
    if (!range.contains(title.index)) break;
    const std::uint32_t distance = (title.index - range.first) & ~1U;
    SymbolText& text = by_distance[distance];
    text.distance = distance;
    (title.index % 2 == 0 ? text.name : text.help) = title.text;
  }
  LanguageTexts texts{language.language, {}};
  for (SymbolText& text : by_distance | std::views::values) {
    if (!text.name.empty()) texts.texts.push_back(std::move(text));
  }
  return texts;
}

// The titles of a service as a backup has them. English stands first if it is missing.
ServiceTitles titles_in(const BackupFile& file, const BackupService& row,
                        const RegisteredService& service) {
  const TitleRange range{row.first_counter, row.last_counter};
  ServiceTitles titles{.driver_name = service.name,
                       .objects = object_distances(service),
                       .last_distance = range.last - range.first};
  for (const BackupLanguage& language : file.languages) {
    LanguageTexts texts = texts_in(language, range);
    if (!texts.texts.empty()) titles.languages.push_back(std::move(texts));
  }
  std::erase_if(titles.objects, [&](std::uint32_t distance) {
    return titles.languages.empty() ||
           !std::ranges::binary_search(titles.languages.front().texts, distance, {},
                                       &SymbolText::distance);
  });
  titles.has_objects = !titles.objects.empty();
  return titles;
}

// Restores all services of a file in one edit of a store.
class Restorer {
 public:
  Restorer(const BackupFile& file, StoreScope scope, RestoredTitles& result)
      : file_(file), scope_(scope), result_(result) {}
  // `all`: what both stores have; services of the other one are passed over.
  std::expected<void, StoreFault> restore(const Registration& all, StoreEdit& edit);

 private:
  std::expected<void, StoreFault> remove_titles(const Registration& all, StoreEdit& edit);
  std::expected<void, StoreFault> install(const BackupService& row,
                                          const RegisteredService& service, StoreEdit& edit);
  void note(RestoreNote what, const std::string& service) {
    result_.notes.push_back({what, service});
  }
  [[nodiscard]] bool is_in_file(const std::string& service) const;

  const BackupFile& file_;
  StoreScope scope_;
  RestoredTitles& result_;
};

bool Restorer::is_in_file(const std::string& service) const {
  return std::ranges::any_of(file_.services, [&](const BackupService& row) {
    return equal_ignoring_case(row.name, service);
  });
}

// All of them, so that the indices of the file are free.
std::expected<void, StoreFault> Restorer::remove_titles(const Registration& all, StoreEdit& edit) {
  for (const RegisteredService& service : all.services()) {
    if (service.scope != scope_ || !service.titles().has_value()) continue;
    OPENPERFLIB_TRY(edit.uninstall(service.name));
    if (!is_in_file(service.name)) note(RestoreNote::removed, service.name);
  }
  return {};
}

std::expected<void, StoreFault> Restorer::install(const BackupService& row,
                                                  const RegisteredService& service,
                                                  StoreEdit& edit) {
  const ServiceTitles titles = titles_in(file_, row, service);
  if (titles.languages.empty()) {
    note(RestoreNote::no_names, service.name);
    return {};
  }
  const std::string ini = ini_text_of(titles);
  const std::string header = header_text_of(titles);
  const auto installed =
      edit.install_at(titles, {as_bytes(ini), as_bytes(header)}, row.first_counter);
  if (!installed.has_value() && installed.error().code == StoreErrc::no_free_run) {
    note(RestoreNote::other_range, service.name);
    return {};
  }
  if (!installed.has_value()) return std::unexpected(installed.error());
  OPENPERFLIB_TRY(
      edit.set_value(service.name, ServiceKey::performance,
                     number_value(kDisablePerformanceCounters, row.disabled.value_or(0))));
  if (!titles.has_objects) note(RestoreNote::called_always, service.name);
  result_.services.push_back(service.name);
  return {};
}

std::expected<void, StoreFault> Restorer::restore(const Registration& all, StoreEdit& edit) {
  OPENPERFLIB_TRY(remove_titles(all, edit));
  for (const BackupService& row : file_.services) {
    const RegisteredService* const service = all.find(row.name);
    if (service == nullptr) {
      note(RestoreNote::no_service, row.name);
    } else if (service->scope != scope_) {
      note(RestoreNote::other_store, row.name);
    } else {
      OPENPERFLIB_TRY(install(row, *service, edit));
    }
  }
  return {};
}

// The texts of one language of a file, for titles that are installed.
std::vector<Title> titles_of_language(const BackupFile& file, LanguageId language) {
  std::vector<Title> titles;
  for (const BackupLanguage& one : file.languages) {
    if (one.language != language) continue;
    for (const BackupTitle& title : one.titles) titles.push_back({title.index, title.text});
  }
  return titles;
}

FileRemarks remarks_on(const TitleRemarks& remarks, const std::string& path) {
  FileRemarks all;
  for (const TitleRemark& remark : remarks) all.push_back({path, remark});
  return all;
}

std::expected<BackupReading, LoadFault> read_backup_file(const std::string& path) {
  if (path.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto bytes = OPENPERFLIB_TRY(read_file(path, kMostBackupBytes + 1));
  auto reading = read_backup(bytes);
  if (reading.has_value()) return *std::move(reading);
  return std::unexpected(
      LoadFault{.code = LoadErrc::mistakes, .remarks = remarks_on(reading.error(), path)});
}

}  // namespace

BackupFile backup_of(const Registration& registration) {
  const TitleTable& table = registration.titles()->table();
  const TitleIndex last = table.names().back().index;
  BackupFile file{.base_index = title::kLastBaseIndex, .last_counter = last, .last_help = last + 1};
  for (const RegisteredService& service : registration.services()) {
    const auto range = service.titles();
    if (range.has_value()) file.services.push_back(row_of(service, *range));
  }
  file.languages.push_back({kEnglish, all_titles(table.names(), table.helps())});
  for (const RegisteredLanguage& language : registration.languages()) {
    std::vector<BackupTitle> titles = all_titles(language.titles, {});
    titles.insert(titles.begin(), base_row());
    file.languages.push_back({language.language, std::move(titles)});
  }
  std::ranges::sort(file.languages, {}, &BackupLanguage::language);
  return file;
}

std::expected<void, LoadFault> save_titles(TitleStore& store, const std::string& path) {
  if (path.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  if (!store.faults().empty()) {  // half a backup would look like a whole one
    return std::unexpected(LoadFault{.code = LoadErrc::store, .store = store.faults().front()});
  }
  return write_file(path, write_backup(backup_of(*registration)));
}

std::string describe(const RestoredNote& note) {
  const auto row = std::ranges::find(kNoteTexts, note.what, &NoteText::what);
  return fmt::format(fmt::runtime(row->text), printable(note.service));
}

std::expected<RestoredTitles, LoadFault> restore_titles(TitleStore& store, const std::string& path,
                                                        std::optional<LanguageId> language) {
  const BackupReading reading = OPENPERFLIB_TRY(read_backup_file(path));
  RestoredTitles restored{.remarks = remarks_on(reading.notes, path)};
  if (language.has_value()) {
    const auto titles = titles_of_language(reading.file, *language);
    OPENPERFLIB_TRY(change_own_store(
        store, [&](StoreEdit& edit) { return edit.set_titles(*language, titles); }));
    return restored;
  }
  const auto registration = store.read();
  if (!store.faults().empty()) {
    return std::unexpected(LoadFault{.code = LoadErrc::store, .store = store.faults().front()});
  }
  Restorer restorer(reading.file, store.own_scope(), restored);
  OPENPERFLIB_TRY(change_own_store(
      store, [&](StoreEdit& edit) { return restorer.restore(*registration, edit); }));
  return restored;
}

}  // namespace openperflib
