#include "openperflib/requests/tool.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

using enum ToolArgumentKind;

constexpr ToolArgument kLog{"log", text, true, "The name that open_log returned"};
constexpr ToolArgument kLogOrMachine{
    "log", text, false, "The name that open_log returned; without it, this machine is read"};
constexpr ToolArgument kBegin{"begin", time, false,
                              "Leave out what is before this time of the log: 2026-11-21 15:45, or "
                              "seconds since 1970 UTC"};
constexpr ToolArgument kEnd{"end", time, false, "Leave out what is after this time of the log"};
constexpr ToolArgument kPaths{"paths", texts, false,
                              "Counter paths with * and ? as wildcards; without them, everything"};
constexpr ToolArgument kNeededPaths{"paths", texts, true,
                                    "Counter paths with * and ? as wildcards"};

constexpr ToolArgument kAtMostBytes{
    "at_most_bytes", number, false,
    "Reads the log only as far as so many bytes from its beginning"};

constexpr auto kOpenLog = std::to_array<ToolArgument>({
    {"path", text, true,
     "A file (.blg, .csv, .tsv, .perfrec) or a folder with a ring of recordings"},
    {"more", texts, false, "Further files, which are read with it as one log"},
    {"encoding", text, false, "The encoding of a text log, such as cp1254; detected without it"},
    {"bias_minutes", number, false,
     "What is added to the times of a text log that does not tell its offset, to get UTC"},
    {"names", texts, false, "Files with the English names of a log in another language"},
    {"notes", texts, false, "Files of notes about the log; without it, those beside its files"},
    kAtMostBytes,
});
constexpr auto kList = std::to_array<ToolArgument>({
    kLogOrMachine,
    {"object", text, false, "A word of an object's name: lists its counters and instances, too"},
    {"limit", number, false, "At most so many objects (100; 10 with their counters)"},
    {"details", flag, false, "Lists all objects with counters, and what is known of these"},
    {"instances", number, false, "At most so many names of instances of each object (50)"},
});
constexpr auto kFind = std::to_array<ToolArgument>({
    {"word", text, true, "A part of the name of an object, a counter or an instance"},
    kLogOrMachine,
});
constexpr auto kSummary = std::to_array<ToolArgument>({
    kLog,
    kPaths,
    kBegin,
    kEnd,
    {"limit", number, false, "At most so many series (50)"},
});
constexpr auto kReport = std::to_array<ToolArgument>({
    kLog,
    kBegin,
    kEnd,
    {"limit", number, false, "At most so many findings of each weight (20)"},
    {"details", flag, false, "Also times, facts, and the rules that passed or were skipped"},
});
constexpr auto kTop = std::to_array<ToolArgument>({
    kLog,
    {"path", text, true, "A counter of all instances, such as \\Process(*)\\Working Set"},
    {"also", texts, false, "Further counters of that object, of the same instances"},
    kBegin,
    kEnd,
    {"by", text, false, "average, max or growth (average)"},
    {"limit", number, false, "At most so many instances (10)"},
});
constexpr auto kDifference = std::to_array<ToolArgument>({
    {"before", text, true, "The name of the earlier log, as open_log returned it"},
    {"after", text, true, "The name of the later log"},
    kPaths,
    {"by_clock", flag, false, "Compare the same time of day"},
    {"whole", flag, false, "Compare both logs completely, whatever their lengths"},
    {"at_before", time, false, "Compare from this time of the earlier log on, and before it"},
    {"at_after", time, false, "The time of the later log that it is compared with"},
    {"seconds", number, false, "Compare at most so many seconds"},
    {"limit", number, false, "At most so many changes (40)"},
});
constexpr auto kQuery = std::to_array<ToolArgument>({
    kLogOrMachine,
    kNeededPaths,
    kBegin,
    kEnd,
    {"rows", number, false, "The last so many rows of a log (20, at most 200)"},
});
constexpr auto kChart = std::to_array<ToolArgument>({
    kLog,
    kNeededPaths,
    kBegin,
    kEnd,
    {"columns", number, false, "At most so many columns of time (200)"},
    {"by", text, false, "The largest series are those by average, max or growth (average)"},
    {"limit", number, false, "At most so many series of each unit (8)"},
});
constexpr auto kColumns = std::to_array<ToolArgument>({
    kLog,
    kNeededPaths,
    kBegin,
    kEnd,
    {"rows", number, false, "The first so many rows of the log; without it, as many as fit"},
});
constexpr auto kPicture = std::to_array<ToolArgument>({
    kLog,
    kNeededPaths,
    kBegin,
    kEnd,
    {"pixels", number, false, "The width of the chart (800, at most 10000)"},
    {"limit", number, false, "At most so many series (50, at most 1000)"},
    {"statistics", flag, false, "false: leaves out the statistics of the part"},
    kAtMostBytes,
});
constexpr auto kAt = std::to_array<ToolArgument>({
    kLog,
    {"time", time, true, "The last sample at or before this time of the log"},
    kPaths,
    {"limit", number, false, "At most so many lines of each group (50)"},
});
constexpr auto kFacts = std::to_array<ToolArgument>({kLog});
constexpr auto kExport = std::to_array<ToolArgument>({
    kLog,
    {"file", text, true,
     "The file to write: .csv, .tsv, .blg or .perfrec, or .html for the report of the log"},
    kPaths,
    kBegin,
    kEnd,
});
constexpr auto kExplain = std::to_array<ToolArgument>({
    {"path", text, true, "A counter path"},
    kLogOrMachine,
    kBegin,
    kEnd,
});

