#include "apps/drop_in/overwrite_question.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "apps/drop_in/messages.h"
#include "openperflib/text/printable.h"

namespace openperflib::drop_in {
namespace {

bool is_regular_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// The first letter of the next line of standard input; 0 at its end. Nothing after that line is
// read.
char first_letter_of_a_line() {
  char first = 0;
  for (;;) {
    char c = 0;
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || c == '\n') return first;
    if (first == 0 && c != ' ' && c != '\t' && c != '\r') first = c;
  }
}

}  // namespace

Outcome ask_to_overwrite(const std::string& path, Overwrite overwrite) {
  if (overwrite == Overwrite::yes || !is_regular_file(path)) return {};
  const std::string question =
      fmt::format("{}{} already exists. Overwrite it? [y/n]", kNewLine, printable(path));
  if (auto asked = print(question); !asked.has_value()) return asked;
  const char answer = first_letter_of_a_line();
  if (answer == 'y' || answer == 'Y') return {};
  return failure(fmt::format("{} already exists; use -y to overwrite it", path),
                 PDH_FILE_ALREADY_EXISTS);
}

}  // namespace openperflib::drop_in
