#include <dirent.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/loading/manifest_files_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/checked_titles.h"
#include "openperflib/titles/manifest/translation.h"

namespace openperflib {
namespace {

constexpr std::string_view kTranslationSuffix = ".rc";

void append_remarks(FileRemarks& all, const std::string& file, TitleRemarks remarks) {
  for (TitleRemark& remark : remarks) all.push_back({file, std::move(remark)});
}

// "DIR/" and "disque" of DIR/disque.man; the folder is empty for a file in the current one.
struct FileName {
  std::string folder;
  std::string stem;
};

FileName split(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 without a slash
  const std::size_t dot = path.rfind('.');
  const bool has_dot = dot != std::string::npos && dot > name;
  return {path.substr(0, name), path.substr(name, has_dot ? dot - name : std::string::npos)};
}

// The language in STEM.LANGID.rc, whose case does not matter; nullopt: the file has another name.
std::optional<LanguageId> language_in(std::string_view name, std::string_view stem) {
  const std::size_t shortest = stem.size() + kTranslationSuffix.size() + 2;
  const bool may_be_one =
      name.size() >= shortest && name[stem.size()] == '.' &&
      equal_ignoring_case(name.substr(0, stem.size()), stem) &&
      equal_ignoring_case(name.substr(name.size() - kTranslationSuffix.size()), kTranslationSuffix);
  if (!may_be_one) return std::nullopt;
  name.remove_prefix(stem.size() + 1);
  name.remove_suffix(kTranslationSuffix.size());
  return language_of(name);
}

// The translations beside a manifest, sorted by name.
struct TranslationFile {
  std::string path;
  LanguageId language = kEnglish;
};

std::vector<TranslationFile> translations_beside(const std::string& manifest) {
  const auto [folder, stem] = split(manifest);
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.empty() ? "." : folder.c_str()),
                                                   &::closedir);
  std::vector<TranslationFile> found;
  while (listed != nullptr) {
    const dirent* const entry = ::readdir(listed.get());
    if (entry == nullptr) break;
    const auto language = language_in(entry->d_name, stem);
    if (language.has_value()) found.push_back({folder + entry->d_name, *language});
  }
  std::ranges::sort(found, {}, &TranslationFile::path);
  return found;
}

std::expected<Translations, LoadFault> read_translations(const std::string& file,
                                                         FileRemarks& remarks) {
  Translations all;
  for (const TranslationFile& one : translations_beside(file)) {
    const auto bytes = OPENPERFLIB_TRY(read_file(one.path, kMostTitleFileBytes + 1));
    Translation translation = read_translation(bytes);
    append_remarks(remarks, one.path, std::move(translation.remarks));
    for (TranslatedText& text : translation.texts) {
      all[one.language].try_emplace(text.id, std::move(text.text));
    }
  }
  return all;
}

std::expected<Manifest, LoadFault> read_manifest_file(const std::string& file) {
  if (file.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  return read_manifest(OPENPERFLIB_TRY(read_file(file, kMostManifestBytes + 1)));
}

std::expected<LoadedManifest, LoadFault> load(const std::string& file) {
  LoadedManifest loaded;
  loaded.manifest = OPENPERFLIB_TRY(read_manifest_file(file));
  append_remarks(loaded.notes, file, std::move(loaded.manifest.remarks));
  return loaded;
}

}  // namespace

std::string folder_of_file(const std::string& path) { return split(path).folder; }

std::expected<void, LoadFault> check_mistakes(FileRemarks& notes, const std::string& file,
                                              TitleRemarks more) {
  append_remarks(notes, file, std::move(more));
  const bool is_good =
      std::ranges::all_of(notes, [](const FileRemark& one) { return is_note(one.remark.rule); });
  if (is_good) return {};
  return std::unexpected(LoadFault{.code = LoadErrc::mistakes, .remarks = std::move(notes)});
}

std::expected<LoadedManifest, LoadFault> load_manifest_alone(const std::string& file) {
  LoadedManifest loaded = OPENPERFLIB_TRY(load(file));
  OPENPERFLIB_TRY(check_mistakes(loaded.notes, file, {}));
  return loaded;
}

std::expected<LoadedManifest, LoadFault> load_manifest(const std::string& file) {
  LoadedManifest loaded = OPENPERFLIB_TRY(load(file));
  auto translations = read_translations(file, loaded.notes);
  if (!translations.has_value()) {
    translations.error().remarks = std::move(loaded.notes);
    return std::unexpected(std::move(translations).error());
  }
  loaded.translations = *std::move(translations);
  OPENPERFLIB_TRY(check_mistakes(loaded.notes, file, {}));
  return loaded;
}

}  // namespace openperflib
