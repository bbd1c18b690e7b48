#include "apps/perflib/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "apps/perflib/messages.h"
#include "apps/perflib/value_text.h"
#include "apps/program/printable.h"

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

}  // namespace

std::expected<void, SourceFault> TableRows::begin(const Binding& binding,
                                                  std::span<const std::size_t> shown) {
  shown_.assign(shown.begin(), shown.end());
  width_ = 0;
  for (const std::size_t i : shown_) {
    width_ = std::max(width_, std::min(kWidestName, binding.series()[i].counter.size()));
  }
  return {};
}

std::expected<void, SourceFault> TableRows::write(const Sample& /*sample*/, const Row& /*row*/) {
  const auto series = source_.query().binding().series();
  text_ = first_row_ ? "" : "\n";
  first_row_ = false;
  text_ += row_time(source_) + "\n";
  const Series* above = nullptr;
  for (const std::size_t i : shown_) {
    if (above == nullptr || !same_group(*above, series[i])) {
      fmt::format_to(std::back_inserter(text_), " {}\n", printable(group_title(series[i])));
    }
    above = &series[i];
    append_series(i);
  }
  return write_out(text_);
}

void TableRows::append_series(std::size_t i) {
  const Query& query = source_.query();
  const auto out = std::back_inserter(text_);
  fmt::format_to(out, "   {:<{}}  ", query.binding().series()[i].counter, width_);
  if (query.row().values[i].usable()) {
    const HumanText value = value_text(query, i);
    const std::size_t behind = value.unit.empty() ? 0 : kFromPoint;  // no blanks at the line's end
    fmt::format_to(out, "{}{}{}\n", aligned(value.number, kBeforePoint, behind),
                   value.unit.empty() ? "" : " ", value.unit);
  } else {
    fmt::format_to(out, "{:>{}}  {}\n", "-", kBeforePoint, printable(why_missing(query, i)));
  }
  if (raw_ == RawNumbers::shown) text_ += raw_text(query, i) + "\n";
}

}  // namespace openperflib::apps
