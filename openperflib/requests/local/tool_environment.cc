#include "openperflib/requests/local/tool_environment.h"

#include <chrono>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/allowed_folders.h"
#include "openperflib/rules/rule_fault.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/sources/counter_source.h"
#include "openperflib/sources/open_session.h"

namespace openperflib {
namespace {

constexpr std::chrono::seconds kBetweenRows{1};

using OpenedMachine = std::expected<CounterSession, std::string>;
using AllowedFile = std::expected<std::string, std::string>;
using FileOf = std::function<AllowedFile(const std::string& path)>;

// The built-in rules, some of them replaced, and others.
std::expected<std::vector<Rule>, std::string> rules_with(std::string_view others) {
  auto rules = read_rules(built_in_rules());
  if (!rules.has_value()) return std::unexpected("rules: " + describe(rules.error()));
  if (others.empty()) return *std::move(rules);
  auto more = read_rules(others);
  if (!more.has_value()) return std::unexpected("rules: " + describe(more.error()));
  override_rules(*rules, *std::move(more));
  return *std::move(rules);
}

std::expected<FileOf, std::string> files_of(const std::vector<std::string>& folders) {
  if (folders.empty()) return FileOf([](const std::string& path) -> AllowedFile { return path; });
  const AllowedFolders allowed = OPENPERFLIB_TRY(AllowedFolders::of(folders));
  return FileOf([allowed](const std::string& path) { return allowed.file_of(path); });
}

std::function<OpenedMachine()> opener_of(LocalSourceOptions machine, const TitleTable& titles) {
  return [source = CounterSource(std::move(machine)), fixed = &titles]() -> OpenedMachine {
    auto session =
        open_session(source, *fixed, kBetweenRows, {.units = QueryOptions::Units::of_names});
    if (!session.has_value()) return std::unexpected(std::move(session).error().text);
    return *std::move(session);
  };
}

}  // namespace

std::expected<ToolEnvironment, std::string> tool_environment(JobAccess access,
                                                             const TitleTable& titles) {
  ToolEnvironment environment{.titles = titles};
  environment.rules = OPENPERFLIB_TRY(rules_with(access.rules));
  environment.file_of = OPENPERFLIB_TRY(files_of(access.folders));
  if (access.machine.has_value()) {
    environment.open_machine = opener_of(*std::move(access.machine), titles);
  }
  return environment;
}

}  // namespace openperflib
