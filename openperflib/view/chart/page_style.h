// The looks of pages and pictures.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace openperflib {

// The colour of a line on light and on dark ground. Value.
struct LineColour {
  std::string_view light;
  std::string_view dark;
};
// The colours of the lines of a chart, in their order. Readers who are colour-blind can tell them
// apart too: neighbours differ in brightness as well. Contrast with the ground is at least 3 to 1.
inline constexpr auto kLineColours = std::to_array<LineColour>({
    {"#0063a3", "#6db8f2"},
    {"#c44e00", "#ff9a57"},
    {"#00795a", "#2fc79b"},
    {"#a3418a", "#eb9ed4"},
    {"#806000", "#dfc04f"},
    {"#2c87bd", "#a9dcff"},
    {"#6b3d22", "#d9a98c"},
    {"#565d63", "#c9d0d4"},
});

// Returns the begin of a page up to its contents, which end with </main></body></html>. It is light
// or dark like the reader's system, always light on paper, runs no scripts and loads nothing. The
// classes s0, s1, ... have the colours of lines. `version`: that of the program that makes the
// page.
[[nodiscard]] std::string page_begin(std::string_view title, std::string_view version);

// Returns the class of the line with this number: "s0"; from kLineColours on with "dashed", as its
// colour is that of another line.
[[nodiscard]] std::string line_class(std::size_t line);

}  // namespace openperflib
