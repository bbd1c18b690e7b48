// The ready sets of watch: @overview, @cpu, ...
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace openperflib::apps {

struct WatchPreset {
  std::string_view name;  // "@overview"
  std::string_view summary;
  std::span<const std::string_view> paths;
};

[[nodiscard]] std::span<const WatchPreset> watch_presets() noexcept;
// nullptr: there is none of that name.
[[nodiscard]] const WatchPreset* find_watch_preset(std::string_view name) noexcept;

}  // namespace openperflib::apps
