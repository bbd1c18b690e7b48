#include "apps/perflib/text/table_rows.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "apps/perflib/run/messages.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kWidestName = 48;
constexpr std::size_t kBeforePoint = 12;
constexpr std::size_t kFromPoint = 4;

std::string raw_text(const Query& query, std::size_t i) {
  const RawCounter& older = query.older().counters[i];
  const RawCounter& newer = query.newer().counters[i];
  std::string text = fmt::format("      {}", winperf_name(query.binding().series()[i].type));
  if (!usable(newer.status)) return text;
  const auto reading = [](const RawCounter& raw) {
    return raw.multi == 0 ? fmt::format("({}, {})", raw.first, raw.second)
                          : fmt::format("({}, {}, x{})", raw.first, raw.second, raw.multi);
  };
  if (usable(older.status)) text += fmt::format("  older {}", reading(older));
  return text + fmt::format("  newer {}  time base {}", reading(newer), newer.time_base);
}

constexpr std::size_t kMostColumns = 6;  // that fit next to the time in 80 characters
constexpr std::size_t kTableWidth = 80;
constexpr std::size_t kTimeOfDay = 12;
constexpr std::size_t kColumn = 11;

// "15:40:38.659" of "2007-08-14T15:40:38.659-04:00"; all of it if it has another form.
std::string time_of_day(const std::string& time) {
  const std::size_t begin = time.find('T');
  return begin == std::string::npos ? time : time.substr(begin + 1, kTimeOfDay);
}

// "2007-08-14 -04:00"
std::string date_of(const std::string& time) {
  const std::size_t end = time.find('T');
  if (end == std::string::npos) return "time";
  return fmt::format("{} {}", time.substr(0, end),
                     time.substr(std::min(end + 1 + kTimeOfDay, time.size())));
}

std::string column_text(const Query& query, std::size_t series) {
  if (!query.row().values[series].usable()) return "-";
  return with_unit(value_text(query, series));
}

}  // namespace

TableRows::TableRows(const CounterSession& source, RawNumbers raw)
    : source_(source),
      remainder_(source),
      raw_(raw),
      may_have_columns_(source.log() != nullptr && raw == RawNumbers::hidden &&
                        ::isatty(STDOUT_FILENO) == 1) {}

bool TableRows::is_in_columns() const noexcept {
  return may_have_columns_ && !shown_.empty() && shown_.size() <= kMostColumns;
}

std::expected<void, SourceFault> TableRows::begin(const Binding& binding,
                                                  std::span<const std::size_t> shown) {
  shown_.assign(shown.begin(), shown.end());
  width_ = 0;
  date_.clear();
  for (const std::size_t i : shown_) {
    width_ = std::max(width_, display_width(printable(binding.series()[i].counter)));
  }
  width_ = std::min(width_, kWidestName);
  return {};
}

std::expected<void, SourceFault> TableRows::write(const Sample& /*sample*/, const Row& /*row*/) {
  text_.clear();
  if (is_in_columns()) {
    append_column_row();
  } else {
    append_group_rows();
  }
  append_remainder();
  first_row_ = false;
  return write_out(text_);
}

void TableRows::append_remainder() {
  const auto remainder = remainder_.of(source_.query());
  if (!remainder.has_value() || !remainder->is_notable()) return;
  fmt::format_to(std::back_inserter(text_), " {}\n", remainder_text(*remainder));
}

void TableRows::append_legend() {
  const auto series = source_.query().binding().series();
  const MachineNames machines = machine_names_for(series);
  if (!first_row_) text_ += "\n";
  for (std::size_t column = 0; column < shown_.size(); ++column) {
    const Series& one = series[shown_[column]];
    fmt::format_to(std::back_inserter(text_), " {}  {}\\{}\n", column + 1,
                   printable(group_title(one, machines)), printable(one.counter));
  }
}

// The date and the numbers of the columns, above the first row and the first one of each day.
void TableRows::append_column_heads(const std::string& date) {
  date_ = date;
  const auto out = std::back_inserter(text_);
  fmt::format_to(out, "\n {:<{}}", date_, kTimeOfDay);
  const std::size_t beyond = std::max(date_.size(), kTimeOfDay) - kTimeOfDay;
  for (std::size_t column = 0; column < shown_.size(); ++column) {
    fmt::format_to(out, "{:>{}}", column + 1, column == 0 ? kColumn - beyond : kColumn);
  }
  text_ += "\n";
}

void TableRows::append_column_row() {
  const Query& query = source_.query();
  const std::string time = row_time_text(source_);
  const bool begins = date_.empty();
  if (begins) append_legend();
  if (const std::string date = date_of(time); begins || date != date_) append_column_heads(date);
  std::string line = fmt::format(" {:<{}}", time_of_day(time), kTimeOfDay);
  std::string reason;
  for (const std::size_t i : shown_) {
    line += fmt::format("{:>{}}", " " + column_text(query, i), kColumn);
    if (reason.empty() && !query.row().values[i].usable()) reason = why_missing(query, i);
  }
  reason = printable(reason);
  const bool fits = !reason.empty() && line.size() + reason.size() + 2 <= kTableWidth;
  text_ += fits ? fmt::format("{}  {}\n", line, reason) : line + "\n";
}

void TableRows::append_group_rows() {
  const auto series = source_.query().binding().series();
  if (!first_row_) text_ += "\n";
  text_ += row_time_text(source_) + "\n";
  const Series* above = nullptr;
  const MachineNames machines = machine_names_for(series);
  for (const std::size_t i : shown_) {
    if (above == nullptr || !same_group(*above, series[i])) {
      fmt::format_to(std::back_inserter(text_), " {}\n",
                     printable(group_title(series[i], machines)));
    }
    above = &series[i];
    append_series(i);
  }
}

void TableRows::append_series(std::size_t i) {
  const Query& query = source_.query();
  const auto out = std::back_inserter(text_);
  const std::string name = printable(query.binding().series()[i].counter);
  const std::size_t used = display_width(name);
  fmt::format_to(out, "   {}{:{}}  ", name, "", used < width_ ? width_ - used : 0);
  if (query.row().values[i].usable()) {
    const HumanText value = value_text(query, i);
    const std::size_t behind =
        value.unit.empty() ? 0 : kFromPoint;  // no spaces at the end of the line
    fmt::format_to(out, "{}{}{}\n", aligned(value.number, kBeforePoint, behind),
                   value.unit.empty() ? "" : " ", value.unit);
  } else {
    fmt::format_to(out, "{:>{}}  {}\n", "-", kBeforePoint, printable(why_missing(query, i)));
  }
  if (raw_ == RawNumbers::shown) text_ += raw_text(query, i) + "\n";
}

}  // namespace openperflib::apps
