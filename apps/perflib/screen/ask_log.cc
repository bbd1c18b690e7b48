#include "apps/perflib/screen/ask_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "apps/perflib/screen/terminal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kLongestName = 4096;

// The next line without its end; nullopt: the input has ended.
std::optional<std::string> read_line(int fd) {
  std::string line;
  char one = 0;
  while (line.size() < kLongestName) {
    const ssize_t got = ::read(fd, &one, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    if (one == '\n') return line;
    line += one;
  }
  return line;
}

std::string_view question(Nameless nameless) {
  return nameless == Nameless::refused
             ? "Performance log (Ctrl+D: none): "
             : "Performance log (only Enter: this machine, Ctrl+D: none): ";
}

// Why it is not a log; empty: it is one.
std::string fault_of(const std::string& name, const TitleTable& titles) {
  const auto job = SurveyJob::begin({.logs = {.files = {name}}}, titles);
  return job.has_value() ? std::string() : describe(job.error());
}

}  // namespace

std::expected<std::optional<std::string>, Failure> ask_for_log(const TitleTable& titles,
                                                               Nameless nameless) {
  const UniqueFd terminal(::open(kTerminal, O_RDWR | O_CLOEXEC));
  if (!terminal) {
    return no_terminal(errno);
  }
  while (true) {
    (void)write_all(terminal.get(), question(nameless));
    const auto name = read_line(terminal.get());
    if (!name.has_value()) (void)write_all(terminal.get(), "\n");
    if (!name.has_value()) return std::nullopt;
    if (name->empty()) {
      return nameless == Nameless::refused ? std::nullopt : std::optional<std::string>("");
    }
    const std::string fault = fault_of(*name, titles);
    if (fault.empty()) return *name;
    (void)write_all(terminal.get(), printable(fault) + "\n");
  }
}

}  // namespace openperflib::apps
