#include "apps/perflib/sources/log_input.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/collection/environment.h"
#include "apps/perflib/run/command_line.h"
#include "apps/program/state_folder.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/code_page.h"

namespace openperflib::apps {
namespace {

struct OrderName {
  std::string_view name;
  DateOrder order;
};
constexpr std::array<OrderName, 3> kOrderNames = {{{"mdy", DateOrder::month_day_year},
                                                   {"dmy", DateOrder::day_month_year},
                                                   {"ymd", DateOrder::year_month_day}}};

std::optional<DateOrder> date_order_of(std::string_view name) {
  const auto row = std::ranges::find(kOrderNames, name, &OrderName::name);
  return row == kOrderNames.end() ? std::nullopt : std::optional(row->order);
}

// The names of a user's own languages are in the state folder.
LanguageFiles language_files_of(const LogOptions& options) {
  const auto state = state_folder();
  return {.files = options.names, .folder = state.has_value() ? *state + "/names" : ""};
}

}  // namespace

void add_log_file_option(CommandLine& line, LogOptions& options, Subject subject) {
  line.add_option("--log", options.files,
                  subject == Subject::logs
                      ? "Read FILE as a log, whatever its name looks like"
                      : "Read FILE as a log, whatever its name looks like, instead of this machine")
      .value_name("FILE")
      .repeatable();
}

void add_log_options(CommandLine& line, LogOptions& options, Subject subject) {
  add_log_file_option(line, options, subject);
  add_window_options(line, options);
}

void add_window_options(CommandLine& line, LogOptions& options) {
  line.add_option("-b", options.begin,
                  "Begin at this time of the log: 15:45 (the last one), 2026-11-21, '2026-11-21 "
                  "15:45'")
      .value_name("TIME");
  line.add_option("-e", options.end,
                  "End at this time of the log; 15:45 is the next one after -b, and a date means "
                  "the end of that day")
      .value_name("TIME");
  add_text_log_options(line, options);
}

void add_text_log_options(CommandLine& line, LogOptions& options) {
  options.environment = line.environment();
  options.begin_progress_line = line.begin_progress_line();
  line.add_option(
          "--encoding", options.encoding,
          "Character encoding of a text log (.csv, .tsv): utf-8, a code page such as cp1254, gbk, "
          "... (default: detect)")
      .value_name("NAME")
      .check([](const std::string& word) {
        return code_page_of_name(word).has_value() ? std::string()
                                                   : word + " is not a known encoding";
      });
  line.add_option("--date-order", options.date_order,
                  "Order of day, month and year in a text log: mdy, dmy or ymd (default: detect)")
      .value_name("ORDER")
      .check([](const std::string& word) {
        return date_order_of(word).has_value() ? std::string() : word + " is not mdy, dmy or ymd";
      });
  line.add_option("--names", options.names,
                  "Translate names in another language to English. FILE is the output of "
                  "`lodctr /S:FILE` on a Windows system in that language, an export of its "
                  "registry key Perflib, or a table with English names in one column")
      .value_name("FILE")
      .repeatable();
}

bool is_named_as_log(std::string_view argument) {
  return format_of_file_name(argument).has_value();
}

// For a missing file, "no such file" is a better message than "not a counter path".
bool is_log_file(const std::string& argument) {
  if (argument.starts_with('\\')) return false;
  if (SqlLogName::is_one(argument)) return true;
  std::error_code error;
  return std::filesystem::is_regular_file(argument, error) || is_named_as_log(argument);
}

Step refuse_folder(const std::string& word) {
  std::error_code error;
  if (!std::filesystem::is_directory(word, error)) return {};
  for (std::filesystem::directory_iterator entry(word, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (!is_named_as_log(entry->path().string())) continue;
    return failed(
        word, fmt::format("is a folder; name the logs in it, such as {}", entry->path().string()));
  }
  return failed(word, "is a folder without logs");
}

Step fit_together(const LogOptions& options, bool has_root) {
  if (!options.files.empty()) {
    return has_root ? usage_error("--root", "cannot be combined with a log") : Step();
  }
  if (!options.names.empty()) return usage_error("--names", "no log given");
  const std::array<std::pair<const char*, const std::string*>, 4> of_logs = {
      {{"-b", &options.begin},
       {"-e", &options.end},
       {"--encoding", &options.encoding},
       {"--date-order", &options.date_order}}};
  for (const auto& [name, given] : of_logs) {
    if (!given->empty()) return usage_error(name, "no log given");
  }
  return {};
}

LogInputs inputs_of(const LogOptions& options) {
  LogInputs inputs{.files = options.files, .format = options.format, .request = options.request};
  if (!options.encoding.empty()) inputs.code_page = code_page_of_name(options.encoding);
  inputs.date_order = date_order_of(options.date_order);
  options.languages->use(language_files_of(options));
  inputs.names = options.languages;
  return inputs;
}

const TitleTable& titles_of(const LogOptions& options) { return options.environment->titles; }

ObjectRequest request_of(const std::vector<std::string>& paths, const LogOptions& options) {
  return openperflib::request_of(paths, titles_of(options));
}

ObjectRequest request_with_remainder(const std::vector<std::string>& paths,
                                     const LogOptions& options) {
  std::vector<std::string> read = paths;
  std::ranges::copy(remainder_paths_for(paths), std::back_inserter(read));
  return request_of(read, options);
}

}  // namespace openperflib::apps
