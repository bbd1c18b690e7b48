// Draws the list of a picker as the lines of a screen: pure text, so that it can be tested without
// a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/perflib/screen/screen_style.h"
#include "apps/perflib/screen/terminal.h"
#include "openperflib/view/pick/pick_list.h"

namespace openperflib::apps {

// The texts around the list.
struct PickFrame {
  std::string title;  // where the counters are from
  std::string state;  // at the right: what is marked
  std::string typed;
  std::string help;  // of the selected row
  std::string keys;
};

// Exactly size.rows lines, each at most size.columns wide. `first_row` is the first row of the list
// on the screen; it is moved so that the selected one is there.
[[nodiscard]] std::vector<std::string> draw_pick(const PickList& list, const PickFrame& frame,
                                                 ScreenSize size, const ScreenStyle& style,
                                                 std::size_t& first_row);

}  // namespace openperflib::apps
