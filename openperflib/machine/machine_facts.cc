#include "openperflib/machine/machine_facts.h"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>

#include "openperflib/os/files/proc_root.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostBytes = 64U << 10;  // these files are smaller

// The value of an assignment of the shell: bare, in single or in double quotes.
std::string unquoted(std::string_view value) {
  const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
  const char quote = is_quoted ? value.front() : '\0';
  if (quote != '\0') value.remove_prefix(1);
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (quote != '\0' && value[i] == quote) break;
    if (value[i] == '\\' && quote != '\'' && i + 1 < value.size()) ++i;
    text += value[i];
  }
  return text;
}

void drop_code_name(std::string& name) {
  const std::size_t open = name.rfind(" (");
  if (open != std::string::npos && open != 0 && name.ends_with(')')) name.resize(open);
}

// The first of `paths` that can be read; empty: none.
std::string first_text(const ProcRoot& root, std::initializer_list<const char*> paths) {
  TextBuffer buffer;
  for (const char* path : paths) {
    if (const auto text = root.read(path, buffer, kMostBytes)) return std::string(*text);
  }
  return {};
}

// "6.18.44" of "6.18.44-1-amd64".
std::string_view version_of(std::string_view release) {
  return release.substr(0, release.find_first_not_of("0123456789."));
}

}  // namespace

MachineFacts machine_facts(const std::string& root) {
  const auto files = ProcRoot::open(root, 0);
  if (!files.has_value()) return {};
  MachineFacts facts;
  facts.distribution = pretty_name(first_text(*files, {"etc/os-release", "usr/lib/os-release"}));
  const std::string release = first_text(*files, {"proc/sys/kernel/osrelease"});
  const std::string_view version = version_of(release);
  if (!version.empty()) facts.kernel = fmt::format("Linux {}", version);
  return facts;
}

std::string pretty_name(std::string_view os_release) {
  constexpr std::string_view kKey = "PRETTY_NAME=";
  while (!os_release.empty()) {
    const std::string_view line = os_release.substr(0, os_release.find('\n'));
    os_release.remove_prefix(std::min(line.size() + 1, os_release.size()));
    if (!line.starts_with(kKey)) continue;
    std::string name = valid_utf8(unquoted(line.substr(kKey.size()))).text;
    drop_code_name(name);
    return name;
  }
  return {};
}

}  // namespace openperflib
