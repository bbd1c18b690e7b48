#include "openperflib/loading/name_files.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/name_file.h"

namespace openperflib {
namespace {

std::expected<NameFile, LoadFault> read_names(const std::string& path) {
  if (path.empty()) return NameFile{};
  const auto bytes = OPENPERFLIB_TRY(read_file(path, kMostNameFileBytes));
  auto file = NameFile::read(bytes);
  if (file.has_value()) return *std::move(file);
  return std::unexpected(LoadFault{
      .code = LoadErrc::file, .source = {.errno_value = 0, .file = path, .error = file.error()}});
}

// Names have even indices and help texts odd ones; the others of a file are left out.
void append_titles(std::vector<Title>& titles, const NameFile& file, TitleIndex parity) {
  for (const NameFile::Entry& entry : file.entries) {
    if (entry.index % 2 == parity) titles.push_back({entry.index, entry.text});
  }
}

}  // namespace

std::expected<void, LoadFault> update_names(TitleStore& store, const std::string& names,
                                            const std::string& help_texts,
                                            std::string_view language) {
  const auto id = language_of(language);
  if (!id.has_value()) return std::unexpected(LoadFault{.code = LoadErrc::unknown_language});
  if (names.empty() && help_texts.empty()) {
    return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  }
  const NameFile name_file = OPENPERFLIB_TRY(read_names(names));
  const NameFile help_file = OPENPERFLIB_TRY(read_names(help_texts));
  std::vector<Title> titles;
  append_titles(titles, name_file, 0);
  append_titles(titles, help_file, 1);
  std::ranges::stable_sort(titles, {}, &Title::index);
  auto changed = store.change(store.own_scope(),
                              [&](StoreEdit& edit) { return edit.set_titles(*id, titles); });
  if (changed.has_value()) return {};
  return std::unexpected(LoadFault{.code = LoadErrc::store, .store = std::move(changed).error()});
}

}  // namespace openperflib
