#include "openperflib/log/log_languages.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_support.h"
#include "openperflib/log/reader/english_log_reader.h"

namespace openperflib {
namespace {

// A folder is the user's own: more files than this are a mistake.
constexpr std::size_t kMostFiles = 1'000;

std::expected<std::vector<LanguageNames>, SourceFault> read_languages(const std::string& file) {
  const LanguageFileReader reader = log_support().languages;
  if (reader != nullptr) return reader(file);
  return std::unexpected(
      SourceFault{.file = file, .error = {}, .message = "this program reads no files of names"});
}

// Recordings have their names by index, in English.
bool may_be_in_another_language(const LogReader& log, const TitleTable& titles) {
  return log.header().format != LogFormat::recording && !log.catalog().is_of_snapshot() &&
         std::ranges::any_of(log.catalog().objects(), [&](const Catalog::Object& object) {
           return titles.positions(object.name).empty();
         });
}

}  // namespace

void LogLanguages::use(LanguageFiles from) {
  if (!has_read_files_) from_ = std::move(from);
}

std::expected<void, SourceFault> LogLanguages::read_files() {
  if (has_read_files_) return {};
  std::vector<LanguageNames> all;
  for (const std::string& file : from_.files) {
    auto languages = OPENPERFLIB_TRY(read_languages(file));
    std::ranges::move(languages, std::back_inserter(all));
  }
  languages_ = std::move(all);
  has_read_files_ = true;
  return {};
}

void LogLanguages::read_folder() {
  const std::string folder = std::exchange(from_.folder, {});
  const LogFolderSupport* folders = log_support().folders;
  if (folder.empty() || folders == nullptr) return;
  std::vector<std::string> files = folders->files(folder, kMostFiles + 1);
  if (files.size() > kMostFiles) {
    files.pop_back();
    remarks_.push_back(
        {.file = folder,
         .error = {},
         .message = fmt::format("has more than {} files; the others are not read", kMostFiles)});
  }
  for (const std::string& file : files) {
    auto languages = read_languages(file);
    if (!languages.has_value()) {
      remarks_.push_back(std::move(languages.error()));
    } else {
      std::ranges::move(*languages, std::back_inserter(languages_));
    }
  }
}

std::unique_ptr<LogReader> LogLanguages::in_english(std::unique_ptr<LogReader> log,
                                                    const std::string& file,
                                                    const TitleTable& titles) {
  if (!may_be_in_another_language(*log, titles)) return log;
  const LanguageNames* language = language_of_log(log->catalog(), languages_, titles);
  if (language == nullptr) {
    read_folder();
    language = language_of_log(log->catalog(), languages_, titles);
  }
  if (language != nullptr) {
    return std::make_unique<EnglishLogReader>(std::move(log), *language, file);
  }
  if (!from_.files.empty()) {
    remarks_.push_back({.file = file,
                        .error = {},
                        .message = "the given names (--names) are not those of its objects"});
  }
  return log;
}

}  // namespace openperflib
