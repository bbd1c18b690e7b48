#include "apps/typeperf/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "apps/drop_in/interval.h"
#include "apps/drop_in/options.h"
#include "apps/drop_in/text_lines.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::typeperf {
namespace {

using drop_in::at_place;
using drop_in::failure;
using drop_in::GivenOption;
using drop_in::OptionRow;
using drop_in::read_interval;
using drop_in::Takes;
using drop_in::whole_number;
using drop_in::without_quotes;

// One setter per option. `given.value` exists unless the option may be given without a value.

Outcome set_help(Options& options, const GivenOption&) {
  options.job = Job::help;
  return {};
}

Outcome add_path(Options& options, const GivenOption& given) {
  options.paths.push_back({.path = without_quotes(*given.value), .place = given.place});
  return {};
}

// No path begins with a slash: it was meant as an option.
Outcome add_word(Options& options, const GivenOption& given) {
  if (!given.value->starts_with('/')) return add_path(options, given);
  return failure(fmt::format("unknown option {}; use -? for help", *given.value),
                 PDH_INVALID_ARGUMENT);
}

Outcome add_paths_of_file(Options& options, const GivenOption& given) {
  for (const auto& line : OPENPERFLIB_TRY(drop_in::read_text_lines(*given.value))) {
    options.paths.push_back({.path = without_quotes(line.text),
                             .place = fmt::format("{}:{}", *given.value, line.number)});
  }
  return {};
}

Outcome set_format(Options& options, const GivenOption& given) {
  const auto format = format_of_word(*given.value);
  if (!format.has_value()) return wrong_value(given, "must be CSV, TSV, BIN or SQL");
  options.format = *format;
  return {};
}

Outcome set_interval(Options& options, const GivenOption& given) {
  const auto interval = read_interval(*given.value);
  if (!interval.has_value()) {
    return wrong_value(given, "must be [[hh:]mm:]ss, at least 1 second");
  }
  options.interval = *interval;
  return {};
}

Outcome set_output(Options& options, const GivenOption& given) {
  options.output = *given.value;
  return {};
}

Outcome list(Options& options, const GivenOption& given, Job job) {
  options.job = job;
  options.object = given.value.value_or("");
  return {};
}

Outcome set_list_counters(Options& options, const GivenOption& given) {
  return list(options, given, Job::list_counters);
}

Outcome set_list_instances(Options& options, const GivenOption& given) {
  return list(options, given, Job::list_instances);
}

Outcome set_samples(Options& options, const GivenOption& given) {
  options.samples = whole_number(*given.value);
  if (options.samples.value_or(0) == 0)
    return wrong_value(given, "must be a whole number, at least 1");
  return {};
}

Outcome set_computer(Options& options, const GivenOption& given) {
  options.computer =
      given.value->substr(std::min(given.value->find_first_not_of('\\'), given.value->size()));
  return {};
}

Outcome set_yes(Options& options, const GivenOption&) {
  options.overwrite = Overwrite::yes;
  return {};
}

Outcome add_root(Options& options, const GivenOption& given) {
  options.roots.push_back(*given.value);
  return {};
}

// It is read before all others are set.
Outcome set_nothing(Options&, const GivenOption&) { return {}; }

struct Row : OptionRow {
  Outcome (*set)(Options&, const GivenOption&);
};

constexpr auto kRows = std::to_array<Row>({
    // clang-format off
    {{"?",      Takes::nothing},        set_help},
    {{"c",      Takes::some},           add_path},
    {{"f",      Takes::one},            set_format},
    {{"cf",     Takes::one},            add_paths_of_file},
    {{"si",     Takes::one},            set_interval},
    {{"o",      Takes::one},            set_output},
    {{"q",      Takes::one_or_nothing}, set_list_counters},
    {{"qx",     Takes::one_or_nothing}, set_list_instances},
    {{"sc",     Takes::one},            set_samples},
    {{"config", Takes::one},            set_nothing},
    {{"s",      Takes::one},            set_computer},
    {{"y",      Takes::nothing},        set_yes},
    {{"-root",  Takes::one},            add_root},  // like that of perflib, so with two dashes
});  // clang-format on

constexpr std::string_view kHelp = "?";

Outcome apply(Options& options, const GivenOption& given) {
  if (given.row == nullptr) return add_word(options, given);
  return static_cast<const Row*>(given.row)->set(options, given);
}

// A set needs both -f SQL and its name.
Outcome choose_target(Options& options) {
  if (options.output.empty() && options.format == LogFormat::blg) {
    return failure("-f BIN cannot be written to the console; use -o to name a file",
                   PDH_INVALID_ARGUMENT);
  }
  if (options.output.empty() && options.format != LogFormat::sql) return {};
  auto target = LogTarget::parse(options.output, options.format);
  if (target.has_value() && (!target->is_set() || !target->set->set.empty())) {
    options.target = *std::move(target);
    return {};
  }
  if (!target.has_value() && target.error().kind == LogTargetFault::Kind::set_is_no_file) {
    return failure(
        fmt::format("{}: use -f SQL to write to a database", shown_log_name(options.output)),
        PDH_INVALID_SQL_LOG_FORMAT);
  }
  return failure("-f SQL needs -o SQL:DATABASE!SET", PDH_INVALID_SQL_LOG_FORMAT);
}

Outcome check_together(Options& options) {
  const bool lists = options.job == Job::list_counters || options.job == Job::list_instances;
  if (lists && !options.paths.empty()) {
    return failure(at_place(options.paths.front().place,
                            fmt::format("{}: -q and -qx take at most one object, and no counters",
                                        options.paths.front().path)),
                   PDH_INVALID_ARGUMENT);
  }
  if (options.job == Job::record && options.paths.empty()) {
    return failure("no counter given; use -q to list the counters, -? for help",
                   PDH_INVALID_ARGUMENT);
  }
  return options.job == Job::record ? choose_target(options) : Outcome();
}

}  // namespace

const OptionRow* find_option(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? nullptr : row;
}

// --root is for tests.
std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    if (row.name != "-root") names.push_back(fmt::format("-{}", row.name));
  }
  return names;
}

std::expected<Options, Failure> read_options(std::span<char* const> arguments) {
  const auto command_line = OPENPERFLIB_TRY(drop_in::read_arguments(arguments, find_option));
  Options options;
  if (std::ranges::any_of(command_line, [](const auto& one) { return is_called(one, kHelp); })) {
    options.job = Job::help;
    return options;
  }
  const auto settings = OPENPERFLIB_TRY(drop_in::read_settings_files(command_line, find_option));
  for (const GivenOption& given : settings) OPENPERFLIB_TRY(apply(options, given));
  for (const GivenOption& given : command_line) OPENPERFLIB_TRY(apply(options, given));
  OPENPERFLIB_TRY(check_together(options));
  return options;
}

}  // namespace openperflib::typeperf
