// perflib sets: the log sets of a database, listed and deleted.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib::apps {
namespace sets_command {
namespace {

struct Options {
  std::string name;
  bool remove = false;
  bool json = false;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
          "SQL:DATABASE", options.name,
          "The database: an SQLite file (logs.db), an ODBC data source or a connection string. "
          "It stores each log as a log set: SQL:DATABASE!SET")
      .required();
  line.add_flag("--delete", options.remove, "Delete the log set SQL:DATABASE!SET permanently");
  add_json_options(line, options.json, "Print one JSON document instead of a table");
}

std::string time_text(const SqlLogSet& set, const std::string& stored) {
  const auto time = local_time_of(set, stored);
  return time.has_value() ? iso_8601(system_time_from(*time)).value_or("") : std::string();
}

std::string records_text(const SqlLogSet& set) {
  return set.records.has_value() ? fmt::format("{}", *set.records) : std::string("?");
}

void print_table(const std::vector<SqlLogSet>& sets) {
  std::size_t width = 3;
  for (const SqlLogSet& set : sets) width = std::max(width, printable(set.name).size());
  print_out(fmt::format("{:<{}}  {:>8}  {:<23}  {:<23}  {}\n", "SET", width, "SAMPLES", "BEGIN",
                        "END", "ZONE"));
  for (const SqlLogSet& set : sets) {
    print_out(fmt::format("{:<{}}  {:>8}  {:<23}  {:<23}  {}\n", printable(set.name), width,
                          records_text(set), time_text(set, set.start_time),
                          time_text(set, set.stop_time), printable(set.zone_name)));
  }
}

std::optional<std::string> known_time(const SqlLogSet& set, const std::string& stored) {
  const std::string text = time_text(set, stored);
  return text.empty() ? std::nullopt : std::optional(text);
}

void print_json(const std::vector<SqlLogSet>& sets) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  out.objects("sets", sets, [&](const SqlLogSet& set) {
    out.member("name", set.name);
    out.member("guid", set.guid);
    out.member("records", set.records);
    out.member("first", known_time(set, set.start_time));
    out.member("last", known_time(set, set.stop_time));
    out.member("bias_minutes", set.minutes_to_utc);
    out.member("zone", set.zone_name);
  });
  out.end_object();
  print_out(out.take() + "\n");
}

Step list_sets(const SqlLogName& name, const Options& options) {
  auto sets = list_sql_log_sets(name);
  if (!sets.has_value()) {
    return failed(sets.error());
  }
  if (!name.set.empty()) {
    std::erase_if(*sets, [&](const SqlLogSet& set) { return set.name != name.set; });
    if (sets->empty()) {
      return does_not_exist(name.shown, "no such log set");
    }
  }
  if (options.json) {
    print_json(*sets);
  } else {
    print_table(*sets);
  }
  return {};
}

Step delete_set(const SqlLogName& name) {
  if (name.set.empty()) {
    return usage_error("--delete", name.shown + " does not name a log set; write SQL:DATABASE!SET");
  }
  const auto deleted = delete_sql_log_set(name);
  if (deleted.has_value()) return {};
  return failed(deleted.error());
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  const auto name = SqlLogName::parse(options.name);
  if (!name.has_value()) {
    return usage_error(options.name, name.error());
  }
  return outcome_of(options.remove ? delete_set(*name) : list_sets(*name, options));
}

}  // namespace
}  // namespace sets_command

const Subcommand kSets = {
    .name = "sets",
    .summary = "Show or delete the log sets (logs) in a database",
    .examples =
        "  perflib sets SQL:logs.db                     every log set and its times\n"
        "  perflib sets 'SQL:logs.db!monday' --delete\n"
        "  perflib sets 'SQL:DSN=perf' --json\n",
    .run = sets_command::run,
};

}  // namespace openperflib::apps
