#include "apps/perflib/screen/watch_help.h"

#include <array>
#include <span>
#include <string_view>

namespace openperflib::apps {
namespace {

constexpr auto kKeys =
    std::to_array<std::string_view>({"q quit", "1-6 sets", "/ filter", "s sort", "space freeze",
                                     "e explain", "a add", "d remove", "g growth", "arrows move"});
constexpr auto kLogKeys = std::to_array<std::string_view>(
    {"q quit", "space pause", "t T step", "b time", "1-6 sets", "/ filter", "e explain", "s sort",
     "+ - pace", "a add", "d remove", "g growth"});
constexpr std::string_view kLastKey = "? all keys";

// A line of the help, and whether it is for logs or for all others too.
struct HelpLine {
  enum class For : std::uint8_t { all, logs, others };
  For what;
  std::string_view text;
};
using For = HelpLine::For;

constexpr auto kHelpLines = std::to_array<HelpLine>({
    // clang-format off
    {For::all,    "  q, Ctrl+C      quit\n"},
    {For::all,    "  1 to 6         show overview, cpu, memory, disk, network or process\n"},
    {For::logs,   "  space          pause, or continue\n"},
    {For::logs,   "  n, T, Right    pause, and show the next sample; Shift+Right: ten later\n"},
    {For::logs,   "  t, Left        pause, and show the sample before; Shift+Left: ten earlier\n"},
    {For::logs,   "  b              go to a time: 02:13, or 2026-11-21 02:13\n"},
    {For::logs,   "  +, -           faster, slower\n"},
    {For::all,    "  up, down, k, j select a line; Page Up, Page Down, Home, End too\n"},
    {For::all,    "  /              filter: show lines with these letters in them; Esc ends it\n"},
    {For::all,    "  s              sort: as collected, by last, average, maximum, name\n"},
    {For::all,    "  g              growth since the first sample, largest first, in place of avg\n"},
    {For::others, "  space          freeze the screen, or continue\n"},
    {For::all,    "  e, Enter       explain the selected counter with its current numbers\n"},
    {For::all,    "  a              add a counter path, a set (@disk) or a name\n"},
    {For::all,    "  d, Delete      remove the path of the selected line\n"},
    {For::all,    "  ?              this help\n\n"},
    {For::all,    "  last is the newest value; avg, min and max are of all samples so far.\n"},
    {For::logs,   "  After a step back or b, they cover at most the 60 samples before.\n"},
    {For::all,    "  avg of a rate is its average over the whole time, not the mean of the values.\n"},
    // clang-format on
});

}  // namespace

std::string key_line(WatchedSource source, std::size_t width) {
  constexpr std::string_view kBetween = "  ";
  const std::span<const std::string_view> keys = source == WatchedSource::log
                                                     ? std::span<const std::string_view>(kLogKeys)
                                                     : std::span<const std::string_view>(kKeys);
  std::string line;
  for (const std::string_view key : keys) {
    if (1 + line.size() + key.size() + kBetween.size() + kLastKey.size() > width) break;
    line += key;
    line += kBetween;
  }
  return line.append(kLastKey);
}

std::string watch_help(WatchedSource source) {
  const For left_out = source == WatchedSource::log ? For::others : For::logs;
  std::string text;
  for (const HelpLine& line : kHelpLines) {
    if (line.what != left_out) text += line.text;
  }
  return text;
}

}  // namespace openperflib::apps
