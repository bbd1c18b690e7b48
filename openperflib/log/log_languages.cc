#include "openperflib/log/log_languages.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/reader/english_log_reader.h"
#include "openperflib/os/files/whole_file.h"
#include "openperflib/titles/language/language_file.h"

namespace openperflib {
namespace {

// A folder is the user's own: more files than this are a mistake.
constexpr std::size_t kMostFiles = 1'000;

SourceFault names_fault(const std::string& file, const TitleRemarks& remarks) {
  const auto mistake = std::ranges::find_if_not(remarks, is_note, &TitleRemark::rule);
  const TitleRemark& shown = mistake != remarks.end() ? *mistake : remarks.front();
  SourceFault fault;
  fault.file = shown.rule == TitleRule::no_language_names
                   ? file
                   : fmt::format("{}, line {}", file, shown.line);
  fault.message = describe(shown);
  return fault;
}

std::expected<std::vector<LanguageNames>, SourceFault> languages_in_file(const std::string& file) {
  const auto bytes = read_whole_file(file, kMostLanguageFileBytes);
  if (!bytes.has_value()) {
    return std::unexpected(SourceFault{.errno_value = bytes.error(), .file = file, .error = {}});
  }
  auto languages = read_language_file(*bytes, std::filesystem::path(file).stem().string());
  if (!languages.has_value()) return std::unexpected(names_fault(file, languages.error()));
  return *std::move(languages);
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
    auto languages = OPENPERFLIB_TRY(languages_in_file(file));
    std::ranges::move(languages, std::back_inserter(all));
  }
  languages_ = std::move(all);
  has_read_files_ = true;
  return {};
}

void LogLanguages::read_folder() {
  const std::string folder = std::exchange(from_.folder, {});
  if (folder.empty()) return;
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code unknown;
    if (!at->is_regular_file(unknown)) continue;
    if (files.size() == kMostFiles) {
      remarks_.push_back(
          {.file = folder,
           .error = {},
           .message = fmt::format("has more than {} files; the others are not read", kMostFiles)});
      break;
    }
    files.push_back(at->path().string());
  }
  std::ranges::sort(files);
  for (const std::string& file : files) {
    auto languages = languages_in_file(file);
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
