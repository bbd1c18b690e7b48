// perflib record: samples of this machine into a log, for a while or while a command runs.
#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/locale.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/output_file.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/sources/recorded_command.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/record_progress.h"
#include "apps/perflib/text/series_without_column.h"
#include "apps/perflib/text/summary_text.h"
#include "apps/program/windows_path.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_target.h"
#include "openperflib/machine_jobs/record_job.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace record_command {
namespace {

constexpr int kCannotRun = 126;  // as in shells and env
constexpr int kNoSuchCommand = 127;

struct Options {
  std::vector<std::string> paths;
  std::string output;  // empty: a name is generated
  RecordOptions record;
  bool overwrite = false;
  double interval_seconds = 1.0;
  std::string ring;      // a duration; empty: everything is kept
  std::string max_size;  // of a ring
  SourceOptions source;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("[PATH...] [-- COMMAND...]", options.paths,
                  "Counter paths, sets (@cpu) or names to search for. A .perfrec records every "
                  "counter of their objects; without PATH, it records all objects but the costly "
                  "ones, which take long to collect. Other formats need a PATH. After --: a "
                  "COMMAND to run; the recording ends with it");
  line.add_option("-o,--output", options.output,
                  "The log: .perfrec, .blg, .csv, .tsv or SQL:DATABASE!SET (default: a .blg in "
                  "the current folder, named after the machine and the time)")
      .value_name("FILE");
  line.add_option("-n", options.record.samples,
                  "Stop after N samples (default: at the end of COMMAND, or with Ctrl+C)")
      .value_name("N")
      .check(not_a_count);
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between samples: 0.5, 5s, 1m (default: 1s)");
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
  const auto ring = add_duration_option(line, "--ring", options.ring,
                                        "Keep only the last DURATION (90m, 24h, 7d) of a .perfrec: "
                                        "FILE becomes a folder of shorter recordings");
  line.add_option("--max-size", options.max_size,
                  "With --ring: maximum size of the folder: 500M, 2G (default: 2G)")
      .value_name("SIZE")
      .needs(ring)
      .check([](const std::string& text) { return not_a_size(text, RingOptions::kLeastBytes); });
  add_source_options(line, options.source, ProcessOptions::offered);
}

// The command that runs while recording; without one it does nothing.
class ChildCommand {
 public:
  explicit ChildCommand(std::optional<RecordedCommand> command) : command_(std::move(command)) {}
  [[nodiscard]] bool is_there() const noexcept { return command_.has_value(); }
  // Returns the descriptor of the command; -1 without one.
  [[nodiscard]] int fd() const noexcept { return command_.has_value() ? command_->fd() : -1; }

