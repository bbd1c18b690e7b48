#include "openperflib/view/explain/series_explanation.h"

#include <fmt/core.h>

#include <utility>

#include "openperflib/counter/scale.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/text/printable.h"
#include "openperflib/titles/meanings/counter_meanings.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

using Origin = SeriesBackground::Origin;

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

// Returns the type of its definition, else that of its description.
CounterType type_of(const Series& series, const SeriesBackground& background) {
  const bool is_described = series.size == 0 && background.size != 0;
  return is_described ? CounterType(background.type) : series.type;
}

std::string type_text(const Series& series, const SeriesBackground& background) {
  const CounterType type = type_of(series, background);
  const std::uint32_t size = series.size == 0 ? background.size : series.size;
  std::string text = fmt::format("{} 0x{:08X}", winperf_name(type), type.bits());
  if (size != 0) text += fmt::format(", {} bytes", size);  // most logs lack the last two
  if (series.counter_title_index != 0) {
    text += fmt::format(", title {}", series.counter_title_index);
  }
  const TypeRow* row = find_type(type);
  if (row != nullptr && row->base.has_value()) {
    text += fmt::format(", followed by its base ({})", winperf_name(*row->base));
  }
  return text;
}

// " / 100" for values in hundredths that are shown as whole ones.
std::string scale_text(const Series& series) {
  if (series.shown_scale >= 0) return {};
  return fmt::format(" / {:.0f}", scaled(1, -series.shown_scale));
}

std::string calculation(const Query& query, std::size_t i, std::string_view formula) {
  const Series& series = query.binding().series()[i];
  const RawCounter& older = query.older().counters[i];
  const RawCounter& newer = query.newer().counters[i];
  const Value& value = query.row().values[i];
  if (!value.usable()) return "no value: " + why_missing(query, i);
  const std::string_view expression =
      formula.substr(0, formula.find(", "));  // no remark follows a number
  std::string text =
      fmt::format("{}{} = {}", put_in(expression, older, newer), scale_text(series), value.number);
  if (series.type.samples() == 2) {
    const double seconds = static_cast<double>(query.newer().time_utc - query.older().time_utc) /
                           static_cast<double>(kTicksPerSecond);
    text += fmt::format(", over the last {:.3f} s", seconds);
  }
  return text;
}

class ExplainedLines {
 public:
  // Nothing if there is no text.
  void add(std::string_view label, std::string text) {
    if (!text.empty()) lines_.push_back({label, std::move(text)});
  }
  [[nodiscard]] std::vector<ExplainedLine> take() { return std::move(lines_); }

 private:
  std::vector<ExplainedLine> lines_;
};

// What they were calculated from is unknown.
void add_written_value(ExplainedLines& lines, const Value& value, const std::string& row_time) {
  const std::string number = value.usable() ? fmt::format("{}", value.number) : "no value";
  lines.add("type", "unknown: a text log has only calculated values");
  lines.add("last",
            fmt::format("{}, at {}, as calculated when the log was written", number, row_time));
}

void add_reading(ExplainedLines& lines, const Query& query, std::size_t i,
                 const SeriesBackground& background) {
  const Series& series = query.binding().series()[i];
  const TypeRow* const type = find_type(type_of(series, background));
  const std::string_view formula = type == nullptr ? std::string_view() : type->formula_text;
  lines.add("type", type_text(series, background));
  lines.add("formula", std::string(formula));
  std::string text = calculation(query, i, formula);
  if (background.origin == Origin::machine) return lines.add("now", std::move(text));
  lines.add("last", text + ", at " + background.row_time);
}

// "0 initialized, 1 ready, ...": all words of a counter of states.
std::string states_text(const Series& series) {
  const auto words = state_words_of(series.object, series.counter);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, words[i]);
  }
  return text;
}

}  // namespace

SeriesExplanation explain_series(const Query& query, std::size_t series,
                                 const SeriesBackground& background) {
  const Series& one = query.binding().series()[series];
  const Value& value = query.row().values[series];
  ExplainedLines lines;
  if (background.origin == Origin::log_values) {
    add_written_value(lines, value, background.row_time);
  } else {
    // The name in a log in another language.
    if (background.origin == Origin::log_readings) lines.add("in log", original_path_of(one));
    add_reading(lines, query, series, background);
  }
  lines.add("source", background.source);
  lines.add("meaning", std::string(background.closeness));
  if (!background.private_state.empty()) {
    lines.add("private", fmt::format("to the process that collects: {}", background.private_state));
  }
  lines.add("what", std::string(background.summary));
  lines.add("states", states_text(one));
  const bool has_type = background.origin != Origin::log_values;
  return {.object = group_title(one),
          .counter = std::string(one.counter),
          .value = value.usable() ? with_unit(value_text(query, series)) : "-",
          .lines = lines.take(),
          .path = query.binding().path_of(series),
          .type = has_type ? winperf_name(type_of(one, background)) : std::string(),
          .number = value,
          .reason = query.reason(series)};
}

std::string text_of(const SeriesExplanation& explanation) {
  std::string text = fmt::format("{}\\{}  {}\n", printable(explanation.object),
                                 printable(explanation.counter), explanation.value);
  for (const ExplainedLine& line : explanation.lines) {
    text += fmt::format("  {:<8} {}\n", line.label, printable(line.text));
  }
  return text;
}

}  // namespace openperflib
