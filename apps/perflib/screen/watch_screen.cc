#include "apps/perflib/screen/watch_screen.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "openperflib/text/printable.h"
#include "openperflib/view/text/value_text.h"
#include "openperflib/view/watch/watch_rows.h"

namespace openperflib::apps {
namespace {

constexpr Style kTitle = {"\x1b[1m", "\x1b[38;5;30m"};           // bold; teal
constexpr Style kGood = {"", "\x1b[38;5;28m"};                   // green
constexpr Style kWarning = {"\x1b[35m", "\x1b[38;5;130m"};       // magenta; brown
constexpr Style kCritical = {"\x1b[1;31m", "\x1b[1;38;5;160m"};  // red

constexpr std::size_t kNarrow = 40;  // columns; below, only names and numbers are shown
constexpr std::size_t kLeastLabel = 20;
constexpr std::size_t kWholeLabel = 32;  // longer labels are cut rather than numbers left out
constexpr std::size_t kLeastBars = 9;
constexpr std::size_t kGap = 2;

constexpr std::size_t kCells = 4;
constexpr std::array<std::string_view, kCells> kCellHeads = {"last", "avg", "min", "max"};
constexpr std::string_view kGrowthHead = "growth";

struct LineCells {
  std::array<std::optional<HumanText>, kCells> texts;
};

// "+33.1 MB"
HumanText signed_text(HumanText text, double number) {
  if (number > 0) text.number.insert(0, 1, '+');
  return text;
}

LineCells line_cells(const Query& query, const WatchLine& line, bool shows_growth) {
  const Series& series = query.binding().series()[line.series];
  const auto text = [&series](const Value& value) {
    return value.usable() ? std::optional(number_text(series, value.number)) : std::nullopt;
  };
  LineCells cells;
  if (line.last.usable()) {
    cells.texts[0] = line.is_remainder ? text(line.last) : value_text(query, line.series);
  }
  cells.texts[1] = text(line.statistics.average);
  cells.texts[2] = text(line.statistics.minimum);
  cells.texts[3] = text(line.statistics.maximum);
  if (shows_growth) {
    cells.texts[1] = text(line.growth);
    if (cells.texts[1].has_value()) {
      cells.texts[1] = signed_text(*cells.texts[1], line.growth.number);
    }
  }
  return cells;
}

// The widths of all columns: as wide as their contents, so that decimal points are aligned.
struct Columns {
  std::size_t label = 0;
  std::size_t before = 4;  // of a number, up to its decimal point
  std::size_t after = 2;
  std::size_t unit = 1;
  std::size_t bare = 0;  // of a number without a unit, from its decimal point on
  std::array<bool, kCells> shown{};
  bool shows_growth = false;  // in place of averages
  std::size_t state = 0;      // of a process; 0: left out
  std::size_t bars = 0;
  std::size_t samples = 0;  // that the longest curve shows
  [[nodiscard]] std::size_t cell() const { return before + std::max(after + 1 + unit, bare); }
};

void widen(Columns& columns, const LineCells& cells) {
  for (const auto& text : cells.texts) {
    if (!text.has_value()) continue;
    const std::size_t point = std::min(text->number.find('.'), text->number.size());
    columns.before = std::max(columns.before, point);
    // A number without a unit has the room of the units for more decimals, such as those of a load.
    std::size_t& after = text->unit.empty() ? columns.bare : columns.after;
    after = std::max(after, text->number.size() - point);
    columns.unit = std::max(columns.unit, display_width(text->unit));
  }
}

// Distributes the width: first the last value and the average, then the states of processes, if
// there are many, then a short sparkline, then the maximum and the minimum next to whole labels;
// the rest goes to the label and a longer sparkline.
void fit(Columns& columns, std::size_t width, std::size_t longest_label, std::size_t least_label,
         std::size_t least_bars) {
  enum : std::size_t { kLast, kAverage, kMinimum, kMaximum };
  const std::size_t cell = columns.cell() + kGap;
  const std::size_t whole_label = std::max(least_label, std::min(longest_label, kWholeLabel));
  std::size_t used = cell;
  columns.shown[kLast] = true;
  const auto take = [&](std::size_t more, std::size_t label) {
    if (used + more + label > width) return false;
    used += more;
    return true;
  };
  columns.shown[kAverage] = take(cell, least_label);
  if (columns.state != 0 && !take(columns.state + kGap, least_label)) columns.state = 0;
  const bool has_bars = least_bars != 0 && take(least_bars + kGap, least_label);
  columns.shown[kMaximum] = take(cell, whole_label);
  columns.shown[kMinimum] = columns.shown[kMaximum] && take(cell, whole_label);
  const std::size_t left = width > used ? width - used : 0;
  columns.label = std::min(std::max(longest_label, least_label), left);
  columns.bars = has_bars ? std::min(least_bars + left - columns.label, RecentValues::kLength) : 0;
}

// Measures the texts of `body`. Returns the width of the longest label. Among other counters, the
// states of a few processes are not worth a column.
std::size_t measure_texts(const Query& query, std::span<const BodyRow> body, Columns& columns) {
  std::size_t longest = 0;
  std::size_t lines = 0;
  std::size_t with_state = 0;
  for (const BodyRow& row : body) {
    if (row.line == nullptr) continue;
    longest = std::max(longest, display_width(row.line->label) + 3);
    columns.samples = std::max(columns.samples, row.line->recent->count());
    if (row.line->is_word) continue;
    widen(columns, line_cells(query, *row.line, columns.shows_growth));
    columns.state = std::max(columns.state, display_width(row.line->state));
    ++lines;
    if (!row.line->state.empty()) ++with_state;
  }
  if (2 * with_state < lines) columns.state = 0;
  return longest;
}

Columns screen_columns(const Query& query, std::span<const BodyRow> body, std::size_t width,
                       bool shows_growth) {
  Columns columns;
  columns.shows_growth = shows_growth;
  const std::size_t longest = measure_texts(query, body, columns);
  fit(columns, width, longest, kLeastLabel, kLeastBars);
  columns.samples = std::min(columns.samples, columns.bars);
  return columns;
}

// Without sparklines, and with as many numbers as fit next to whole labels.
Columns text_columns(const Query& query, std::span<const BodyRow> body, std::size_t width) {
  Columns columns;
  const std::size_t label = std::max(measure_texts(query, body, columns), kLeastLabel);
  fit(columns, width, label, label, 0);
  columns.label = label;
  return columns;
}

// The colour shows the level, only for percentages: for other units no level is known to be high.
Style level_style(const Query& query, const WatchLine& line) {
  const Series& series = query.binding().series()[line.series];
  if (series.type.suffix() != Suffix::percent ||
      series.counter.find("Idle") != std::string_view::npos ||
      series.counter.find("Free") != std::string_view::npos) {
    return {};
  }
  if (line.last.number >= 90) return kCritical;
  return line.last.number >= 70 ? kWarning : kGood;
}

std::string cell_text(const std::optional<HumanText>& text, const Columns& columns) {
  if (!text.has_value()) return fitted(fmt::format("{:>{}}", "-", columns.before), columns.cell());
  return fitted(
      aligned(text->number, columns.before, columns.after) + " " + std::string(text->unit),
      columns.cell());
}

std::string indent(std::size_t width) { return std::string(width < kNarrow ? 1 : 3, ' '); }

std::string series_row(const Query& query, const WatchLine& line, const Columns& columns,
                       std::size_t width, const ScreenStyle& style, bool selected) {
  const std::string label = fitted(indent(width) + printable(line.label), columns.label);
  std::string row = selected ? fmt::format("{}{}{}", kReversed, label, kPlain) : label;
  if (!line.last.usable() && line.statistics.count == 0) {
    const std::size_t left = width > columns.label + kGap ? width - columns.label - kGap : 0;
    const std::string why = cut_to_width("not available: " + printable(line.reason), left);
    return row + "  " + in_style(kDim, why, style.colours);
  }
  if (line.is_word) {
    const std::size_t left = width > columns.label + kGap ? width - columns.label - kGap : 0;
    const Style colour = line.is_usual ? Style() : kWarning;
    return row + "  " + in_style(colour, cut_to_width(line.state, left), style.colours);
  }
  const LineCells cells = line_cells(query, line, columns.shows_growth);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (!columns.shown[cell]) continue;
    const Style colour = cell == 0 && line.last.usable() ? level_style(query, line) : Style();
    row += "  " + in_style(colour, cell_text(cells.texts[cell], columns), style.colours);
  }
  if (columns.state != 0) row += "  " + fitted(line.state, columns.state);
  if (columns.bars != 0) row += "  " + line.recent->text(columns.bars, style.bars);
  return row;
}

std::string group_title_row(const BodyRow& row, std::size_t width, const ScreenStyle& style) {
  std::string title = row.group->title;
  if (row.shown != row.all) title += fmt::format(", {} of {}", row.shown, row.all);
  if (!row.group->note.empty()) title += ", " + row.group->note;
  return in_style(kTitle, cut_to_width(" " + printable(title), width), style.colours);
}

std::string column_heads(const Columns& columns, std::size_t width, const ScreenStyle& style) {
  std::string heads(columns.label, ' ');
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (!columns.shown[cell]) continue;
    const bool is_growth = cell == 1 && columns.shows_growth;
    const std::string_view head = is_growth ? kGrowthHead : kCellHeads[cell];
    heads += "  " + fitted(fmt::format("{:>{}}", head, columns.before), columns.cell());
  }
  if (columns.state != 0) heads += "  " + fitted("state", columns.state);
  if (columns.bars != 0) {  // kLeastBars leaves room for "9 samples"
    const std::string_view plural = columns.samples == 1 ? "" : "s";
    heads +=
        fmt::format("  {:>{}}", fmt::format("{} sample{}", columns.samples, plural), columns.bars);
  }
  return in_style(kDim, cut_to_width(heads, width), style.colours);
}

