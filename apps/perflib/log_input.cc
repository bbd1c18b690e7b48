#include "apps/perflib/log_input.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "apps/perflib/command_line.h"
#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/utf16.h"
#include "openperflib/log/merged_log_reader.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/written_time.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {
namespace {

// The words of --encoding that are no numbers of code pages.
const std::map<std::string, std::uint32_t>& encodings() {
  static const std::map<std::string, std::uint32_t> kEncodings = {
      {"utf-8", 65001}, {"cp1250", 1250},   {"cp1251", 1251}, {"cp1252", 1252},
      {"gbk", 936},     {"shift-jis", 932}, {"big5", 950},    {"euc-kr", 949}};
  return kEncodings;
}

// A file that is not there is better missed by its name than called no path.
bool is_named_as_log(std::string_view argument) {
  const std::string name = folded(argument);
  return name.ends_with(".blg") || name.ends_with(".csv") || name.ends_with(".tsv") ||
         name.ends_with(".perfrec");
}

std::unique_ptr<LogReader> open_one(const std::string& file, const OpenLogOptions& options) {
  auto log = open_log(file, options);
  if (log.has_value()) return *std::move(log);
  if (log.error().pdh_code == PDH_UNKNOWN_LOG_FORMAT) {
    complain(describe(log.error()), "PDH_UNKNOWN_LOG_FORMAT");
  } else {
    complain(log.error().fault);
  }
  return nullptr;
}

}  // namespace

void add_log_options(CLI::App& app, LogOptions& options) {
  app.add_option("--log", options.files,
                 "Read FILE (BLG, CSV, TSV, a recording) instead of this machine")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_window_options(app, options);
}

void add_window_options(CLI::App& app, LogOptions& options) {
  app.add_option("-b", options.begin, "From this time of a log on (YYYY-MM-DD HH:MM:SS)")
      ->type_name("TIME");
  app.add_option("-e", options.end, "Up to this time of a log")->type_name("TIME");
  add_encoding_option(app, options);
}

void add_encoding_option(CLI::App& app, LogOptions& options) {
  app.add_option("--encoding", options.encoding,
                 "Letters of a text log: utf-8, cp1251, cp1252, gbk, ... (default: found out)")
      ->type_name("NAME")
      ->check([](const std::string& word) {
        return encodings().contains(word) ? std::string() : word + " is no encoding known here";
      });
}

bool is_log_file(const std::string& argument) {
  if (argument.starts_with('\\')) return false;
  if (SqlLogName::is_one(argument)) return true;
  std::error_code error;
  return std::filesystem::is_regular_file(argument, error) || is_named_as_log(argument);
}

void take_log_files(std::vector<std::string>& arguments, LogOptions& options) {
  std::erase_if(arguments, [&](const std::string& argument) {
    if (!is_log_file(argument)) return false;
    options.files.push_back(argument);
    return true;
  });
}

bool fit_together(const LogOptions& options, bool has_root) {
  if (!options.files.empty() && has_root) {
    complain("--root", "a log has its own machine");
    return false;
  }
  if (!options.files.empty()) return true;
  const std::array<std::pair<const char*, const std::string*>, 3> of_logs = {
      {{"-b", &options.begin}, {"-e", &options.end}, {"--encoding", &options.encoding}}};
  for (const auto& [name, given] : of_logs) {
    if (given->empty()) continue;
    complain(name, "no log is given");
    return false;
  }
  return true;
}

const std::vector<std::string>& all_paths() {
  static const std::vector<std::string> kAll = {"\\*(*)\\*", "\\*\\*"};
  return kAll;
}

ObjectRequest request_of(const std::vector<std::string>& paths) {
  Query all(fixed_titles());
  for (const std::string& path : paths) {
    Query one(fixed_titles());
    if (!one.add(path).has_value() || one.request().objects().empty()) return {};
    (void)all.add(path);
  }
  return paths.empty() ? ObjectRequest() : all.request();
}

std::unique_ptr<LogReader> open_logs(const LogOptions& options, const LogWindow& window) {
  OpenLogOptions how;
  how.format = options.format;
  how.request = options.request;
  if (!options.encoding.empty()) how.text.code_page = encodings().at(options.encoding);
  how.window = {.begin_local = window.begin_local, .end_local = window.end_local};
  std::vector<std::unique_ptr<LogReader>> logs;
  for (const std::string& file : options.files) {
    logs.push_back(open_one(file, how));
    if (logs.back() == nullptr) return nullptr;
    if (logs.back()->header().content != logs.front()->header().content) {
      complain(file,
               "holds calculated values and the log before it raw ones, or the other way: "
               "they do not bind as one");
      return nullptr;
    }
  }
  if (logs.size() == 1) return std::move(logs.front());
  return std::make_unique<MergedLogReader>(std::move(logs));
}

bool read_log_time(const std::string& text, const char* option, FileTime& time) {
  if (text.empty()) return true;
  const auto read = time_from_written(text);
  if (!read.has_value()) {
    complain(option, text + " is no time: YYYY-MM-DD HH:MM:SS");
    return false;
  }
  time = *read;
  return true;
}

std::optional<LogWindow> window_of(const LogOptions& options) {
  LogWindow window;
  if (!read_log_time(options.begin, "-b", window.begin_local)) return std::nullopt;
  if (!read_log_time(options.end, "-e", window.end_local)) return std::nullopt;
  return window;
}

bool report_oddities(const LogReader& log) {
  bool lost = false;
  for (const LogOddity& oddity : log.oddities()) {
    lost = lost || oddity.is_loss;
    std::string text = describe(oddity.what);
    if (oddity.skipped_records != 0) {
      text += fmt::format("; {} records skipped", oddity.skipped_records);
    } else if (oddity.skipped_bytes != 0) {
      text += fmt::format("; {} bytes skipped", oddity.skipped_bytes);
    }
    complain(text);
  }
  if (log.oddity_count() > log.oddities().size()) {
    complain(fmt::format("{} more of these", log.oddity_count() - log.oddities().size()));
  }
  return lost;
}

}  // namespace openperflib::apps
