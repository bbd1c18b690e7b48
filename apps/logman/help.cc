#include "apps/logman/help.h"

#include <fmt/format.h>

#include <array>

#include "apps/windows_tool/help_layout.h"

namespace openperflib::logman {
namespace {

using windows_tool::help_rows;
using windows_tool::HelpRow;

constexpr auto kVerbs = std::to_array<HelpRow>({
    {"create <counter|alert> <name>", "Make a new collection."},
    {"update [counter|alert] <name>", "Change one that is stopped."},
    {"query [name]", "List all collections, or show one."},
    {"start <name>", "Begin to collect, in the background."},
    {"stop <name>", "End it; its log is complete then."},
    {"delete <name>", "Remove a collection; its logs stay."},
    {"import <name> -xml <file>", "Make a collection of an exported one."},
    {"export <name> -xml <file>", "Write a collection to a file."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-?", "Show this text."},
    {"-s <computer>", "The computer: this one alone."},
    {"-config <filename>", "A file of settings: a line [option], then a line a value."},
    {"[-n] <name>", "The collection."},
    {"-c <path [path ...]>", "Counters to collect, wildcards allowed."},
    {"-cf <filename>", "A file with one counter path a line."},
    {"-f <bin|bincirc|csv|tsv|sql>", "Format of the log. bin unless told otherwise."},
    {"-si <[[hh:]mm:]ss>", "Time from sample to sample. 15 seconds unless told otherwise."},
    {"-sc <samples>", "Stop after that many samples."},
    {"-o <path|SQL:database!set>", "Where the log goes."},
    {"-[-]v <nnnnnn|mmddhhmm>",
     "Number or time behind the log's name; nnnnnn unless told otherwise."},
    {"-[-]a", "Go on with the log that is there."},
    {"-[-]ow", "Overwrite the log that is there."},
    {"-[-]max <MB>", "Size of a log (sql: records): it stops, or goes on as -cnf says."},
    {"-[-]cnf [[[hh:]mm:]ss]", "Begin a new log after that time, or when -max is reached."},
    {"-[-]rc <program>", "Run it when a log was closed; OPENPERFLIB_LOG names the log."},
    {"-b <M/d/yyyy h:mm:ss[AM|PM]>", "When to begin."},
    {"-e <M/d/yyyy h:mm:ss[AM|PM]>", "When to end."},
    {"-rf <[[hh:]mm:]ss>", "End after that time."},
    {"-m [start] [stop]", "Begin, end or both by hand instead of -b and -e."},
    {"-[-]r", "Repeat -b and -e every day."},
    {"-th <threshold [threshold ...]>", "Of an alert: path<value or path>value."},
    {"-rules <filename>", "Of an alert: rules in a file."},
    {"-[-]el", "An alert is an entry in the system's log."},
    {"-[-]rdcs <name>", "An alert starts this collection."},
    {"-[-]keep <[[hh:]mm:]ss>", "An alert records so long before it and after."},
    {"-[-]tn <program>", "An alert runs this program, with its values in the environment."},
    {"-[-]targ <words>", "The words behind the program."},
    {"-as", "Do not wait until start or stop is done."},
    {"-unit", "start and stop: as a unit of systemd --user."},
    {"-xml <filename>", "The file of import and export."},
    {"-y", "Answer every question with yes."},
});

constexpr std::string_view kNote =
    "  -[-]x is -x, or --x for the opposite. Options begin with - or /, in any case.\r\n";

constexpr auto kExamples = std::to_array<std::string_view>({
    "logman create counter cpu -c '\\Processor(*)\\% Processor Time' -si 5 -o /var/log/cpu",
    "logman create counter day -cf counters.txt -f csv -v mmddhhmm -cnf 24:00:00",
    "logman create alert memory -th '\\Memory\\Available MBytes<500' -si 15 -el -rdcs cpu",
    "logman start cpu",
    "logman query cpu",
    "logman stop cpu",
});

}  // namespace

std::string help_text(std::string_view program) {
  return fmt::format(
      "\r\nOpenPerflib Logman (" OPENPERFLIB_VERSION
      ")\r\n\r\n"
      "Manages collections of performance counters: what is collected, when, and into\r\n"
      "which log.\r\n\r\n"
      "Usage:\r\n{} [create|query|start|stop|delete|update|import|export] [options]\r\n\r\n"
      "Verbs:\r\n{}\r\nOptions:\r\n{}\r\nNote:\r\n{}\r\nExamples:\r\n{}",
      program, help_rows(kVerbs), help_rows(kOptions), kNote,
      windows_tool::help_examples(kExamples));
}

}  // namespace openperflib::logman
