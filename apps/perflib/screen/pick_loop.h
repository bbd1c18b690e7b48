// pick, on the terminal of the user.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/screen/screen_style.h"
#include "apps/perflib/sources/pick_source.h"
#include "openperflib/view/pick/pick_list.h"

namespace openperflib::apps {

// How the user may choose. Value.
struct PickLoopOptions {
  enum class Number : std::uint8_t { any, one };
  enum class Detail : std::uint8_t { chosen, fixed };
  Number number = Number::any;
  Detail detail = Detail::fixed;  // whether Shift+Tab changes the level of detail
  std::string title;              // empty: the name of the source
  ScreenStyle style;
};

// Lets the user choose on /dev/tty, which is restored; standard input and output are not touched.
// nullopt: the user left without a choice, or a signal came. Errors: there is no terminal.
[[nodiscard]] std::expected<std::optional<std::vector<std::string>>, Failure> pick_full_screen(
    PickList& list, const PickSource& source, const PickLoopOptions& options);

}  // namespace openperflib::apps
