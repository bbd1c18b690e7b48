// perflib record: samples of this machine into a log, for a while or while a command runs.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/amount.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/record_progress.h"
#include "apps/perflib/recorded_command.h"
#include "apps/perflib/recorded_log.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/source_query.h"
#include "apps/program/windows_path.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql/sql_log_name.h"

namespace openperflib::apps {
namespace {

constexpr int kCannotRun = 126;  // as in shells and env
constexpr int kNoSuchCommand = 127;

struct Options {
  std::vector<std::string> paths;
  RecordedLogOptions log;
  std::uint64_t samples = 0;  // 0: until the command ends, or the recording is stopped
  double interval_seconds = 1.0;
  std::string ring;      // a duration; empty: everything is kept
  std::string max_size;  // of a ring
  SourceOptions source;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
      "PATH", options.paths,
      "Counter paths, in any spelling. A .perfrec records their whole objects and needs no PATH "
      "(default: all objects that are cheap to collect). After --: a COMMAND to run while "
      "recording");
  line.add_option("-o,--output", options.log.output,
                  "The log: .perfrec, .blg, .csv, .tsv or SQL:DATABASE!SET (default: a .blg named "
                  "after the machine and the time)")
      .value_name("FILE");
  line.add_option("-n", options.samples, "Stop after N samples").value_name("N").check(not_a_count);
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between samples: 0.5, 5s, 1m (default: 1s)");
  line.add_flag("-y", options.log.overwrite, "Overwrite an existing file");
  const auto ring = add_duration_option(
      line, "--ring", options.ring,
      "Keep only the last DURATION (90m, 24h, 7d): FILE becomes a folder of segments");
  line.add_option("--max-size", options.max_size,
                  "Maximum size of the ring: 500M, 2G (default: 2G)")
      .value_name("SIZE")
      .needs(ring)
      .check([](const std::string& text) { return not_a_size(text, RingOptions::kLeastBytes); });
  add_source_options(line, options.source, ProcessOptions::offered);
}

// The command that runs while recording; without one it does nothing.
class Companion {
 public:
  explicit Companion(std::optional<RecordedCommand> command) : command_(std::move(command)) {}
  [[nodiscard]] bool is_there() const noexcept { return command_.has_value(); }
  // That of RecordedCommand; -1 without one.
  [[nodiscard]] int fd() const noexcept { return command_.has_value() ? command_->fd() : -1; }

  // kSuccess, or an exit code after a message.
  int start(const char* name) {
    if (!command_.has_value()) return kSuccess;
    const auto started = command_->start();
    if (started.has_value()) return kSuccess;
    print_error(name, std::strerror(started.error()));
    return started.error() == ENOENT ? kNoSuchCommand : kCannotRun;
  }
  // Everything should end: keys of a terminal also reach the command, other signals do not.
  void stop() {
    if (was_asked_) command_->terminate();
    was_asked_ = true;
  }
  int wait() { return command_->wait(); }

 private:
  std::optional<RecordedCommand> command_;
  bool was_asked_ = false;
};

// One recording: the source of its samples, and their log.
struct Run {
  SourceQuery& source;
  RecordedLog& log;
  Companion& command;
  std::uint64_t samples;  // 0: no end
  RecordProgress progress;

