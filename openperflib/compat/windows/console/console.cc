// Reads single keys from standard input. Each read restores the terminal.
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>

#include "openperflib/compat/windows/console/console_keys.h"

namespace openperflib::compat {
namespace {

// Resource: turns off line input and echo while it lives; does nothing if standard input is not a
// terminal.
class SingleKeys {
 public:
  SingleKeys() : is_terminal_(::tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    (void)::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }
  ~SingleKeys() {
    if (is_terminal_) (void)::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_{};
  bool is_terminal_;
};

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int _kbhit() {
  const SingleKeys keys;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0 ? 1 : 0;
}
int _getch() {
  const SingleKeys keys;
  unsigned char key = 0;
  return ::read(STDIN_FILENO, &key, 1) == 1 ? key : -1;
}
int _getche() {
  const int key = _getch();
  if (key >= 0) (void)std::putchar(key);
  return key;
}
