// The predefined sets of paths: @overview, @cpu, ...
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace openperflib {

// A path of a set, and its alternatives for a log that lacks it.
struct PresetPath {
  // extra: for screens with room. essential: also for a screen that has room for nothing else.
  enum class Worth : std::uint8_t { usual, extra, essential };
  std::string_view path;
  std::array<std::string_view, 2> or_else = {};  // in this order; empty: nothing
  Worth worth = Worth::usual;
};

// A predefined set of paths. View: its texts are constants.
struct WatchPreset {
  std::string_view name;                    // "@overview"
  std::array<std::string_view, 2> aliases;  // without @, in addition to the name; may be empty
  std::string_view summary;
  std::span<const PresetPath> paths;
  // If a log has none of the paths: all that it has of these objects.
  std::span<const std::string_view> objects;
};

// All sets, in a fixed order.
[[nodiscard]] std::span<const WatchPreset> watch_presets() noexcept;
// "@disk", or the name or an alias without @ ("disk", "mem"), case ignored. nullptr: there is none.
[[nodiscard]] const WatchPreset* find_watch_preset(std::string_view word) noexcept;

}  // namespace openperflib