  Step start(const char* name) {
    if (!command_.has_value()) return {};
    const auto started = command_->start();
    if (started.has_value()) return {};
    Failure failure = failed(name, std::strerror(started.error())).error();
    failure.command_status = started.error() == ENOENT ? kNoSuchCommand : kCannotRun;
    return std::unexpected(std::move(failure));
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

std::string counted_samples(std::uint64_t samples) {
  return fmt::format("{} sample{}", samples, samples == 1 ? "" : "s");
}

// One recording: its job, what it waits for, and what it tells.
struct Run {
  RecordJob& job;
  EventWaiter& waiter;
  ChildCommand& command;
  RecordProgress progress;
  SeriesWithoutColumn left_out = {};
  bool has_failed = false;
  bool has_told_removed = false;

  void tell();
  [[nodiscard]] Step fail(const JobFault& fault);
  [[nodiscard]] std::optional<Step> take_sample();
  [[nodiscard]] Step take_last_sample();
  [[nodiscard]] Step record_roots();
  [[nodiscard]] Step record_live(std::optional<Step> ended);
  [[nodiscard]] Step record();
  [[nodiscard]] Step finish();
};

void Run::tell() {
  left_out.report(job.take_without_column());
  if (!job.has_removed_segments() || std::exchange(has_told_removed, true)) return;
  print_error(job.file(), "the disk is full; the oldest segments are removed to make room");
}

// A fault of the log is reported at once: the command may run for long.
Step Run::fail(const JobFault& fault) {
  if (fault.kind != JobFault::Kind::unwritable) return std::unexpected(failure_of(fault));
  has_failed = true;
  print_error(fault.source);
  return reported(Ending::failed);
}

// Takes the next sample. A result if the recording ends. The progress line is erased before a
// message is printed.
std::optional<Step> Run::take_sample() {
  const bool is_due = progress.is_due();
  if (is_due) progress.wipe();
  const std::uint64_t before = job.extent().records;
  const auto step = job.step();
  tell();
  if (!step.has_value()) return fail(step.error());
  const bool has_written = job.extent().records != before;
  if (is_due && has_written) progress.show(job.file(), job.extent().records, job.bytes());
  return *step == JobStep::done ? std::optional(Step()) : std::nullopt;
}

// Called when the command has ended.
Step Run::take_last_sample() {
  const auto taken = job.take_last();
  tell();
  return taken.has_value() ? Step() : fail(taken.error());
}

// Recorded machines already have their samples; there is nothing to wait for.
Step Run::record_roots() {
  std::optional<Step> ended;
  while (!ended.has_value()) ended = take_sample();
  return *ended;
}

// Until the last sample, the end of the command, or a signal. `ended`: before the command has.
Step Run::record_live(std::optional<Step> ended) {
  constexpr std::chrono::hours kLong{24};
  for (;;) {
    switch (waiter.wait_until(ended.has_value() ? EventWaiter::Clock::now() + kLong : job.due())) {
      case Event::stop:
        if (!command.is_there()) return {};
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
        if (!ended.has_value()) ended = take_sample();
        if (ended.has_value() && !command.is_there()) return *ended;
        break;
    }
  }
}

Step Run::record() {
  const std::optional<Step> ended = take_sample();
  if (ended.has_value() && (!ended->has_value() || !command.is_there())) return *ended;
  return job.session().is_live() ? record_live(ended) : record_roots();
}

// Completes the log, also after a fault. An error is reported only once, with what was saved before
// it. A recording of this machine is written beside its sampling: its last samples may fail here.
Step Run::finish() {
  const auto finished = job.finish();
  tell();
  if (!finished.has_value() && !has_failed) (void)fail(finished.error());
  if (!has_failed) return {};
  if (job.is_still_there()) {
    print_error(job.file(), counted_samples(job.extent().records) + " were saved before");
  }
  return reported(Ending::failed);
}

void print_summary(RecordJob& job) {
  print_out(printable(job.file()) + "\n" + summary_head(job.extent(), summary_width()));
  print_summary_table(job.take_summary(), summary_width(), bar_characters(), print_out);
}

// Returns the result, once the command and the recording have ended.
Outcome conclude(RecordJob& job, ChildCommand& command, const Step& recorded) {
  const int status = command.is_there() ? command.wait() : 0;
  OPENPERFLIB_TRY(recorded);
  if (!command.is_there()) {
    print_error(job.file(), counted_samples(job.extent().records));
    return Ending::success;
  }
  print_summary(job);
  if (status == 0) return Ending::success;
  return std::unexpected(Failure{.command_status = status});
}

Outcome run_recording(RecordJob& job, EventWaiter& waiter, const Options& options,
                      ChildCommand& command, const char* command_name) {
  const auto collected = job.collect_first();
  const bool is_unreadable =
      !collected.has_value() && collected.error().kind == JobFault::Kind::unreadable;
  if (is_unreadable) return std::unexpected(failure_of(collected.error()));
  const bool lacks_some = report_unmatched_paths(job.session());
  if (!collected.has_value()) return Ending::does_not_exist;
  const bool has_line = job.session().is_live() && !command.is_there();
  Run run{.job = job,
          .waiter = waiter,
          .command = command,
          .progress = RecordProgress(options.interval_seconds, has_line)};
  if (const auto opened = job.open(); !opened.has_value()) {
    return outcome_of(run.fail(opened.error()));
  }
  if (Step started = command.start(command_name); !started.has_value()) {
    job.discard();
    return outcome_of(std::move(started));
  }
  const Step recorded = run.record();
  const Step ended = run.finish();  // also after a fault, so that the file is complete
  const Ending ending =
      OPENPERFLIB_TRY(conclude(job, command, recorded.has_value() ? ended : recorded));
  return ending == Ending::success && lacks_some ? Ending::does_not_exist : ending;
}

// Only a recording needs no paths.
Step needs_paths(const Options& options) {
  const auto& target = options.record.target;
  if (!options.paths.empty() || (target.has_value() && holds_blocks(target->format))) return {};
  return usage_error("record",
                     "no counter path given; name some, or record everything with -o FILE.perfrec",
                     "Run `perflib record --help` for its options.");
}

// An existing ring is appended to.
Step normalize_ring(Options& options) {
  const auto& target = options.record.target;
  if (!target.has_value() || target->format != LogFormat::recording) {
    return usage_error("--ring", "-o FILE.perfrec is required");
  }
  RingOptions& ring = options.record.ring.emplace();
  ring.seconds =
      static_cast<double>(*duration_from(options.ring)) / static_cast<double>(kTicksPerSecond);
  if (!options.max_size.empty()) ring.most_bytes = *bytes_from(options.max_size);
  return {};
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
Step check_output(const Options& options) {
  const std::string& output = options.record.target->name;
  if (refuses_ring(output)) return reported(Ending::failed);
  if (refuses(output, options.overwrite ? Overwrite::yes : Overwrite::no))
    return reported(Ending::failed);
  warn_of_windows_path(output);
  return {};
}

// By the name of the output.
Step choose_target(Options& options) {
  auto target = LogTarget::parse(options.output);
  if (target.has_value()) {
    options.record.target = *std::move(target);
    return {};
  }
  if (target.error().kind == LogTargetFault::Kind::invalid_set) {
    return usage_error(options.output, target.error().reason);
  }
  return usage_error(options.output, "unknown extension; use .perfrec, .blg, .csv or .tsv");
}

// Checks the options together.
Step normalize(Options& options, bool has_command) {
  if (has_command && !options.source.roots.empty()) {
    return usage_error("--root", "a command runs on this machine");
  }
  if (!options.output.empty()) OPENPERFLIB_TRY(choose_target(options));
  const auto& target = options.record.target;
  if (!options.ring.empty()) return normalize_ring(options);
  OPENPERFLIB_TRY(needs_paths(options));
  const bool is_file = target.has_value() && !target->is_set();
  return is_file ? check_output(options) : Step();
}

// Replaces the words by the paths that they select on the machine.
Step choose_counters(Options& options) {
  ChosenPaths chosen = OPENPERFLIB_TRY(
      report_choice(choose_paths(options.paths, options.source, LogOptions(), Sets::taken)));
  options.paths = std::move(chosen.paths);
  return {};
}

// A recorder runs for days. Large blocks get mappings of their own, which go back to the system: in
// the heap, where glibc puts them after the first ones, those that grow leave holes.
void keep_large_blocks_out_of_the_heap() noexcept {
  constexpr int kLarge = 1 << 20;  // bytes
  (void)::mallopt(M_MMAP_THRESHOLD, kLarge);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  keep_large_blocks_out_of_the_heap();
  const auto is_end = [](const char* word) { return std::string_view(word) == "--"; };
  const auto end = std::ranges::find_if(arguments, is_end);
  const auto own = static_cast<std::size_t>(end - arguments.begin());
  const auto words = arguments.subspan(std::min(own + 1, arguments.size()));
  auto given = OPENPERFLIB_TRY(read_options(self, arguments.first(own), add_options));
  Options& options = given;
  if (own != arguments.size() && words.empty()) {
    return usage_error("record", "a COMMAND is required after --");
  }
  OPENPERFLIB_TRY(normalize(options, !words.empty()));
  OPENPERFLIB_TRY(choose_counters(options));
  if (options.overwrite) options.record.existing = RecordOptions::Existing::replaced;

  std::optional<RecordedCommand> prepared;  // before signals are blocked
  if (!words.empty()) {
    auto command = RecordedCommand::prepare(words);
    if (!command.has_value()) {
      return failed(SourceFault{
          .errno_value = command.error(), .file = words.front(), .error = std::nullopt});
    }
    prepared.emplace(*std::move(command));
  }
  ChildCommand command(std::move(prepared));
  CounterSession session = OPENPERFLIB_TRY(
      open_machine_session(options.source, options.paths, options.interval_seconds));
  auto waiter = EventWaiter::open(command.fd());
  if (!waiter.has_value()) return failed("cannot wait for signals");
  if (command.is_there()) options.record.statistics = RecordOptions::Statistics::kept;
  RecordJob job(std::move(session), options.record);
  return run_recording(job, *waiter, options, command, words.empty() ? "" : words.front());
}

}  // namespace
}  // namespace record_command

const Subcommand kRecord = {
    .name = "record",
    .summary = "Write samples to a log, for a while or while a command runs",
    .examples =
        "  perflib record '\\Processor(*)\\% Processor Time' -n 60\n"
        "  perflib record -o disks.csv -i 5 '\\PhysicalDisk(*)\\*'\n"
        "  perflib record -o box.perfrec   all objects but the costly ones, every second\n"
        "  perflib record --ring 24h --max-size 2G -o box.perfrec\n"
        "  perflib record -o build.blg '\\Processor(_Total)\\*' 'Memory/*' -- make -j4\n",
    .run = record_command::run,
};

}  // namespace openperflib::apps
