// Draws watch's groups as the lines of a screen: pure text, so that it can be tested without a
// terminal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/screen/screen_style.h"
#include "apps/perflib/screen/terminal.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib::apps {

// The position of the view. `first_line` and `selected` count the lines of the body, titles
// included.
struct WatchView {
  std::size_t first_line = 0;
  std::size_t selected = 0;   // position among the series lines, from 0
  bool shows_growth = false;  // in place of averages
};

// A piece of the header; the least important ones are left out on a narrow screen.
struct HeaderPart {
  std::string text;
  int worth = 0;
};

// The texts around the body.
struct WatchFrame {
  std::vector<HeaderPart> header_left;   // machine
  std::vector<HeaderPart> header_right;  // what is shown, pace and time
  std::string footer;                    // keys, a prompt or a message
};

// Exactly size.rows lines, each at most size.columns wide. If the body is too long for the screen,
// lists are cut to a fair share, with their largest values; the view is moved so that the selected
// line is on the screen.
[[nodiscard]] std::vector<std::string> draw_watch(const Query& query,
                                                  std::span<const WatchGroup> groups,
                                                  const WatchFrame& frame, ScreenSize size,
                                                  const ScreenStyle& style, WatchView& view);

// The lines of one sample as text: the same groups and columns without sparklines and colours, and
// with whole names and reasons. Lists are cut as on a small full screen.
[[nodiscard]] std::vector<std::string> draw_sample(const Query& query,
                                                   std::span<const WatchGroup> groups,
                                                   std::size_t width);

// The selected line, which lives as long as the groups do; nullptr: none.
[[nodiscard]] const WatchLine* selected_line(std::span<const WatchGroup> groups, ScreenSize size,
                                             const WatchView& view);

// A text in place of the body (help, explain), wrapped and cut to the screen.
[[nodiscard]] std::vector<std::string> draw_panel(std::string_view text, const WatchFrame& frame,
                                                  ScreenSize size, const ScreenStyle& style);

}  // namespace openperflib::apps