constexpr auto kTools = std::to_array<Tool>({
    {"open_log", "Opens a performance log and tells what it has. Returns the name for other tools.",
     kOpenLog, &begin_open_log},
    {"list", "Lists the objects of a log or of this machine, or the counters of one.", kList,
     &begin_list},
    {"find", "Finds counter paths by a word.", kFind, &begin_find},
    {"summary", "Statistics of each counter of a log: average, percentiles, bounds, gaps.",
     kSummary, &begin_summary},
    {"report", "Checks a log against rules and returns the findings, the worst first.", kReport,
     &begin_report},
    {"top", "The instances of a log with the largest numbers of a counter.", kTop, &begin_top},
    {"difference", "How two logs differ: the averages that changed most.", kDifference,
     &begin_difference},
    {"query", "Values of counters: rows of a log, or now on this machine (takes a second).", kQuery,
     &begin_query},
    {"chart",
     "Counters of a log over time, by unit: bounds and averages of columns of equal width.", kChart,
     &begin_chart},
    {"columns", "Values of counters of a log as columns of numbers, for charts and calculations.",
     kColumns, &begin_columns, true},
    {"at", "What a log had at a moment: the values of a sample, by instance and counter.", kAt,
     &begin_at},
    {"picture", "What a chart of a part of a log shows in a width of pixels, and its statistics.",
     kPicture, &begin_picture, true},
    {"facts", "What the files of a log consist of, with every oddity.", kFacts, &begin_facts},
    {"export", "Writes a part of a log, or its report, as a file.", kExport, &begin_export, false,
     true},
    {"explain", "What a counter means, its formula with its newest numbers, and its source.",
     kExplain, &begin_explain},
});

bool is_of_kind(const LocatedJson& value, ToolArgumentKind kind) {
  switch (kind) {
    case time:
      return value.kind == LocatedJson::Kind::text || value.kind == LocatedJson::Kind::number;
    case text:
      return value.kind == LocatedJson::Kind::text;
    case number:
      return value.kind == LocatedJson::Kind::number;
    case flag:
      return value.kind == LocatedJson::Kind::boolean;
    case texts:
      return value.kind == LocatedJson::Kind::list &&
             std::ranges::all_of(value.parts, [](const LocatedJson& one) {
               return one.kind == LocatedJson::Kind::text;
             });
  }
  return false;
}

std::string_view name_of(ToolArgumentKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"a text", "a list of texts", "a number",
                                                      "true or false", "a time"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

ToolRefusal::ToolRefusal(std::string why, std::string of)
    : sentence(std::move(why)), file(std::move(of)) {}

ToolRefusal::ToolRefusal(const char* why) : sentence(why) {}

std::span<const Tool> tools() noexcept { return kTools; }

const Tool* find_tool(std::string_view name) noexcept {
  const auto found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : &*found;
}

BegunTool begin_tool(const Tool& tool, ToolSession& session, const LocatedJson& arguments) {
  if (arguments.kind != LocatedJson::Kind::object) {
    return std::unexpected("arguments is not an object");
  }
  for (std::size_t i = 0; i < arguments.names.size(); ++i) {
    const auto known = std::ranges::find(tool.arguments, arguments.names[i], &ToolArgument::name);
    if (known == tool.arguments.end()) {
      return std::unexpected(
          fmt::format("{} has no argument \"{}\"", tool.name, arguments.names[i]));
    }
    if (!is_of_kind(arguments.parts[i], known->kind)) {
      return std::unexpected(fmt::format("{} is not {}", known->name, name_of(known->kind)));
    }
  }
  for (const ToolArgument& one : tool.arguments) {
    if (!one.is_required || arguments.find(one.name) != nullptr) continue;
    return std::unexpected(fmt::format("{} needs the argument {}", tool.name, one.name));
  }
  return tool.begin(session, arguments);
}

}  // namespace openperflib
