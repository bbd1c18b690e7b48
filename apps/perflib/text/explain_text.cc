#include "apps/perflib/text/explain_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "apps/perflib/text/listing.h"
#include "apps/perflib/text/row_sinks.h"
#include "apps/perflib/text/source_texts.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/linux/table/object_catalogue.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

const CatalogueCounter* catalogue_row(const Series& series) {
  const CatalogueObject* object = find_catalogue_object(series.object_title_index);
  return object == nullptr ? nullptr : find_catalogue_counter(*object, series.counter_title_index);
}

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

std::string type_line(const Series& series, const CatalogueCounter* counter) {
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

const char* nearness(LinuxStatus status) {
  switch (status) {
    case LinuxStatus::exact:
      return "exact: the same meaning and unit as on Windows";
    case LinuxStatus::approx:
      return "approximate: the closest that Linux has to the Windows meaning";
    case LinuxStatus::derived:
      return "derived: computed by this process from what it collected";
    case LinuxStatus::optional:
      return "optional: only with more rights or a device";
    case LinuxStatus::extension:
      return "extension: only Linux has it";
    case LinuxStatus::none:
    case LinuxStatus::omit:
      return "not available on Linux";
  }
  return "";
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

std::string explain_reading(const Query& query, std::size_t i, const CatalogueCounter* row,
                            std::string_view label, std::string_view when) {
  const Series& series = query.binding().series()[i];
  const TypeRow* type = find_type(series.type);
  const std::string_view formula = type == nullptr ? std::string_view() : type->formula_text;
  std::string text = fmt::format("  type     {}\n", type_line(series, row));
  if (!formula.empty()) text += fmt::format("  formula  {}\n", formula);
  return text + fmt::format("  {:<8} {}{}\n", label, printable(now_line(query, i, formula)), when);
}

// The source on Linux, and how close that is to Windows.
std::string explain_source(const Series& series, const CatalogueCounter& row) {
  const std::string text = fmt::format("  source   {}\n  meaning  {}\n",
                                       printable(source_text(series, row)), nearness(row.status));
  if (row.process_private.empty()) return text;
  return text + fmt::format("  private  to the process that collects: {}\n", row.process_private);
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

// A counter of another provider than Linux.
std::string explain_described(const CounterDescription* counter) {
  std::string text;
  if (counter == nullptr) return text;
  if (!counter->source.empty()) {
    text += fmt::format("  source   {}\n", printable(std::string(counter->source)));
  }
  if (!counter->summary.empty()) {
    text += fmt::format("  what     {}\n", printable(std::string(counter->summary)));
  }
  return text;
}

}  // namespace

std::string explain_text(const CounterSession& source, std::size_t i) {
  const Query& query = source.query();
  const Series& series = query.binding().series()[i];
  const CatalogueCounter* row = catalogue_row(series);
  const bool is_logged = source.log() != nullptr;
  if (row == nullptr && is_logged) row = find_catalogue_counter(series);
  std::string text = heading(query, i);
  text += is_logged ? explain_logged(source, i) : explain_reading(query, i, row, "now", "");
  if (row == nullptr) return text + explain_described(source.description_of(series));
  if (!is_logged) text += explain_source(series, *row);
  return text + fmt::format("  what     {}\n", row->summary);
}

}  // namespace openperflib::apps
