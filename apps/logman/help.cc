#include "apps/logman/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "apps/drop_in/help_layout.h"

namespace openperflib::logman {
namespace {

using drop_in::help_rows;
using drop_in::HelpRow;

// The verbs of an option.
constexpr unsigned kCreatesCounter = 1U;  // create and update, of counters
constexpr unsigned kCreatesAlert = 2U;    // and of alerts
constexpr unsigned kCreates = kCreatesCounter | kCreatesAlert;
constexpr unsigned kStartStop = 4U;
constexpr unsigned kXml = 8U;  // import and export
constexpr unsigned kExport = 16U;
constexpr unsigned kOther = 32U;  // query and delete
constexpr unsigned kNamed = kCreates | kStartStop | kXml | kOther;
constexpr unsigned kOverview = 64U;
constexpr unsigned kAll = kNamed | kOverview;

struct VerbRow {
  Verb verb;
  std::string_view usage;
  std::string_view meaning;
};

constexpr auto kVerbRows = std::to_array<VerbRow>({
    {Verb::create, "create <counter|alert> <name>", "Create a collection."},
    {Verb::update, "update [counter|alert] <name>", "Change a collection that is stopped."},
    {Verb::query, "query [name]", "List all collections, or show one."},
    {Verb::start, "start <name>", "Start collecting in the background."},
    {Verb::stop, "stop <name>", "Stop collecting and complete the log."},
    {Verb::remove, "delete <name>", "Delete a collection, but not its logs."},
    {Verb::import_xml, "import <name> -xml <file>", "Create a collection from an XML file."},
    {Verb::export_xml, "export <name> -xml <file>", "Write a collection to an XML file."},
});

struct HelpOption {
  unsigned belongs_to;
  HelpRow row;
};

constexpr auto kOptions = std::to_array<HelpOption>({
    {kAll, {"-?", "Show this help."}},
    {kAll, {"-s <computer>", "Computer. Only the local one is supported."}},
    {kAll, {"-config <filename>", "Read options from this settings file."}},
    {kNamed, {"[-n] <name>", "Name of the collection."}},
    {kCreatesCounter, {"-c <path [path ...]>", "Counters to collect. Wildcards are allowed."}},
    {kCreatesCounter, {"-cf <filename>", "File with one counter path per line."}},
    {kCreatesCounter, {"-f <bin|bincirc|csv|tsv|sql>", "Format of the log. New collections: bin."}},
    {kCreates, {"-si <[[hh:]mm:]ss>", "Sample interval. New collections: 15 seconds."}},
    {kCreatesCounter, {"-sc <samples>", "Stop after this many samples."}},
    {kCreatesCounter, {"-o <path|SQL:database!set>", "Path of the log; with -f sql, the log set."}},
    {kCreatesCounter,
     {"-[-]v <nnnnnn|mmddhhmm>", "Add number (default) or time to the log's name."}},
    {kCreatesCounter, {"-[-]a", "Append to an existing log."}},
    {kCreatesCounter, {"-[-]ow", "Overwrite an existing log."}},
    {kCreatesCounter, {"-[-]max <MB>", "Stop at this log size in MB (-f sql: records)."}},
    {kCreatesCounter, {"-[-]cnf [[[hh:]mm:]ss]", "Start a new log after this time, or at -max."}},
    {kCreatesCounter, {"-[-]rc <program>", "Run this program when a log is complete."}},
    {kCreates, {"-b <M/d/yyyy h:mm:ss[AM|PM]>", "Begin at this time."}},
    {kCreates, {"-e <M/d/yyyy h:mm:ss[AM|PM]>", "End at this time."}},
    {kCreates, {"-rf <[[hh:]mm:]ss>", "End this long after the start."}},
    {kCreates, {"-m [start] [stop]", "Remove -b (start), -e (stop) or both."}},
    {kCreates, {"-[-]r", "Repeat -b and -e every day."}},
    {kCreatesAlert, {"-th <threshold [...]>", "Alert thresholds: path<value or path>value."}},
    {kCreatesAlert, {"-rules <filename>", "File with alert rules (JSON)."}},
    {kCreatesAlert, {"-[-]el", "Log alerts to syslog."}},
    {kCreatesAlert, {"-[-]rdcs <name>", "Start this collection when an alert fires."}},
    {kCreatesAlert, {"-[-]keep <[[hh:]mm:]ss>", "Record this long before and after an alert."}},
    {kCreatesAlert, {"-[-]tn <program>", "Run this program when an alert fires."}},
    {kCreatesAlert, {"-[-]targ <words>", "Arguments for the program of -tn."}},
    {kStartStop, {"-as", "Do not wait for the operation to finish."}},
    {kStartStop, {"-unit", "Also start at each login (stop: no longer)."}},
    {kXml, {"-xml <filename>", "The XML file to read or write."}},
    {kCreates | kExport, {"-y", "Answer all questions with yes."}},
});

constexpr std::string_view kNegation =
    "  -[-]x is -x, or --x to undo it. Options begin with - or /, in any letter case.\r\n";
constexpr std::string_view kPlaceOfLogs =
    "  By default, logs are in /var/lib/openperflib/logs (root), or else in\r\n"
    "  ~/.local/state/openperflib/logs.\r\n";
constexpr std::string_view kPlaceOfRecordings =
    "  Recordings of -keep are in the log folder of the -rdcs collection, or else in\r\n"
    "  /var/lib/openperflib/logs (root) or ~/.local/state/openperflib/logs.\r\n";
constexpr std::string_view kCircular =
    "  bincirc needs -max: at that size, new samples replace the oldest.\r\n";
constexpr std::string_view kOptionsOfVerbs =
    "  logman <verb> -? shows the options of a verb; logman create counter -? and\r\n"
    "  logman create alert -? show those of one kind of collection.\r\n";

struct Example {
  unsigned belongs_to;
  std::string_view text;
};

constexpr auto kExamples = std::to_array<Example>({
    {kCreatesCounter | kOverview,
     "logman create counter cpu -c '\\Processor(*)\\% Processor Time' -si 5 -o ~/cpu"},
    {kCreatesCounter,
     "logman create counter day -cf counters.txt -f csv -v mmddhhmm -cnf 24:00:00"},
    {kCreatesAlert | kOverview,
     "logman create alert memory -th '\\Memory\\Available MBytes<500' -el -rdcs cpu"},
    {kStartStop | kOverview, "logman start cpu"},
    {kCreatesCounter, "logman update counter cpu -si 10 -f csv"},
    {kCreatesAlert, "logman update alert memory -th '\\Memory\\Available MBytes<250'"},
    {kOther | kOverview, "logman query cpu"},
    {kOther, "logman delete cpu"},
    {kStartStop | kOverview, "logman stop cpu"},
    {kXml, "logman export cpu -xml cpu.xml"},
    {kXml, "logman import cpu2 -xml cpu.xml"},
});

// The subject of the help, for choosing its options.
unsigned subject_of(Verb verb, std::optional<CollectorKind> kind) {
  switch (verb) {
    case Verb::create:
    case Verb::update:
      if (!kind.has_value()) return kCreates;
      return *kind == CollectorKind::alert ? kCreatesAlert : kCreatesCounter;
    case Verb::start:
    case Verb::stop:
      return kStartStop;
    case Verb::import_xml:
      return kXml;
    case Verb::export_xml:
      return kXml | kExport;
    case Verb::query:
    case Verb::remove:
      return kOther;
    case Verb::help:
      break;
  }
  return kOverview;
}

std::string usage_of(std::string_view program, Verb verb) {
  const auto* const row = std::ranges::find(kVerbRows, verb, &VerbRow::verb);
  if (row != kVerbRows.end()) return fmt::format("{} {} [options]\r\n", program, row->usage);
  return fmt::format("{} [create|query|start|stop|delete|update|import|export] [options]\r\n",
                     program);
}

std::string verb_rows() {
  std::vector<HelpRow> rows;
  for (const VerbRow& row : kVerbRows) rows.push_back({row.usage, row.meaning});
  return help_rows(rows);
}

std::string option_rows(unsigned subject) {
  std::vector<HelpRow> rows;
  for (const HelpOption& option : kOptions) {
    if ((option.belongs_to & subject) != 0) rows.push_back(option.row);
  }
  return help_rows(rows);
}

// Whether an example shows a verb; the overview has those of several.
bool is_of(Verb verb, std::string_view example) {
  const auto* const row = std::ranges::find(kVerbRows, verb, &VerbRow::verb);
  if (row == kVerbRows.end()) return true;
  return example.starts_with(fmt::format("logman {} ", row->usage.substr(0, row->usage.find(' '))));
}

std::string examples(unsigned subject, Verb verb) {
  std::vector<std::string_view> texts;
  for (const Example& example : kExamples) {
    if ((example.belongs_to & subject) != 0 && is_of(verb, example.text)) {
      texts.push_back(example.text);
    }
  }
  return drop_in::help_examples(texts);
}

std::string_view meaning_of(Verb verb) {
  const auto* const row = std::ranges::find(kVerbRows, verb, &VerbRow::verb);
  if (row != kVerbRows.end()) return row->meaning;
  return "Manages collections of performance counters: what is collected, when, and into\r\nwhich "
         "log.";
}

}  // namespace

std::string help_text(std::string_view program, Verb verb, std::optional<CollectorKind> kind) {
  const unsigned subject = subject_of(verb, kind);
  std::string text = fmt::format("\r\nOpenPerflib Logman (" OPENPERFLIB_VERSION
                                 ")\r\n\r\n{}\r\n\r\nUsage:\r\n{}\r\n",
                                 meaning_of(verb), usage_of(program, verb));
  const auto out = std::back_inserter(text);
  if (verb == Verb::help) fmt::format_to(out, "Verbs:\r\n{}\r\n", verb_rows());
  fmt::format_to(out, "Options:\r\n{}\r\n", option_rows(subject));
  if (verb == Verb::help) fmt::format_to(out, "Note:\r\n{}\r\n", kOptionsOfVerbs);
  if ((subject & kCreates) != 0) {
    const bool has_logs = (subject & kCreatesCounter) != 0;
    fmt::format_to(out, "Note:\r\n{}{}{}\r\n", kNegation,
                   has_logs ? kPlaceOfLogs : kPlaceOfRecordings, has_logs ? kCircular : "");
  }
  fmt::format_to(out, "Examples:\r\n{}", examples(subject, verb));
  return text;
}

}  // namespace openperflib::logman
