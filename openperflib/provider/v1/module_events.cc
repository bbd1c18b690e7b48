#include "openperflib/provider/v1/module_events.h"

#include <unistd.h>

#include <array>

#include "openperflib/provider/v1/module_settings.h"

namespace openperflib {

void ModuleEvents::add(std::uint32_t id, std::string text) {
  if (is_logged(id, level_)) events_.push_back({service_, id, std::move(text)});
}

// A flood is read in pieces; what does not fit into the pipe is lost where it is written.
void ModuleEvents::add_output(int pipe) {
  constexpr std::size_t kMostCharacters = 1000;  // each time
  if (pipe < 0) return;
  std::array<char, kMostCharacters> text{};
  const ssize_t length = ::read(pipe, text.data(), text.size());
  if (length > 0) add(0, std::string(text.data(), static_cast<std::size_t>(length)));
}

}  // namespace openperflib