// The parts that fit into `width` next to each other: the least important ones are left out first,
// the last one is cut.
std::string header_text(std::vector<HeaderPart> parts, std::size_t width) {
  while (true) {
    std::string text;
    for (const HeaderPart& part : parts) text += (text.empty() ? "" : " · ") + printable(part.text);
    if (parts.size() < 2 || display_width(text) <= width) return text;
    parts.erase(std::ranges::min_element(parts, {}, &HeaderPart::worth));
  }
}

std::string header_left(const WatchFrame& frame, std::size_t width) {
  return " " + header_text(frame.header_left, width == 0 ? 0 : width - 1);
}

std::string header_row(const WatchFrame& frame, std::size_t width, const ScreenStyle& style) {
  constexpr std::size_t kLeastLeft = 8;  // with the blanks around the right part
  const std::string right =
      header_text(frame.header_right, width > kLeastLeft ? width - kLeastLeft : 0);
  if (display_width(right) + kLeastLeft > width)
    return in_style(kBold, cut_to_width(header_left(frame, width), width), style.colours);
  const std::size_t room = width - display_width(right) - 2;
  const std::string left = fitted(header_left(frame, room), room);
  return in_style(kBold, left + " " + right + " ", style.colours);
}

std::string footer_row(const WatchFrame& frame, std::size_t width, const ScreenStyle& style) {
  return in_style(kDim, cut_to_width(" " + printable(frame.footer), width), style.colours);
}

