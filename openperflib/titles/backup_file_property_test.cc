#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/backup_file.h"
#include "openperflib/titles/ini_file.h"

namespace openperflib {
namespace {

// Any text that a line can have.
rc::Gen<std::string> a_text() {
  return rc::gen::map(rc::gen::arbitrary<std::string>(), [](const std::string& any) {
    std::string text = valid_utf8(any).text;
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
    return text;
  });
}

// Also with brackets, blanks and semicolons.
rc::Gen<std::string> a_service_name() {
  return rc::gen::suchThat(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("aB1 ];[=.\xC3\xA4/"))),
      [](const std::string& name) {
        return is_service_name(name) && valid_utf8(name).replaced == 0;
      });
}

rc::Gen<BackupService> a_service(const std::string& name) {
  return rc::gen::map(
      rc::gen::arbitrary<std::tuple<std::uint16_t, std::uint16_t, std::uint32_t, bool>>(),
      [name](const auto& any) {
        const auto& [first, count, disabled, is_set] = any;
        BackupService service{name, first, first + 1U, first + count + 0U, first + count + 1U};
        if (is_set) service.disabled = disabled;
        return service;
      });
}

template <typename Container, typename... Parts>
rc::Gen<Container> few(Parts... parts) {
  return rc::gen::scale(0.1, rc::gen::container<Container>(std::move(parts)...));
}

BackupFile any_file() {
  BackupFile file{.base_index = *rc::gen::arbitrary<std::uint32_t>(),
                  .last_counter = *rc::gen::arbitrary<std::uint32_t>(),
                  .last_help = *rc::gen::arbitrary<std::uint32_t>()};
  std::map<std::string, std::string> names;  // by folded name
  for (const std::string& name : *few<std::vector<std::string>>(a_service_name())) {
    names.emplace(folded(name), name);
  }
  for (const auto& [key, name] : names) file.services.push_back(*a_service(name));
  std::map<LanguageId, std::map<TitleIndex, std::string>> languages;
  for (const auto id : *few<std::vector<std::uint16_t>>(rc::gen::arbitrary<std::uint16_t>())) {
    const auto language = language_of(id);
    if (!language.has_value()) continue;
    languages[*language] =
        *few<std::map<TitleIndex, std::string>>(rc::gen::positive<TitleIndex>(), a_text());
  }
  for (const auto& [language, titles] : languages) {
    file.languages.push_back({language, {}});
    for (const auto& [index, text] : titles) file.languages.back().titles.push_back({index, text});
  }
  return file;
}

RC_GTEST_PROP(BackupFile, WriteThenRead_GivesTheSameFile, ()) {
  const BackupFile file = any_file();
  const auto reading = read_backup(write_backup(file));
  RC_ASSERT(reading.has_value());
  RC_ASSERT(reading->file == file);
  RC_ASSERT(reading->notes.empty());
}

RC_GTEST_PROP(BackupFile, WhateverIsRead_CanBeWrittenAndReadAgain, (const std::string& text)) {
  const std::string bytes =
      "[Perflib]\nBase Index=1\nLast Counter=2\nLast Help=3\n[PerfStrings_009]\n2=" + text;
  const auto reading = read_backup(as_bytes(bytes));
  if (!reading.has_value()) return;
  RC_ASSERT(read_backup(write_backup(reading->file))->file == reading->file);
}

}  // namespace
}  // namespace openperflib
