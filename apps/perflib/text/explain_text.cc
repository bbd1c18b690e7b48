#include "apps/perflib/text/explain_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "apps/perflib/text/listing.h"
#include "apps/perflib/text/row_sinks.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/provider/provider.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

std::string with_unit(const HumanText& value) {
  return value.unit.empty() ? value.number : fmt::format("{} {}", value.number, value.unit);
}

// A newer number. If it is below the older one but has a value, it has wrapped.
std::string lifted(std::uint64_t newer, std::uint64_t older, bool is_difference) {
  return is_difference && newer < older ? fmt::format("2^32 + {}", newer)
                                        : fmt::format("{}", newer);
}

// The symbols of a formula and their numbers (docs/counter_types.md, section 3).
std::string number_for(std::string_view symbol, const RawCounter& older, const RawCounter& newer,
                       bool differs) {
  if (symbol == "N1") return lifted(newer.first, older.first, differs);
  if (symbol == "N0") return fmt::format("{}", older.first);
  if (symbol == "B1") return lifted(newer.second, older.second, differs);
  if (symbol == "T1") return fmt::format("{}", newer.second);
  if (symbol == "T0" || symbol == "B0") return fmt::format("{}", older.second);
  if (symbol == "F") return fmt::format("{}", newer.time_base);
  if (symbol == "M1") return fmt::format("{}", newer.multi);
  return std::string(symbol);
}

bool is_symbol_character(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// `formula` with numbers for its symbols; words in lower case stay.
std::string put_in(std::string_view formula, const RawCounter& older, const RawCounter& newer) {
  const bool differs =
      formula.find("N0") != std::string_view::npos;  // only a difference can wrap; a level may fall
  std::string text;
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i;
    while (end < formula.size() && is_symbol_character(formula[end])) ++end;
    if (end == i) {
      text += formula[i++];
    } else {
      text += number_for(formula.substr(i, end - i), older, newer, differs);
      i = end;
    }
  }
  return text;
}

std::string type_line(const Series& series, const CounterDescription* counter) {
  const CounterType type = series.type;
  const std::uint32_t size = series.size == 0 && counter != nullptr ? counter->size : series.size;
  std::string line = fmt::format("{} 0x{:08X}", winperf_name(type), type.bits());
  if (size != 0) line += fmt::format(", {} bytes", size);  // most logs lack the last two
  if (series.counter_title_index != 0) {
    line += fmt::format(", title {}", series.counter_title_index);
  }
  const TypeRow* row = find_type(type);
  if (row != nullptr && row->base.has_value()) {
    line += fmt::format(", followed by its base ({})", winperf_name(*row->base));
  }
  return line;
}

std::string now_line(const Query& query, std::size_t i, std::string_view formula) {
  const Series& series = query.binding().series()[i];
  const RawCounter& older = query.older().counters[i];
  const RawCounter& newer = query.newer().counters[i];
  const Value& value = query.row().values[i];
  if (!value.usable()) return "no value: " + why_missing(query, i);
  std::string line = fmt::format("{} = {}", put_in(formula, older, newer), value.number);
  if (series.type.samples() == 2) {
    const double seconds = static_cast<double>(query.newer().time_utc - query.older().time_utc) /
                           static_cast<double>(kTicksPerSecond);
    line += fmt::format(", over the last {:.3f} s", seconds);
  }
  return line;
}

// "\\Memory\\Pages/sec  12.3 /s"
std::string heading(const Query& query, std::size_t i) {
  const Series& series = query.binding().series()[i];
  return fmt::format("{}\\{}  {}\n", printable(group_title(series)), printable(series.counter),
                     query.row().values[i].usable() ? with_unit(value_text(query, i)) : "-");
}

// The values of a text log are already calculated; what they were calculated from is unknown.
std::string explain_written_value(const CounterSession& source, std::size_t i) {
  const Value& value = source.query().row().values[i];
  const std::string number = value.usable() ? fmt::format("{}", value.number) : "no value";
  return fmt::format(
      "  type     unknown: a text log has only calculated values\n"
      "  last     {}, at {}, as calculated when the log was written\n",
      number, row_time_text(source));
}

std::string explain_reading(const Query& query, std::size_t i, const CounterDescription* counter,
                            std::string_view label, std::string_view when) {
  const Series& series = query.binding().series()[i];
  const TypeRow* type = find_type(series.type);
  const std::string_view formula = type == nullptr ? std::string_view() : type->formula_text;
  std::string text = fmt::format("  type     {}\n", type_line(series, counter));
  if (!formula.empty()) text += fmt::format("  formula  {}\n", formula);
  return text + fmt::format("  {:<8} {}{}\n", label, printable(now_line(query, i, formula)), when);
}

// The name in a log in another language.
std::string original_line(const Query& query, std::size_t i) {
  const std::string path = original_path_of(query.binding().series()[i]);
  return path.empty() ? path : fmt::format("  in log   {}\n", printable(path));
}

std::string explain_logged(const CounterSession& source, std::size_t i) {
  if (source.holds_values()) return explain_written_value(source, i);
  return original_line(source.query(), i) +
         explain_reading(source.query(), i, nullptr, "last", ", at " + row_time_text(source));
}

std::string what_line(std::string_view summary) {
  if (summary.empty()) return {};
  return fmt::format("  what     {}\n", printable(std::string(summary)));
}

// What the provider says: where the value comes from, how close it is to Windows, and what it is.
std::string explain_described(const CounterSession& source, const Series& series,
                              const CounterDescription& counter) {
  std::string text;
  const std::string where = source.source_of(series, title_instance(series));
  if (!where.empty()) text += fmt::format("  source   {}\n", printable(where));
  if (!counter.closeness.empty()) text += fmt::format("  meaning  {}\n", counter.closeness);
  if (!counter.private_state.empty()) {
    text += fmt::format("  private  to the process that collects: {}\n", counter.private_state);
  }
  return text + what_line(counter.summary);
}

std::string_view logged_summary(const Series& series) {
  const std::string_view summary = summary_by_indices(series);
  return summary.empty() ? summary_by_names(series) : summary;
}

}  // namespace

std::string explain_text(const CounterSession& source, std::size_t i) {
  const Query& query = source.query();
  const Series& series = query.binding().series()[i];
  if (source.log() != nullptr) {
    return heading(query, i) + explain_logged(source, i) + what_line(logged_summary(series));
  }
  const CounterDescription* counter = source.description_of(series);
  const std::string text = heading(query, i) + explain_reading(query, i, counter, "now", "");
  return counter == nullptr ? text : text + explain_described(source, series, *counter);
}

}  // namespace openperflib::apps
