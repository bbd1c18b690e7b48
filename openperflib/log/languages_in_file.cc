#include "openperflib/log/languages_in_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "openperflib/os/portable/whole_file.h"

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

// The name of a file without its folder and its extension.
std::string_view stem_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);  // npos + 1 is 0
  const std::size_t dot = file.rfind('.');
  return dot == 0 ? file : file.substr(0, dot);
}

}  // namespace

std::expected<std::vector<LanguageNames>, SourceFault> languages_in_file(
    const std::string& file, LanguageXmlReader read_xml) {
  const auto bytes = read_whole_file(file, kMostLanguageFileBytes);
  if (!bytes.has_value()) {
    return std::unexpected(SourceFault{.errno_value = bytes.error(), .file = file, .error = {}});
  }
  auto languages = read_language_file(*bytes, stem_of(file), read_xml);
  if (!languages.has_value()) return std::unexpected(names_fault(file, languages.error()));
  return *std::move(languages);
}

}  // namespace openperflib
