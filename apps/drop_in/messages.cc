#include "apps/drop_in/messages.h"

#include <fmt/core.h>
#include <unistd.h>

#include "apps/program/windows_path.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::drop_in {

Outcome print(std::string_view text) {
  const auto written = ::isatty(STDOUT_FILENO) == 1 ? write_all(STDOUT_FILENO, for_terminal(text))
                                                    : write_all(STDOUT_FILENO, text);
  if (written.has_value()) return {};
  const SourceFault fault{
      .errno_value = written.error(), .file = "standard output", .error = std::nullopt};
  return failure(fmt::format("{}: {}", fault.file, reason_of(fault)));
}

void say_error(const Failure& why) {
  const std::string line = fmt::format("Error: {}\r\n", printable(why.text));
  if (print(fmt::format("{}{}", kNewLine, line)).has_value()) return;
  (void)write_all(STDERR_FILENO, line);  // a failure here cannot be reported
}

void say_error_below(std::string_view tool, const Failure& why) {
  const std::string text = fmt::format("{0}Error:{0}{1}{0}", kNewLine, printable(why.text));
  if (!print(text).has_value()) remark(tool, why.text);
}

void remark(std::string_view tool, std::string_view text) {
  (void)write_all(STDERR_FILENO, fmt::format("{}: {}\n", tool, printable(text)));
}

void remark_on_windows_path(std::string_view tool, std::string_view path) {
  const std::string text = apps::windows_path_remark(path);
  if (!text.empty()) remark(tool, text);
}

}  // namespace openperflib::drop_in
