#include "openperflib/log/local/language_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "openperflib/log/languages_in_file.h"
#include "openperflib/titles/manifest/language_xml.h"

namespace openperflib {

std::expected<std::vector<LanguageNames>, SourceFault> languages_in_any_file(
    const std::string& file) {
  return languages_in_file(file, &languages_of_xml);
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
