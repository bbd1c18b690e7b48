#include "openperflib/machine/process_facts.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostOfStatus = 64U << 10;
constexpr std::size_t kMostOfCommand = 4U << 20;  // the kernel's limit is below
constexpr std::size_t kShownOfCommand = 2000;     // bytes

std::string why_unknown(int errno_value, const std::string& file) {
  return describe(SourceFault{.errno_value = errno_value, .file = "/" + file, .error = {}});
}

// The effective one of "Uid:\t1000\t1000\t1000\t1000": the second.
std::optional<std::uint32_t> effective_uid(std::string_view status) {
  constexpr std::string_view kKey = "\nUid:";
  const std::size_t line = status.find(kKey);
  if (line == std::string_view::npos) return std::nullopt;
  std::string_view rest = status.substr(line + kKey.size());
  std::uint32_t uid = 0;
  for (int word = 0; word < 2; ++word) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), uid);
    if (error != std::errc()) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  return uid;
}

std::string user_text(const ProcRoot& root, std::uint32_t process_id, TextBuffer& buffer) {
  const std::string file = fmt::format("proc/{}/status", process_id);
  const auto text = root.read(file.c_str(), buffer, kMostOfStatus);
  if (!text.has_value()) return why_unknown(text.error(), file);
  const auto uid = effective_uid(*text);
  if (!uid.has_value()) return fmt::format("/{} has no Uid", file);
  const std::string number = fmt::format("{}", *uid);
  const std::string name = root.is_live() ? HostEnvironment::name_of(*uid) : number;
  return name == number ? "uid " + number : fmt::format("{} (uid {})", name, number);
}

std::string command_text(const ProcRoot& root, std::uint32_t process_id, TextBuffer& buffer) {
  const std::string file = fmt::format("proc/{}/cmdline", process_id);
  const auto text = root.read(file.c_str(), buffer, kMostOfCommand);
  if (!text.has_value()) return why_unknown(text.error(), file);
  std::string words(text->substr(0, kShownOfCommand));
  if (text->size() <= kShownOfCommand) words.resize(words.find_last_not_of('\0') + 1);
  if (words.empty()) return "none: a kernel thread, or a process that has ended";
  std::ranges::replace(words, '\0', ' ');
  if (text->size() > kShownOfCommand) words += " ...";
  return valid_utf8(words).text;
}

}  // namespace

ProcessFacts process_facts(const std::string& root, std::uint32_t process_id) {
  const auto files = ProcRoot::open(root, 0);
  if (!files.has_value()) return {.user = describe(files.error()), .command = {}};
  TextBuffer buffer;
  ProcessFacts facts;
  facts.user = user_text(*files, process_id, buffer);
  facts.command = command_text(*files, process_id, buffer);
  return facts;
}

}  // namespace openperflib
