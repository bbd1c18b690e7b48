// perflib list: the available objects, instances and counters, and why others are not available.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/text/listing.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/program/output_width.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/machine_jobs/machine_objects.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/word_wrap.h"
#include "openperflib/view/list/list_selection.h"
#include "openperflib/view/list/source_list_json.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib::apps {
namespace list_command {
namespace {

struct Options {
  std::vector<std::string> words;  // PATTERN, and logs
  std::string pattern;
  bool paths = false;
  bool missing = false;
  bool json = false;
  SourceOptions source;
  LogOptions log;
};

// PATTERN is a word of an object's name, or OBJECT\COUNTER with a word for each.
struct Pattern {
  std::string object = "*";
  std::string counter = "*";
};

Pattern parse_pattern(std::string_view text) {
  if (text.starts_with('\\')) text.remove_prefix(1);
  const std::size_t separator = text.rfind('\\');
  Pattern pattern;
  std::string_view object = text.substr(0, separator);
  object = object.substr(0, object.find('('));  // instances are listed, not filtered
  if (!object.empty()) pattern.object = object;
  if (separator != std::string_view::npos) pattern.counter = text.substr(separator + 1);
  return pattern;
}

bool has_data(const ListedCounter& counter) { return usable(counter.status); }

// By the name that is shown, or by that in the language of the log.
bool is_called(const auto& listed, std::string_view word) {
  return matches_word(listed.name, word) ||
         (!listed.original_name.empty() && matches_word(listed.original_name, word));
}

// The requested objects and counters: those of the pattern, available or missing.
std::vector<ListedObject> selected(std::vector<ListedObject> objects, const Options& options) {
  const Pattern pattern = parse_pattern(options.pattern);
  std::erase_if(objects, [&](const ListedObject& o) { return !is_called(o, pattern.object); });
  for (ListedObject& object : objects) {
    std::erase_if(object.counters, [&](const ListedCounter& counter) {
      if (!is_called(counter, pattern.counter)) return true;
      return !options.json && options.missing == has_data(counter);
    });
  }
  std::erase_if(objects, [&](const ListedObject& o) {
    return o.counters.empty() && (o.reason.empty() || pattern.counter != "*");
  });
  return objects;
}

// A name as a path that matches only it. A line contains no control characters: ? matches them.
std::string as_pattern(std::string_view name) { return printable(literal_pattern(name), "?"); }

// "\\Memory"; "\\\\db17\\Memory" if there are several machines.
std::string full_name(const ListedObject& object) {
  return as_pattern(object.machine.empty()
                        ? fmt::format("\\{}", object.name)
                        : fmt::format("\\\\{}\\{}", object.machine, object.name));
}

void print_paths(const ListedObject& object) {
  const std::string name = full_name(object);
  for (const ListedCounter& counter : object.counters) {
    const std::string counter_name = as_pattern(counter.name);
    if (!object.has_instances) print_out(fmt::format("{}\\{}\n", name, counter_name));
    for (const std::string& instance : object.instances) {
      print_out(fmt::format("{}({})\\{}\n", name, as_pattern(instance), counter_name));
    }
  }
}

std::string instances_text(const ListedObject& object) {
  constexpr std::size_t kShown = 6;
  if (!object.has_instances) return {};
  const auto count = object.instances.size();
  const auto shown = std::span(object.instances).first(std::min(kShown, count));
  const std::string names = printable(fmt::format("{}", fmt::join(shown, ", ")));
  return fmt::format("{} instance{}{} {}{}", count, count == 1 ? "" : "s", count == 0 ? "" : ":",
                     names, count > kShown ? ", ..." : "");
}

// On a terminal the text is broken between its words and stays right of `first`. Elsewhere it is
// one line, which grep and awk read.
void print_beside(const std::string& first, std::string_view text) {
  constexpr std::size_t kLeastText = 24;
  const auto columns = terminal_columns();
  const bool has_room = columns.has_value() && display_width(first) + kLeastText <= *columns;
  print_out(has_room ? wrapped(text, *columns, first) : fmt::format("{}{}\n", first, text));
}

void print_object(const ListedObject& object, bool missing) {
  if (!object.reason.empty())
    return print_out(printable(fmt::format("\\{}  {}", object.name, object.reason)) + "\n");
  if (object.has_instances) {
    print_beside(full_name(object) + "(*)  ", instances_text(object));
  } else {
    print_out(full_name(object) + "\n");
  }
  std::size_t width = 0;
  for (const ListedCounter& counter : object.counters) {
    width = std::max(width, display_width(printable(counter.name)));
  }
  for (const ListedCounter& counter : object.counters) {
    const std::string behind = missing ? printable(counter.reason) : std::string(counter.summary);
    const std::string name = printable(counter.name);
    if (behind.empty()) {
      print_out(fmt::format("    {}\n", name));
    } else {
      print_beside(fmt::format("    {}  ", fitted(name, width)), behind);
    }
  }
}

void print(const std::vector<ListedObject>& objects, const Options& options) {
  if (options.json) return write_list_json(objects, print_out);
  for (const ListedObject& object : objects) {
    if (options.paths) {
      print_paths(object);
    } else {
      print_object(object, options.missing);
    }
  }
}

void add_options(CommandLine& line, Options& options) {
  line.add_option(
      "[PATTERN] [LOG...]", options.words,
      "A word of an object's name, or OBJECT\\COUNTER with * and ? as wildcards; or a set (@cpu), "
      "or the name of a counter, a process or another instance. With a LOG of any format, its "
      "counters are listed instead of this machine's");
  line.add_flag("--paths", options.paths, "Print one full counter path per line");
  line.add_flag("--missing", options.missing, "List what has no data on this machine, and why");
  add_json_options(line, options.json, "Print one JSON document, including what is missing");
  add_source_options(line, options.source, ProcessOptions::absent);
  add_log_options(line, options.log);
}

// What is available and, if requested, what is not.
std::expected<std::vector<ListedObject>, Failure> list_source(const Options& given) {
  auto machine = OPENPERFLIB_TRY(machine_of(given.source));
  const bool has_absent = given.missing || given.json;
  auto objects =
      list_machine(std::move(machine), has_absent ? AbsentObjects::listed : AbsentObjects::left_out,
                   given.source.environment->titles);
  if (!objects.has_value()) return std::unexpected(failure_of(objects.error()));
  if (has_absent) std::ranges::move(list_omitted_objects(), std::back_inserter(*objects));
  return *std::move(objects);
}

// What a machine or a log has.
struct Listing {
  std::vector<ListedObject> objects;
  bool is_whole = true;  // otherwise only the objects with the pattern in their titles
  LogFindings findings = {};
};

// Logs may be read a second time for what the pattern means. What is remarked when they are opened
// is reported the first time.
enum class Reading : std::uint8_t { first, second };

// Only recordings leave out what was not requested. Anomalies are left to the caller, unless
// nothing can be listed.
std::expected<Listing, Failure> list_log(const LogOptions& log, Reading reading) {
  const LogWindow window = OPENPERFLIB_TRY(window_of(log));
  auto begun = ListJob::begin({.logs = inputs_of(log), .window = window}, titles_of(log));
  auto job = OPENPERFLIB_TRY(reading == Reading::first
                                 ? run_reported(std::move(begun))
                                 : run_to_end(std::move(begun), log.begin_progress_line));
  ListModel model = job.model();
  if (model.extent.records == 0) {
    report_anomalies(model.findings);
    return std::unexpected(why_no_samples(log));
  }
  const bool may_be_recording = log.files.size() > 1 || model.format == LogFormat::recording;
  return Listing{.objects = std::move(model.objects),
                 .is_whole = log.request == ObjectRequest() || !may_be_recording,
                 .findings = std::move(model.findings)};
}

// What a log is asked for, so that of a large recording only the objects of the pattern are read.
ObjectRequest request_of(const Pattern& pattern, const TitleTable& titles) {
  ObjectRequest request = ObjectRequest::nothing();
  for (const Title& title : titles.names()) {
    if (matches_word(title.text, pattern.object)) request.add_object(title.index);
  }
  return request.objects().empty() ? ObjectRequest() : request;
}

// Returns whether what the pattern names is known and has no data on this machine. JSON lists that
// anyway.
std::expected<bool, Failure> is_missing(const Options& options) {
  if (!options.log.files.empty() || options.missing || options.json) return false;
  Options asked = options;
  asked.missing = true;
  return !selected(OPENPERFLIB_TRY(list_source(asked)), asked).empty();
}

std::expected<Listing, Failure> list(const Options& options, Reading reading) {
  if (!options.log.files.empty()) return list_log(options.log, reading);
  return Listing{.objects = OPENPERFLIB_TRY(list_source(options))};
}

// Returns what the pattern means where no object has it in its name: a set, an instance, a counter.
// `listing`: what was searched; it becomes whole, and gives up its objects.
std::expected<std::vector<ListedObject>, Failure> named(const Options& options, Listing& listing) {
  Options whole = options;
  whole.log.request = ObjectRequest();
  auto chosen =
      report_choice(choose_paths({options.pattern}, options.source, whole.log, Sets::taken));
  if (!chosen.has_value()) {
    Failure failure = std::move(chosen).error();
    if (failure.ending == Ending::usage_error) failure.ending = Ending::does_not_exist;
    return std::unexpected(std::move(failure));
  }
  if (chosen->paths.empty()) return reported(Ending::does_not_exist);  // a remark says so
  if (!listing.is_whole) listing = OPENPERFLIB_TRY(list(whole, Reading::second));
  whole.pattern.clear();
  return selected_by_paths(selected(std::move(listing.objects), whole), chosen->paths);
}

// Checks the words.
Step normalize(Options& options) {
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.words, &options.source, options.log, OtherWords::objects)));
  OPENPERFLIB_TRY(fit_together(options.log, !options.source.roots.empty()));
  if (options.words.size() > 1) {
    return usage_error("list",
                       fmt::format("only one PATTERN can be given, and {} {}", options.words[1],
                                   why_not_read(options.words[1], options.log, "is not a file")),
                       "Run `perflib list --help` for its options.");
  }
  if (options.words.empty()) return {};
  options.pattern = options.words.front();
  options.log.request = request_of(parse_pattern(options.pattern), titles_of(options.log));
  return {};
}

