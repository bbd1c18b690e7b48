#include "apps/perflib/screen/terminal.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <iterator>
#include <string_view>
#include <system_error>

#include "openperflib/os/portable/write_all.h"

namespace openperflib::apps {
namespace {

// Alternate screen, cursor hidden; no line wrap, so that a character that is too wide cannot move
// the rest.
constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
constexpr std::string_view kLeave = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

}  // namespace

std::unexpected<Failure> no_terminal(int errno_value) {
  return failed("pick",
                fmt::format("needs a terminal, and {} cannot be opened ({}); in scripts use "
                            "`perflib list --paths`",
                            kTerminal, std::generic_category().message(errno_value)));
}

bool Terminal::enter() {
  termios settings{};
  if (::tcgetattr(input_fd_, &settings) != 0) return false;
  before_ = settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // signals still come from keys
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  if (::tcsetattr(input_fd_, TCSANOW, &settings) != 0) {
    before_.reset();
    return false;
  }
  drawn_.clear();
  return write_all(output_fd_, kEnter).has_value();
}

void Terminal::leave() noexcept {
  if (!before_.has_value()) return;
  (void)write_all(output_fd_,
                  kLeave);  // the settings are restored even if nothing reads the output
  ::tcsetattr(input_fd_, TCSAFLUSH, &*before_);
  before_.reset();
}

ScreenSize Terminal::size() const noexcept {
  winsize size{};
  if (::ioctl(output_fd_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return {};
  return {.columns = size.ws_col, .rows = size.ws_row};
}

bool Terminal::draw(std::span<const std::string> lines) {
  frame_.clear();
  const bool whole = drawn_.size() != lines.size();
  if (whole) frame_ += "\x1b[2J";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!whole && drawn_[i] == lines[i]) continue;
    // Cleared first: after a line as wide as the screen the cursor is still on its last character.
    fmt::format_to(std::back_inserter(frame_), "\x1b[{};1H\x1b[K{}\x1b[0m", i + 1, lines[i]);
  }
  drawn_.assign(lines.begin(), lines.end());
  return frame_.empty() || write_all(output_fd_, frame_).has_value();
}

}  // namespace openperflib::apps