// Column heads cost a row, which a small screen cannot spare.
bool has_heads(ScreenSize size) { return size.rows >= 8; }

std::size_t frame_rows(ScreenSize size) {
  return has_heads(size) ? 3 : 2;
}  // including header and footer

std::size_t body_height(ScreenSize size) {
  return size.rows > frame_rows(size) ? size.rows - frame_rows(size) : 0;
}

// Rows of series, by their place in the body.
std::vector<std::size_t> series_rows(std::span<const BodyRow> body) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i].line != nullptr) rows.push_back(i);
  }
  return rows;
}

// Moves the view so that the selected row, and the title right above it, are on the screen.
void bring_into_view(std::span<const BodyRow> body, std::span<const std::size_t> selectable,
                     std::size_t height, WatchView& view) {
  if (selectable.empty() || height == 0) {
    view.first_line = view.selected = 0;
    return;
  }
  view.selected = std::min(view.selected, selectable.size() - 1);
  const std::size_t row = selectable[view.selected];
  const std::size_t top = row > 0 && body[row - 1].line == nullptr ? row - 1 : row;
  if (top < view.first_line) view.first_line = top;
  if (row >= view.first_line + height) view.first_line = row - height + 1;
  const std::size_t last_start = body.size() > height ? body.size() - height : 0;
  view.first_line = std::min(view.first_line, last_start);
}

}  // namespace

