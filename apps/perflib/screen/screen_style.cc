#include "apps/perflib/screen/screen_style.h"

#include <fmt/core.h>

#include <cstdlib>

#include "apps/perflib/run/locale.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

std::string_view terminal_name() {
  const char* const variable = std::getenv("TERM");
  return variable == nullptr ? "dumb" : variable;
}

// All terminals except the oldest have 256 colours, whatever their names say.
Colours colours_of(std::string_view terminal) {
  const bool is_old = terminal.starts_with("vt") || terminal.starts_with("ansi");
  return is_old ? Colours::basic : Colours::many;
}

}  // namespace

ScreenStyle style_of_terminal(bool refuses_them) {
  const bool is_plain = refuses_them || refuses_colours();
  return {.colours = is_plain ? Colours::none : colours_of(terminal_name()),
          .bars = bar_characters()};
}

bool is_dumb_terminal() { return terminal_name() == "dumb"; }

std::string in_style(const Style& style, std::string_view text, Colours colours) {
  const std::string_view begin = colours == Colours::many ? style.many : style.basic;
  if (colours == Colours::none || begin.empty()) return std::string(text);
  return fmt::format("{}{}{}", begin, text, kPlain);
}

std::vector<std::string> in_characters(std::vector<std::string> lines, const ScreenStyle& style) {
  if (style.bars == BarCharacters::unicode) return lines;
  for (std::string& line : lines) line = in_ascii(line);
  return lines;
}

}  // namespace openperflib::apps
