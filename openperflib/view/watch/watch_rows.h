// Chooses the lines of watch's groups that fit on a screen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "openperflib/view/watch/watch_model.h"

namespace openperflib {

// A row of the body: a title, or a series. Both live as long as the groups do.
struct BodyRow {
  const WatchGroup* group;
  const WatchLine* line;  // nullptr: the group's title
  std::size_t shown;      // of a title: how many lines of the group follow
  std::size_t all;        // of a title: how many it has, without repeats
};

// The rows for a screen with `height` of them. Groups of counters are shown whole, except for their
// extra lines if lists need the room. Lists share the rest: first the lines of real devices that
// are not idle and of processes that run, then the others. A list is whole if it is the only group,
// and if everything fits. Lines that repeat another line of their list are left out if there are
// other groups, and so are states that are as they should be. If there is not even room for a line
// of each list, only the essential lines and what the user has added are shown, if the essential
// ones fit; if both do not, the essential lists are shown, then what was added, the last first.
[[nodiscard]] std::vector<BodyRow> body_rows(std::span<const WatchGroup> groups,
                                             std::size_t height);

// The rows for text output: the same, with at most `most` lines of each list if there are other
// groups, and without virtual devices that are idle while others exist.
[[nodiscard]] std::vector<BodyRow> text_rows(std::span<const WatchGroup> groups, std::size_t most);

}  // namespace openperflib
