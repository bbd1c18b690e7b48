// Draws watch's groups as the lines of a screen: pure text, so that it can be tested without one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/sparkline.h"
#include "apps/perflib/terminal.h"
#include "apps/perflib/watch_model.h"

namespace openperflib::apps {

enum class Colours : std::uint8_t { none, ansi };

// How it is drawn.
struct WatchStyle {
  Colours colours = Colours::ansi;
  BarCharacters bars = BarCharacters::unicode;
};

// Where one is in it. `first_line` and `selected` count the lines of the body, titles included.
struct WatchView {
  std::size_t first_line = 0;
  std::size_t selected = 0;  // among the series lines, from 0
};

// A piece of the header; those of the least worth give way where the screen is narrow.
struct HeaderPart {
  std::string text;
  int worth = 0;
};

// What stands around the body.
struct WatchFrame {
  std::vector<HeaderPart> header_left;  // machine
  std::string header_right;             // pace and time
  std::string footer;                   // keys, a prompt or a message
};

// Exactly size.rows lines, each at most size.columns wide. Groups of instances are cut to a fair
// share, those of the largest values, where the body is too long for the screen and there are
// several; the view is moved so that the selected line is on the screen.
[[nodiscard]] std::vector<std::string> draw_watch(const Query& query,
                                                  std::span<const WatchGroup> groups,
                                                  const WatchFrame& frame, ScreenSize size,
                                                  const WatchStyle& style, WatchView& view);

// The lines of one sample for a stream of text: the same groups and columns without bars and
// colours, names and reasons whole. Groups of instances are cut as on a full screen that is small.
[[nodiscard]] std::vector<std::string> draw_sample(const Query& query,
                                                   std::span<const WatchGroup> groups,
                                                   std::size_t width);

// The position in the binding of the selected series line; npos: there is none.
[[nodiscard]] std::size_t selected_series(std::span<const WatchGroup> groups, ScreenSize size,
                                          const WatchView& view);

// A text over the whole body (help, explain): wrapped, cut to the screen.
[[nodiscard]] std::vector<std::string> draw_panel(std::string_view text, const WatchFrame& frame,
                                                  ScreenSize size, const WatchStyle& style);

}  // namespace openperflib::apps