std::vector<std::string> draw_watch(const Query& query, std::span<const WatchGroup> groups,
                                    const WatchFrame& frame, ScreenSize size,
                                    const ScreenStyle& style, WatchView& view) {
  const std::size_t height = body_height(size);
  const std::vector<BodyRow> body = body_rows(groups, height);
  const std::vector<std::size_t> selectable = series_rows(body);
  bring_into_view(body, selectable, height, view);
  const Columns columns = screen_columns(query, body, size.columns, view.shows_growth);

  std::vector<std::string> lines;
  lines.push_back(header_row(frame, size.columns, style));
  if (has_heads(size)) lines.push_back(column_heads(columns, size.columns, style));
  const std::size_t end = std::min(body.size(), view.first_line + height);
  for (std::size_t i = view.first_line; i < end; ++i) {
    const bool is_alone = body[i].line == nullptr && body[i].shown != 0 && i + 1 == end;
    if (is_alone && i != view.first_line) break;  // a title whose lines are further down
    const bool selected = !selectable.empty() && selectable[view.selected] == i;
    lines.push_back(body[i].line == nullptr
                        ? group_title_row(body[i], size.columns, style)
                        : series_row(query, *body[i].line, columns, size.columns, style, selected));
  }
  lines.resize(size.rows);
  if (size.rows >= frame_rows(size)) lines.back() = footer_row(frame, size.columns, style);
  return in_characters(std::move(lines), style);
}

std::vector<std::string> draw_sample(const Query& query, std::span<const WatchGroup> groups,
                                     std::size_t width) {
  constexpr std::size_t kMostInstances = 5;
  constexpr std::size_t kWhole = ~std::size_t{0} >> 1;  // no line is cut
  constexpr ScreenStyle kText{.colours = Colours::none, .bars = BarCharacters::unicode};
  const std::vector<BodyRow> body = text_rows(groups, kMostInstances);
  const Columns columns = text_columns(query, body, width);
  std::vector<std::string> lines{column_heads(columns, kWhole, kText)};
  for (const BodyRow& row : body) {
    lines.push_back(row.line == nullptr
                        ? group_title_row(row, kWhole, kText)
                        : series_row(query, *row.line, columns, kWhole, kText, false));
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

const WatchLine* selected_line(std::span<const WatchGroup> groups, ScreenSize size,
                               const WatchView& view) {
  const std::vector<BodyRow> body = body_rows(groups, body_height(size));
  const std::vector<std::size_t> selectable = series_rows(body);
  return view.selected < selectable.size() ? body[selectable[view.selected]].line : nullptr;
}

std::vector<std::string> draw_panel(std::string_view text, const WatchFrame& frame, ScreenSize size,
                                    const ScreenStyle& style) {
  std::vector<std::string> lines{header_row(frame, size.columns, style), ""};
  const std::size_t rows = size.rows > 1 ? size.rows - 1 : size.rows;
  while (!text.empty() && lines.size() < rows) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::size_t kIndent = 11;  // of the texts of explain, after the word in front of them
    while (display_width(line) > size.columns && lines.size() + 1 < rows) {
      std::size_t cut = line.rfind(' ', size.columns - 1);
      if (cut == std::string::npos || cut <= kIndent) break;
      lines.push_back(line.substr(0, cut));
      line = std::string(kIndent, ' ') + line.substr(cut + 1);
    }
    lines.push_back(cut_to_width(line, size.columns));
  }
  lines.resize(rows);
  if (size.rows > 1) lines.push_back(footer_row(frame, size.columns, style));
  return in_characters(std::move(lines), style);
}

}  // namespace openperflib::apps
