// perflib inspect: the contents of a saved block, a binary log or a recording, as text or JSON,
// with every anomaly.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/detected_file.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/program/input_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/inspect_job.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_format.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/view/inspect/block_json.h"
#include "openperflib/view/inspect/log_facts_json.h"
#include "openperflib/view/inspect/log_facts_text.h"
#include "openperflib/wire/dump.h"

namespace openperflib::apps {
namespace inspect_command {
namespace {

struct Options {
  const Environment* environment = nullptr;
  std::string file;
  bool json = false;
  bool strict = false;
};

bool write_stdout(std::string_view piece) {
  return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
}

void report_tolerances(const std::string& file, const ToleranceReport& report) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Tolerance::count); ++i) {
    const auto tolerance = static_cast<Tolerance>(i);
    if (!report.used(tolerance)) continue;
    print_error_line(fmt::format("{}: tolerated: {}: {}, first at byte {}", file,
                                 name_of(tolerance), explanation_of(tolerance),
                                 report.first_offset(tolerance)));
  }
}

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void report_oddities(const std::string& file, const InspectModel& log) {
  for (const LogAnomaly& anomaly : log.anomalies) {
    const std::string text = describe(*anomaly.what.error);
    print_error_line(anomaly.is_loss ? fmt::format("{}: skipped: {}; {}, {}", file, text,
                                                   counted(anomaly.skipped_bytes, "byte"),
                                                   counted(anomaly.skipped_records, "sample"))
                                     : fmt::format("{}: tolerated: {}", file, text));
  }
  const std::uint64_t count = log.reading().oddity_count;
  if (count > log.anomalies.size()) {
    print_error_line(fmt::format("{}: {} more oddities", file, count - log.anomalies.size()));
  }
}

Outcome failed_with(const std::string& line) {
  print_error_line(line);
  return Ending::failed;
}

Outcome inspect_log(const Options& options, InspectOptions::Kind kind) {
  auto job = InspectJob::begin({.file = options.file, .kind = kind}, options.environment->titles);
  if (!job.has_value()) return failed_with(describe(job.error()));
  const auto ended = run_shown(*job);
  if (!ended.has_value()) return failed_with(describe(ended.error()));
  const InspectModel log = job->take_model();
  if (options.strict && !log.anomalies.empty()) {
    return failed_with(describe(log.anomalies.front().what));
  }
  const auto shown = [&](const auto& facts) {
    return options.json ? log_facts_json(facts) + "\n" : log_facts_text(facts);
  };
  (void)write_stdout(std::visit(shown, log.facts));
  report_oddities(options.file, log);
  const bool lost_all =
      log.reading().samples.count == 0 && std::ranges::any_of(log.anomalies, &LogAnomaly::is_loss);
  return lost_all ? Ending::failed : Ending::success;
}

Step inspect_block(const Options& options) {
  constexpr Limits kLimits;
  const auto bytes = read_input(options.file, kLimits.bytes);
  if (!bytes.has_value()) {
    return failed(bytes.error());
  }
  Snapshot snapshot;
  const auto parsed = snapshot.assign(
      *bytes, kLimits, options.strict ? Conformance::strict : Conformance::as_seen_in_the_wild);
  if (!parsed.has_value()) {
    print_error_line(fmt::format("{}: {}", options.file, describe(parsed.error())));
    return reported(Ending::failed);
  }
  if (options.json) {
    write_block_json(snapshot, options.environment->titles, &decode_code_page, &write_stdout);
  } else {
    dump(snapshot.view(), &write_stdout);
  }
  report_tolerances(options.file, snapshot.tolerated());
  return {};
}

// Other kinds of logs are named; anything that is not a log is read as a block.
Outcome inspect(const Options& options) {
  if (const auto segments = ring_segments(options.file); !segments.empty()) {
    return failed(options.file, fmt::format("is a ring of {} recordings; inspect one of them:  {}",
                                            segments.size(), segments.back()));
  }
  const auto found = options.file == "-" ? std::nullopt : detect_file(options.file);
  if (!found.has_value()) return outcome_of(inspect_block(options));
  switch (found->kind) {
    case LogFileKind::blg:
      return inspect_log(options, InspectOptions::Kind::blg);
    case LogFileKind::recording:
      return inspect_log(options, InspectOptions::Kind::recording);
    case LogFileKind::data_block:
      return outcome_of(inspect_block(options));
    case LogFileKind::unknown:
      if (!is_named_as_log(options.file)) return outcome_of(inspect_block(options));
      [[fallthrough]];
    default:
      print_error_line(fmt::format(
          "{}: {}{} (0xC0000BD6 PDH_UNKNOWN_LOG_FORMAT)", options.file, why_no_log(*found),
          found->format.has_value() ? ", not a binary log; perflib query and summary read it"
                                    : ""));
      return Ending::failed;
  }
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  CommandLine line(self);
  Options options;
  options.environment = self.environment;
  line.add_option("FILE", options.file,
                  "A binary log (.blg), a recording (.perfrec), or a block written by `perflib "
                  "dump`; - is standard input")
      .required();
  add_json_options(line, options.json, "Print one JSON document instead of text");
  line.add_flag("--strict", options.strict,
                "Fail at the first oddity (damage, or a harmless mistake of the program that wrote "
                "FILE), instead of reporting it and continuing");
  OPENPERFLIB_TRY(line.parse(arguments));
  return inspect(options);
}

}  // namespace
}  // namespace inspect_command

const Subcommand kInspect = {
    .name = "inspect",
    .summary = "Show the contents of a saved data block, binary log or recording",
    .examples =
        "  perflib inspect now.bin\n"
        "  perflib inspect server.blg                 its structure, and every oddity\n"
        "  perflib inspect crash.perfrec              blocks, and samples not in one yet\n"
        "  perflib inspect --json now.bin | python3 -m json.tool\n"
        "  perflib inspect --strict from-wine.bin     fails at the first oddity\n",
    .run = inspect_command::run,
};

}  // namespace openperflib::apps