std::unexpected<Failure> no_data(const Options& options) {
  return does_not_exist(
      options.pattern,
      fmt::format("has no data here; `perflib list --missing '{}'` says why", options.pattern));
}

// Returns the requested objects of `all`, which named() may read again.
std::expected<std::vector<ListedObject>, Failure> requested(const Options& options, Listing& all) {
  if (options.missing || options.pattern.empty()) return selected(std::move(all.objects), options);
  std::vector<ListedObject> objects = selected(all.objects, options);
  if (!objects.empty()) return objects;
  const bool is_set = find_watch_preset(options.pattern) != nullptr;
  if (!is_set && OPENPERFLIB_TRY(is_missing(options))) return no_data(options);
  return named(options, all);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(normalize(options));

  Listing all = OPENPERFLIB_TRY(list(options, Reading::first));
  auto objects = requested(options, all);
  report_anomalies(all.findings);
  if (!objects.has_value()) {
    print({}, options);  // JSON is a whole document
    return std::unexpected(std::move(objects).error());
  }
  print(*objects, options);
  if (!objects->empty()) return Ending::success;
  const std::string reading = other_reading(options.pattern, options.log);
  if (options.missing) {
    if (reading.empty()) return Ending::success;
    return does_not_exist(options.pattern, "nothing with this name lacks data here" + reading);
  }
  return does_not_exist(
      options.pattern,
      (options.log.files.empty() ? "no such object or counter; `perflib list` shows all"
                                 : "no such object or counter is in the log") +
          reading);
}

}  // namespace
}  // namespace list_command

const Subcommand kList = {
    .name = "list",
    .summary = "List available objects, instances and counters",
    .examples =
        "  perflib list                       every object with its counters\n"
        "  perflib list disk                  objects with \"disk\" in their name\n"
        "  perflib list 'Memory\\*Bytes*' --paths\n"
        "  perflib list --missing             what has no data on this machine, and why\n"
        "  perflib list --json --root /mnt/db17\n"
        "  perflib list server.blg --paths    every counter of a log\n",
    .run = list_command::run,
};

}  // namespace openperflib::apps
