// What the full-screen programs have in common: colours, and the characters that a terminal has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/text/sparkline.h"

namespace openperflib::apps {

// basic: those of the eight that can be read on white and on black. many: 256.
enum class Colours : std::uint8_t { none, basic, many };

// How it is drawn.
struct ScreenStyle {
  Colours colours = Colours::many;
  BarCharacters bars = BarCharacters::unicode;
};

// For the terminal that TERM and the locale describe; without colours with NO_COLOR, or if the user
// refuses them.
[[nodiscard]] ScreenStyle style_of_terminal(bool refuses_them);
// Whether TERM says that the terminal has no full screen.
[[nodiscard]] bool is_dumb_terminal();

// The sequence that begins a style. The 256 colours have a contrast of nearly 4 to 1 or more both
// on white and on black. Of the eight basic colours, yellow, green and cyan cannot be read on
// white.
struct Style {
  std::string_view basic;
  std::string_view many;
};
inline constexpr Style kBold = {"\x1b[1m", "\x1b[1m"};
inline constexpr Style kDim = {"\x1b[2m", "\x1b[2m"};
// Reversed video is not a colour, and is used without them too.
inline constexpr std::string_view kReversed = "\x1b[7m";
inline constexpr std::string_view kPlain = "\x1b[0m";

[[nodiscard]] std::string in_style(const Style& style, std::string_view text, Colours colours);

// A terminal without UTF-8 gets only ASCII.
[[nodiscard]] std::vector<std::string> in_characters(std::vector<std::string> lines,
                                                     const ScreenStyle& style);

}  // namespace openperflib::apps
