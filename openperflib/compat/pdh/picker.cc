#include <sys/auxv.h>
#include <unistd.h>

#include "openperflib/compat/pdh/picker_internal.h"
#include "openperflib/machine/installed_files.h"
#include "openperflib/os/process/terminal_program.h"

namespace openperflib::compat {
namespace {

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  return variables;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::optional<std::vector<std::string>> run_picker(std::vector<std::string> arguments) {
  const bool has_gained_rights = ::getauxval(AT_SECURE) != 0;
  if (has_gained_rights || ::isatty(STDIN_FILENO) != 1) return std::nullopt;
  const std::string perflib = installed_program("perflib");
  if (perflib.empty()) return std::nullopt;
  arguments.insert(arguments.begin(), "pick");
  const auto printed = run_on_terminal(
      {.program = perflib, .arguments = std::move(arguments), .environment = environment()});
  if (!printed.has_value() || printed->empty()) return std::nullopt;
  return lines_of(*printed);
}

}  // namespace openperflib::compat
