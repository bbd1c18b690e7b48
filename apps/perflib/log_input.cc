#include "apps/perflib/log_input.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "apps/perflib/anomaly_text.h"
#include "apps/perflib/command_line.h"
#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/merged/merged_log_reader.h"
#include "openperflib/log/reader/one_zone_log_reader.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

// The values of --encoding that are not numbers of code pages.
const std::map<std::string, std::uint32_t>& encodings() {
  static const std::map<std::string, std::uint32_t> kEncodings = {
      {"utf-8", 65001}, {"cp1250", 1250},   {"cp1251", 1251}, {"cp1252", 1252},
      {"gbk", 936},     {"shift-jis", 932}, {"big5", 950},    {"euc-kr", 949}};
  return kEncodings;
}

std::unique_ptr<LogReader> open_one(const std::string& file, const OpenLogOptions& options) {
  auto log = open_log(file, options);
  if (log.has_value()) return *std::move(log);
  if (log.error().pdh_code == PDH_UNKNOWN_LOG_FORMAT) {
    print_error(describe(log.error()) + " (PDH_UNKNOWN_LOG_FORMAT)");
  } else {
    print_error(log.error().fault);
  }
  return nullptr;
}

// Reports which of several logs lack their time zone although others have it.
void report_unknown_zones(const std::vector<std::string>& files,
                          const std::vector<std::unique_ptr<LogReader>>& logs) {
  const auto tells_zone = [](const auto& log) { return log->header().bias_minutes.has_value(); };
  const auto telling = std::ranges::find_if(logs, tells_zone);
  if (telling == logs.end()) return;
  const std::string zone = name_of_offset(*(*telling)->header().bias_minutes);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!tells_zone(logs[i])) print_error(files[i], "does not name its time zone; read as " + zone);
  }
}

}  // namespace

void add_log_options(CommandLine& line, LogOptions& options, Subject subject) {
  line.add_option("--log", options.files,
                  subject == Subject::logs
                      ? "Read FILE as a log, whatever its name looks like"
                      : "Read FILE (a log of any format) instead of this machine")
      .value_name("FILE")
      .repeatable();
  add_window_options(line, options);
}

void add_window_options(CommandLine& line, LogOptions& options) {
  line.add_option("-b", options.begin,
                  "Begin at this time of the log: 15:45, 2026-11-21, '2026-11-21 15:45'")
      .value_name("TIME");
  line.add_option("-e", options.end,
                  "End at this time of the log; a date means the end of that day")
      .value_name("TIME");
  add_encoding_option(line, options);
}

void add_encoding_option(CommandLine& line, LogOptions& options) {
  line.add_option(
          "--encoding", options.encoding,
          "Character encoding of a text log: utf-8, cp1251, cp1252, gbk, ... (default: detect)")
      .value_name("NAME")
      .check([](const std::string& word) {
        return encodings().contains(word) ? std::string() : word + " is not a known encoding";
      });
}

bool is_named_as_log(std::string_view argument) {
  const std::string name = folded(argument);
  return name.ends_with(".blg") || name.ends_with(".csv") || name.ends_with(".tsv") ||
         name.ends_with(".perfrec");
}

// For a missing file, "no such file" is a better message than "not a counter path".
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
    print_error("--root", "cannot be combined with a log");
    return false;
  }
  if (!options.files.empty()) return true;
  const std::array<std::pair<const char*, const std::string*>, 3> of_logs = {
      {{"-b", &options.begin}, {"-e", &options.end}, {"--encoding", &options.encoding}}};
  for (const auto& [name, given] : of_logs) {
    if (given->empty()) continue;
    print_error(name, "no log given");
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
  OpenLogOptions how{.titles = fixed_titles()};
  how.format = options.format;
  how.request = options.request;
  if (!options.encoding.empty()) how.text.code_page = encodings().at(options.encoding);
  how.window.begin_local = window.begin_local;
  how.window.end_local = window.end_local;
  std::vector<std::unique_ptr<LogReader>> logs;
  for (const std::string& file : options.files) {
    logs.push_back(open_one(file, how));
    if (logs.back() == nullptr) return nullptr;
    const auto bias = logs.back()->header().bias_minutes;
    if (!how.window.bias_minutes.has_value()) how.window.bias_minutes = bias;
    if (logs.back()->header().content != logs.front()->header().content) {
      print_error(file,
                  "cannot be read together with the log before it: one holds raw values, the other "
                  "calculated values");
      return nullptr;
    }
  }
  if (!options.is_read_again) report_unknown_zones(options.files, logs);
  if (logs.size() == 1) return std::make_unique<OneZoneLogReader>(std::move(logs.front()));
  return std::make_unique<MergedLogReader>(std::move(logs));
}

bool report_anomalies(const LogReader& log) {
  constexpr std::size_t kMostShown = 20;
  const auto shown = std::min(log.anomalies().size(), kMostShown);
  for (const LogAnomaly& anomaly : log.anomalies().first(shown)) print_error(anomaly_text(anomaly));
  if (log.anomaly_count() > shown) {
    print_error(fmt::format("{} more such messages are not shown", log.anomaly_count() - shown));
  }
  return std::ranges::any_of(log.anomalies(), &LogAnomaly::is_loss);
}

}  // namespace openperflib::apps
