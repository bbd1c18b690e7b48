#include "openperflib/log/local/language_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "openperflib/os/files/whole_file.h"
#include "openperflib/titles/language/language_file.h"
#include "openperflib/titles/manifest/language_xml.h"

namespace openperflib {
namespace {

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

}  // namespace

std::expected<std::vector<LanguageNames>, SourceFault> languages_in_file(const std::string& file) {
  const auto bytes = read_whole_file(file, kMostLanguageFileBytes);
  if (!bytes.has_value()) {
    return std::unexpected(SourceFault{.errno_value = bytes.error(), .file = file, .error = {}});
  }
  auto languages =
      read_language_file(*bytes, std::filesystem::path(file).stem().string(), &languages_of_xml);
  if (!languages.has_value()) return std::unexpected(names_fault(file, languages.error()));
  return *std::move(languages);
}

std::vector<std::string> regular_files_in(const std::string& folder, std::size_t most) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end;
       !error && at != end && files.size() < most; at.increment(error)) {
    std::error_code unknown;
    if (at->is_regular_file(unknown)) files.push_back(at->path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace openperflib
