// The terminal of a full-screen program: taken over, drawn to, and restored on every way out.
#pragma once

#include <termios.h>

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"

namespace openperflib::apps {

// The terminal of the process, whatever its standard streams are.
inline constexpr const char* kTerminal = "/dev/tty";

// Returns the failure of a choice without a terminal, which could not be opened.
[[nodiscard]] std::unexpected<Failure> no_terminal(int errno_value);

struct ScreenSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
  bool operator==(const ScreenSize&) const = default;
};

// Resource. enter() switches to the alternate screen, raw keys and a hidden cursor; leave(), which
// the destructor calls, undoes all of it.
class Terminal {
 public:
  // Both descriptors must be those of a terminal; nothing is changed yet.
  Terminal(int input_fd, int output_fd) noexcept : input_fd_(input_fd), output_fd_(output_fd) {}
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() { leave(); }

  // False if the terminal refuses.
  [[nodiscard]] bool enter();
  void leave() noexcept;
  [[nodiscard]] ScreenSize size() const noexcept;
  // Draws `lines`, one per row; only rows that changed since the last draw are written. False: the
  // terminal is gone.
  [[nodiscard]] bool draw(std::span<const std::string> lines);
  // The next draw writes every row: after a resize, or when something else wrote to the screen.
  void forget_screen() noexcept { drawn_.clear(); }

 private:
  int input_fd_;
  int output_fd_;
  std::optional<termios> before_;
  std::vector<std::string> drawn_;
  std::string frame_;
};

}  // namespace openperflib::apps
