#include "apps/perflib/screen/pick_screen.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "openperflib/text/printable.h"
#include "openperflib/text/word_wrap.h"

namespace openperflib::apps {
namespace {

// How many lines each part has. A small screen has the list and what is typed.
struct Layout {
  std::size_t title = 0;
  std::size_t prompt = 0;
  std::size_t list = 0;
  std::size_t help = 0;
  std::size_t keys = 0;
};

Layout layout_of(std::size_t rows) {
  constexpr std::size_t kWhole = 8, kRoomy = 16;
  Layout layout;
  layout.prompt = rows > 1 ? 1 : 0;
  layout.title = rows >= kWhole ? 1 : 0;
  layout.keys = rows >= kWhole ? 1 : 0;
  layout.help = rows >= kRoomy ? 3 : rows > 3 ? 1 : 0;
  const std::size_t used = layout.prompt + layout.title + layout.keys + layout.help;
  layout.list = rows > used ? rows - used : 0;
  return layout;
}

// The selected row, with a little of what is above and below it.
void scroll_to_selected(const PickList& list, std::size_t height, std::size_t& first) {
  const std::size_t rows = list.rows().size();
  if (height == 0 || rows == 0) return;
  const std::size_t margin = height > 6 ? 2 : 0;
  const std::size_t top = list.selected() - std::min(list.selected(), margin);
  const std::size_t bottom = std::min(list.selected() + margin, rows - 1);
  first = std::min(first, top);
  if (bottom >= first + height) first = bottom - height + 1;
  first = std::min(first, rows > height ? rows - height : 0);
}

std::string list_row(const PickList& list, std::size_t at, std::size_t width) {
  const PickRow& row = list.rows()[at];
  const std::string text =
      fmt::format("{} {}", list.is_marked(row) ? '*' : ' ', printable(list.text_of(row)));
  if (at != list.selected()) return cut_to_width(text, width);
  return fmt::format("{}{}{}", kReversed, fitted(text, width), kPlain);
}

void add_list(const PickList& list, std::size_t first, std::size_t height, std::size_t width,
              std::vector<std::string>& lines) {
  const std::size_t end = std::min(list.rows().size(), first + height);
  for (std::size_t row = first; row < end; ++row) lines.push_back(list_row(list, row, width));
  if (list.rows().empty() && height != 0) {
    lines.push_back(cut_to_width("  nothing has these letters", width));
  }
}

std::string heading(const PickFrame& frame, std::size_t width, Colours colours) {
  const std::string right = printable(frame.state);
  const std::size_t room = display_width(right) + 2;
  if (room >= width) return in_style(kBold, cut_to_width(" " + right, width), colours);
  const std::string left = fitted(" " + printable(frame.title), width - room);
  return in_style(kBold, left + " " + right + " ", colours);
}

// The lines of a text; the last one ends with ... where something is left out.
std::vector<std::string> help_lines(std::string_view help, std::size_t count, std::size_t width) {
  std::vector<std::string> lines;
  if (width < 2) return lines;
  const std::string text = wrapped(printable(help), width - 1);
  for (std::size_t at = 0; at < text.size() && lines.size() < count;) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(" " + text.substr(at, end - at));
    at = end + 1;
    const bool is_cut = lines.size() == count && at < text.size();
    if (!is_cut) continue;
    const std::string next = text.substr(at, text.find('\n', at) - at);
    lines.back() = cut_to_width(lines.back() + " " + next + " ...", width);
  }
  for (std::string& line : lines) line = cut_to_width(line, width);
  return lines;
}

}  // namespace

std::vector<std::string> draw_pick(const PickList& list, const PickFrame& frame, ScreenSize size,
                                   const ScreenStyle& style, std::size_t& first_row) {
  const Layout layout = layout_of(size.rows);
  scroll_to_selected(list, layout.list, first_row);
  std::vector<std::string> lines;
  if (layout.title != 0) lines.push_back(heading(frame, size.columns, style.colours));
  if (layout.prompt != 0) {
    lines.push_back(cut_to_width("> " + printable(frame.typed) + "_", size.columns));
  }
  add_list(list, first_row, layout.list, size.columns, lines);
  lines.resize(size.rows - layout.help - layout.keys);
  for (std::string& line : help_lines(frame.help, layout.help, size.columns)) {
    lines.push_back(in_style(kDim, line, style.colours));
  }
  lines.resize(size.rows);
  if (layout.keys != 0) {
    lines.back() = in_style(kDim, cut_to_width(" " + frame.keys, size.columns), style.colours);
  }
  return in_characters(std::move(lines), style);
}

}  // namespace openperflib::apps