  [[nodiscard]] int write();
  [[nodiscard]] bool is_full() const noexcept { return log.samples() == samples; }
  [[nodiscard]] std::optional<int> take_sample();
  [[nodiscard]] int take_last_sample();
  [[nodiscard]] int record_roots();
  [[nodiscard]] int record_live();
  [[nodiscard]] int record();
};

// The progress line is erased before a message is printed.
int Run::write() {
  const bool is_due = progress.is_due();
  if (is_due) progress.wipe();
  if (const int code = log.write()) return code;
  if (is_due) progress.show(log.file(), log.samples(), log.bytes());
  return kSuccess;
}

// Collects the next sample and writes it. An exit code if the recording ends.
std::optional<int> Run::take_sample() {
  switch (source.collect()) {
    case SourceQuery::Next::row:
      break;
    case SourceQuery::Next::end:
    case SourceQuery::Next::stopped:
      return kSuccess;
    case SourceQuery::Next::failed:
      return kFailed;
  }
  if (const int code = write()) return code;
  return is_full() ? std::optional<int>(kSuccess) : std::nullopt;
}

// Called when the command has ended. The rates of a much shorter interval would look like peaks;
// but there must be at least one interval.
int Run::take_last_sample() {
  if (log.samples() > 1 && source.has_just_collected()) return kSuccess;
  return take_sample().value_or(kSuccess);
}

// Recorded machines already have their samples; there is nothing to wait for.
int Run::record_roots() {
  std::optional<int> code;
  while (!code.has_value()) code = take_sample();
  return *code;
}

// Until the last sample, the end of the command, or a signal.
int Run::record_live() {
  std::optional<int> ended;  // before the command has
  if (is_full()) ended = kSuccess;
  for (;;) {
    switch (source.wait()) {
      case Event::stop:
        if (!command.is_there()) return kSuccess;
        command.stop();
        break;
      case Event::input:
        return ended.has_value() ? *ended : take_last_sample();
      case Event::suspended:
        progress.wipe();
        ::raise(SIGSTOP);
        break;
      case Event::resized:
        break;
      case Event::deadline:
        if (ended.has_value()) {
          source.postpone();
        } else {
          ended = take_sample();
        }
        if (ended.has_value() && !command.is_there()) return *ended;
        break;
    }
  }
}

int Run::record() {
  if (const int code = write()) return code;
  if (is_full() && !command.is_there()) return kSuccess;
  return source.is_live() ? record_live() : record_roots();
}

// The exit code of the command and the recording, when both have ended.
int conclude(RecordedLog& log, Companion& command, int code) {
  const int code_of_command = command.is_there() ? command.wait() : kSuccess;
  if (code != kSuccess) return code;
  if (!command.is_there()) {
    log.say_where();
    return kSuccess;
  }
  log.print_summary();
  return code_of_command;
}

int record(SourceQuery& source, RecordedLog& log, const Options& options, Companion& command) {
  Run run{.source = source,
          .log = log,
          .command = command,
          .samples = options.samples,
          .progress =
              RecordProgress(options.interval_seconds, source.is_live() && !command.is_there())};
  return run.record();
}

int run_recording(SourceQuery& source, const Options& options, Companion& command,
                  const char* command_name) {
  if (options.paths.empty()) source.collect_all_objects();
  if (source.collect() != SourceQuery::Next::row) return kFailed;
  const bool lacks_some = report_unmatched_paths(source);
  if (!options.paths.empty() && source.nothing_can_match()) return kDoesNotExist;
  RecordedLog log(source, options.log);
  if (command.is_there()) log.sum_up();
  if (const int code = log.open()) return code;
  if (const int code = command.start(command_name)) {
    log.discard();
    return code;
  }
  log.begin();
  const int recorded = record(source, log, options, command);
  const int ended = log.end();  // also after a fault, so that the file is complete
  const int code = conclude(log, command, recorded == kSuccess ? ended : recorded);
  return code == kSuccess && lacks_some ? kDoesNotExist : code;
}

// Only a recording needs no paths.
int needs_paths(const Options& options) {
  if (!options.paths.empty() || options.log.format == LogFormat::recording) return kSuccess;
  print_error("record",
              "no counter path given; name some, or record everything with -o FILE.perfrec");
  print_error_line("Run `perflib record --help` for its options.");
  return kUsageError;
}

// An existing ring is appended to.
int settle_ring(Options& options) {
  if (options.log.format != LogFormat::recording) {
    print_error("--ring", "-o FILE.perfrec is required");
    return kUsageError;
  }
  RingOptions& ring = options.log.ring.emplace();
  ring.seconds =
      static_cast<double>(*duration_from(options.ring)) / static_cast<double>(kTicksPerSecond);
  if (!options.max_size.empty()) ring.most_bytes = *bytes_from(options.max_size);
  return kSuccess;
}

// A single file never overwrites a ring, even with -y.
bool refuses_ring(const std::string& output) {
  if (ring_segments(output).empty()) return false;
  print_error(output, "is a ring; append to it with --ring 24h, or choose another name");
  return true;
}

// People copy lines that were written for Windows.
void warn_of_windows_path(const std::string& output) {
  const std::string remark = windows_path_remark(output);
  if (!remark.empty()) print_error(remark);
}

// Whether the log may be written; a message says why not.
int check_output(const Options& options) {
  const std::string& output = options.log.output;
  if (refuses_ring(output)) return kFailed;
  if (refuses(output, options.log.overwrite ? Overwrite::yes : Overwrite::no)) return kFailed;
  warn_of_windows_path(output);
  return kSuccess;
}

// Checks the options together; kSuccess if they are valid.
int normalize(Options& options, bool has_command) {
  if (has_command && !options.source.roots.empty()) {
    print_error("--root", "a command runs on this machine");
    return kUsageError;
  }
  const std::string& output = options.log.output;
  if (output.empty()) return options.ring.empty() ? needs_paths(options) : settle_ring(options);
  if (SqlLogName::is_one(output)) {
    options.log.format = LogFormat::sql;
    return options.ring.empty() ? needs_paths(options) : settle_ring(options);
  }
  const auto format = format_of_file_name(output);
  if (!format.has_value()) {
    print_error(output, "unknown extension; use .perfrec, .blg, .csv or .tsv");
    return kUsageError;
  }
  options.log.format = *format;
  if (const int code = needs_paths(options)) return code;
  return options.ring.empty() ? check_output(options) : settle_ring(options);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  const auto is_end = [](const char* word) { return std::string_view(word) == "--"; };
  const auto end = std::ranges::find_if(arguments, is_end);
  const auto own = static_cast<std::size_t>(end - arguments.begin());
  const auto words = arguments.subspan(std::min(own + 1, arguments.size()));
  auto given = read_options(self, arguments.first(own), add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (own != arguments.size() && words.empty()) {
    print_error("record", "a COMMAND is required after --");
    return kUsageError;
  }
  if (const int code = normalize(options, !words.empty())) return code;

  std::optional<RecordedCommand> prepared;  // before signals are blocked
  if (!words.empty()) {
    auto command = RecordedCommand::prepare(words);
    if (!command.has_value()) {
      print_error(SourceFault{
          .errno_value = command.error(), .file = words.front(), .error = std::nullopt});
      return kFailed;
    }
    prepared.emplace(*std::move(command));
  }
  Companion command(std::move(prepared));
  const int input_fd = command.fd();
  SourceQuery source;
  if (const int code =
          source.open(options.source, {}, options.paths, options.interval_seconds, input_fd)) {
    return code;
  }
  return run_recording(source, options, command, words.empty() ? "" : words.front());
}

}  // namespace

const Subcommand kRecord = {
    .name = "record",
    .summary = "Write samples into a log, for a while or while a command runs",
    .examples =
        "  perflib record '\\Processor(*)\\% Processor Time' -n 60\n"
        "  perflib record -o disks.csv -i 5 '\\PhysicalDisk(*)\\*'\n"
        "  perflib record -o box.perfrec              everything, every second\n"
        "  perflib record --ring 24h --max-size 2G -o box.perfrec\n"
        "  perflib record -o build.blg '\\Processor(_Total)\\*' 'Memory/*' -- make -j4\n",
    .run = run,
};

}  // namespace openperflib::apps
