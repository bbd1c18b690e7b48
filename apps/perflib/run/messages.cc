#include "apps/perflib/run/messages.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>

#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

bool is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

}  // namespace

void print_error(std::string_view what, std::string_view why) {
  // An empty word, which a script may have, would leave nothing to see.
  std::string line = fmt::format("perflib: {}", what.empty() ? "\"\"" : printable(what));
  if (!why.empty()) line += fmt::format(": {}", printable(why));
  print_error_line(line);
}

void print_error(const SourceFault& fault) { print_error(fault.file, reason_of(fault)); }

// Neither stream may throw, as fmt::print does: nothing could handle a lost message.
void print_error_line(std::string_view line) {
  std::fflush(stdout);
  const std::string text = fmt::format("{}\n", line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::expected<void, SourceFault> write_out(std::string_view text) {
  const auto written =
      is_terminal() ? write_all(STDOUT_FILENO, for_terminal(text)) : write_all(STDOUT_FILENO, text);
  if (written.has_value()) return {};
  return std::unexpected(SourceFault{
      .errno_value = written.error(), .file = "standard output", .error = std::nullopt});
}

void print_out(std::string_view text) {
  if (is_terminal()) return print_styled_out(for_terminal(text));
  print_styled_out(text);
}

void print_styled_out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

bool flush_output() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace openperflib::apps
