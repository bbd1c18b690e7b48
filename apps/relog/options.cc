#include "apps/relog/options.h"

#include <fmt/core.h>
#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "apps/drop_in/given_time.h"
#include "apps/drop_in/options.h"
#include "apps/drop_in/quoted_paths.h"
#include "apps/drop_in/text_lines.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib::relog {
namespace {

using drop_in::at_place;
using drop_in::failure;
using drop_in::GivenOption;
using drop_in::OptionRow;
using drop_in::Takes;
using drop_in::without_quotes;

// Rejects an invalid name that begins with SQL:.
Outcome check_sql_name(const GivenOption& given, const std::string& name) {
  const auto parsed = SqlLogName::parse(name);
  if (parsed.has_value()) return {};
  return failure(at_place(given.place, fmt::format("{}: {}", name, parsed.error())),
                 PDH_INVALID_SQL_LOG_FORMAT);
}

// The files that match "*.blg", if the shell did not expand it; if there are none, the pattern
// itself.
std::vector<std::string> files_of(const std::string& name) {
  if (name.find_first_of("*?") == std::string::npos || ::access(name.c_str(), F_OK) == 0) {
    return {name};
  }
  std::vector<std::string> files;
  glob_t found{};
  if (::glob(name.c_str(), 0, nullptr, &found) == 0) {
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  return files.empty() ? std::vector{name} : files;
}

// One setter per option. `given.value` exists unless the option takes no value.

Outcome set_help(Options& options, const GivenOption&) {
  options.job = Job::help;
  return {};
}

Outcome add_input(Options& options, const GivenOption& given) {
  const std::string name = without_quotes(*given.value);
  if (SqlLogName::is_one(name)) {
    options.inputs.push_back(name);
    return check_sql_name(given, name);
  }
  for (std::string& file : files_of(name)) {
    options.inputs.push_back(std::move(file));
  }
  return {};
}

Outcome set_append(Options& options, const GivenOption&) {
  options.append = Append::yes;
  return {};
}

Outcome add_counter(Options& options, const std::string& text, std::string_view place) {
  std::string path = without_quotes(text);
  if (const auto pattern = PathPattern::parse(path); !pattern.has_value()) {
    return failure(at_place(place, drop_in::not_a_path(path)), PDH_INVALID_PATH);
  }
  options.counters.push_back(std::move(path));
  return {};
}

Outcome add_given_counter(Options& options, const GivenOption& given) {
  return add_counter(options, *given.value, given.place);
}

Outcome add_counters_of_file(Options& options, const GivenOption& given) {
  for (const auto& line : OPENPERFLIB_TRY(drop_in::read_text_lines(*given.value))) {
    OPENPERFLIB_TRY(
        add_counter(options, line.text, fmt::format("{}:{}", *given.value, line.number)));
  }
  return {};
}

Outcome set_format(Options& options, const GivenOption& given) {
  options.format = format_of_word(*given.value);
  if (!options.format.has_value()) return wrong_value(given, "must be BIN, CSV, TSV or SQL");
  return {};
}

Outcome set_every(Options& options, const GivenOption& given) {
  const std::string& text = *given.value;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, options.window.every);
  if (error == std::errc() && read_to == end && options.window.every != 0) return {};
  return wrong_value(given, "must be a whole number, at least 1");
}

Outcome set_output(Options& options, const GivenOption& given) {
  options.output = *given.value;
  return SqlLogName::is_one(options.output) ? check_sql_name(given, options.output) : Outcome();
}

// A time of -b or -e, in one word or several: words that do not belong to it are inputs.
std::expected<FileTime, Failure> given_time(const GivenOption& given) {
  const auto time = drop_in::read_given_time(without_quotes(*given.value));
  if (!time.has_value())
    return wrong_value(
        given, "must be a date and time: M/D/YYYY [[HH:]MM:]SS [AM|PM], or YYYY-MM-DD HH:MM[:SS]");
  return *time;
}

Outcome set_begin(Options& options, const GivenOption& given) {
  options.window.begin_local = OPENPERFLIB_TRY(given_time(given));
  options.has_begin = true;
  return {};
}

// Reports show no milliseconds: the end that they show is the whole second.
Outcome set_end(Options& options, const GivenOption& given) {
  options.window.end_local = OPENPERFLIB_TRY(given_time(given)) + kTicksPerSecond - 1;
  return {};
}

Outcome set_list(Options& options, const GivenOption&) {
  options.job = Job::list;
  return {};
}

Outcome set_yes(Options& options, const GivenOption&) {
  options.overwrite = Overwrite::yes;
  return {};
}

// It is read before all others are set.
Outcome set_nothing(Options&, const GivenOption&) { return {}; }

struct Row : OptionRow {
  Outcome (*set)(Options&, const GivenOption&);
};

constexpr auto kRows = std::to_array<Row>({
    // clang-format off
    {{"?",      Takes::nothing}, set_help},
    {{"a",      Takes::nothing}, set_append},
    {{"c",      Takes::some},    add_given_counter},
    {{"cf",     Takes::one},     add_counters_of_file},
    {{"f",      Takes::one},     set_format},
    {{"t",      Takes::one},     set_every},
    {{"o",      Takes::one},     set_output},
    {{"b",      Takes::some},    set_begin},
    {{"e",      Takes::some},    set_end},
    {{"config", Takes::one},     set_nothing},
    {{"i",      Takes::some},    add_input},  // above the inputs of a settings file
    {{"q",      Takes::nothing}, set_list},
    {{"y",      Takes::nothing}, set_yes},
});  // clang-format on

Outcome apply(Options& options, const GivenOption& given) {
  if (given.row == nullptr) return add_input(options, given);
  return static_cast<const Row*>(given.row)->set(options, given);
}

Outcome check_together(const Options& options) {
  const auto wrong = [](std::string_view why) { return failure(why, PDH_INVALID_ARGUMENT); };
  if (options.inputs.empty()) return wrong("no log given; use -? for help");
  if (options.append == Append::yes && options.output.empty()) {
    return wrong("-a needs -o, the log to append to");
  }
  if (options.append == Append::yes && options.job == Job::list) {
    return wrong("-a and -q cannot be combined");
  }
  const bool is_set = SqlLogName::is_one(options.output);
  if (is_set && options.job == Job::list)
    return wrong("-q cannot write its list to a database; use -o to name a file");
  const bool writes_log = options.job == Job::convert && !options.output.empty();
  if (writes_log && options.format.has_value() &&
      !LogTarget::parse(options.output, options.format).has_value()) {
    return failure(fmt::format("{}: a database needs -f SQL and -o SQL:DATABASE!SET",
                               shown_log_name(options.output)),
                   PDH_INVALID_SQL_LOG_FORMAT);
  }
  if (options.window.begin_local > options.window.end_local)
    return wrong("the time of -b is later than the time of -e");
  return {};
}

}  // namespace

const OptionRow* find_option(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? nullptr : row;
}

// -i is only for settings files.
std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    if (row.name != "i") names.push_back(fmt::format("-{}", row.name));
  }
  return names;
}

std::expected<Options, Failure> read_options(std::span<char* const> arguments,
                                             const TitleTable& titles) {
  const auto command_line =
      drop_in::with_whole_times(OPENPERFLIB_TRY(drop_in::read_arguments(arguments, find_option)));
  Options options;
  if (std::ranges::any_of(command_line, [](const auto& one) { return is_called(one, "?"); })) {
    options.job = Job::help;
    return options;
  }
  OPENPERFLIB_TRY(drop_in::check_quoted_paths(command_line, "c", titles));
  const auto settings = OPENPERFLIB_TRY(drop_in::read_settings_files(command_line, find_option));
  for (const GivenOption& given : settings) OPENPERFLIB_TRY(apply(options, given));
  for (const GivenOption& given : command_line) OPENPERFLIB_TRY(apply(options, given));
  OPENPERFLIB_TRY(check_together(options));
  return options;
}

}  // namespace openperflib::relog
