// perflib record: samples of this machine into a log, for a while or while a command runs.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/amount.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/locale.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/recorded_command.h"
#include "apps/perflib/series_summary.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/summary_text.h"
#include "apps/perflib/top_instances.h"
#include "openperflib/log/blg_writer.h"
#include "openperflib/log/recording_ring.h"
#include "openperflib/log/recording_writer.h"
#include "openperflib/log/sql_log_writer.h"
#include "openperflib/os/clocks.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kExactValues = 1U << 20;  // of all series, for percentiles: 8 MiB
constexpr int kCannotRun = 126;                 // as shells and env say it
constexpr int kNoSuchCommand = 127;

struct Options {
  std::vector<std::string> paths;
  std::string output;  // empty: a name is made
  LogFormat format = LogFormat::blg;
  std::uint64_t samples = 0;  // 0: until the command ends, or somebody stops it
  double interval_seconds = 1.0;
  bool overwrite = false;
  std::string ring;      // a time; empty: everything is kept
  std::string max_size;  // of a ring
  RingOptions ring_options;
  SourceOptions source;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option(
      "PATH", options.paths,
      "Counter paths, in any spelling: a .perfrec records their whole objects, without one all "
      "that are not costly. Behind -- stands a COMMAND to be run meanwhile");
  app.add_option("-o,--output", options.output,
                 "The log: .perfrec, .blg, .csv, .tsv or SQL:DATABASE!SET (default: a .blg of the "
                 "machine's name and the time)")
      ->type_name("FILE");
  app.add_option("-n", options.samples, "Stop after N samples")->type_name("N")->check(not_a_count);
  app.add_option("-i", options.interval_seconds, "Seconds from sample to sample (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.01); });
  app.add_flag("-y", options.overwrite, "Overwrite an existing file");
  app.add_option("--ring", options.ring,
                 "Keep the last TIME alone (90m, 24h, 7d): FILE is a folder of segments then")
      ->type_name("TIME")
      ->check([](const std::string& text) {
        return length_of_time(text).has_value() ? std::string() : text + " is no time like 24h";
      });
  app.add_option("--max-size", options.max_size, "Of a ring: SIZE at most (500M; default 2G)")
      ->type_name("SIZE")
      ->needs("--ring")
      ->check([](const std::string& text) {
        const auto bytes = bytes_from(text);
        const bool is_enough = bytes.has_value() && *bytes >= RingOptions::kLeastBytes;
        return is_enough ? std::string() : text + " is no size from 1M on";
      });
  add_source_options(app, options.source, ProcessOptions::offered);
}

int fail(const SourceFault& fault) {
  complain(fault);
  return kFailed;
}

int fail(const std::string& file, int errno_value) {
  return fail(SourceFault{.errno_value = errno_value, .file = file, .error = std::nullopt});
}

FileTime first_local(const SourceQuery& source) {
  const FileTime first = source.query().row().time_utc;
  return to_local(first, source.zone_at(first).bias_minutes);
}

// "db-17-20261121-101530.blg"
std::string made_name(const SourceQuery& source) {
  std::string machine(source.query().binding().machine());
  std::ranges::replace(machine, '/', '_');
  const SystemTime time = system_time_from(first_local(source));
  return fmt::format("{}-{:04}{:02}{:02}-{:02}{:02}{:02}.blg", machine, time.year, time.month,
                     time.day, time.hour, time.minute, time.second);
}

// When this machine was started; 0 for a recorded one, which does not matter to a reader.
FileTime boot_time(const SourceQuery& source) {
  const Instant now = read_clocks();
  if (!source.is_live() || !now.realtime.has_value() || !now.boottime_100ns.has_value()) return 0;
  return *now.realtime - *now.boottime_100ns;
}

BlgWriterOptions blg_options(const SourceQuery& source, const std::string& file) {
  BlgWriterOptions options;
  options.paths.assign(source.paths().begin(), source.paths().end());
  options.guid = random_log_guid();
  options.file_path = absolute_path(file);
  options.start_time_utc = source.query().row().time_utc;
  options.zone = source.zone_at(options.start_time_utc);
  options.boot_time_utc = boot_time(source);
  options.process_id = static_cast<std::uint32_t>(::getpid());
  options.thread_id = options.process_id;
  return options;
}

// The log and what it comes to. It grows in place, a sample a write, so that whatever happens to
// the writer, what was written stays.
class Recording {
 public:
  Recording(const SourceQuery& source, const Options& options)
      : source_(source), options_(options) {}

  // Opens the file; one that is there stays as it is until begin(). kAllWell, or an exit code after
  // a message.
  int open() {
    file_ = options_.output.empty() ? made_name(source_) : options_.output;
    if (!options_.ring.empty()) return open_ring();
    if (options_.format == LogFormat::sql) return open_set();
    fd_ = UniqueFd(::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    is_created_ = static_cast<bool>(fd_);
    if (!fd_ && errno == EEXIST) {
      if (refuses(file_, options_.overwrite ? Overwrite::yes : Overwrite::no)) return kFailed;
      const int access = options_.format == LogFormat::blg ? O_RDWR : O_WRONLY;  // pipes too
      fd_ = UniqueFd(::open(file_.c_str(), access | O_CLOEXEC));
    }
    return fd_ ? kAllWell : fail(file_, errno);
  }

  // There will be no recording: the file that open() created goes.
  void discard() const {
    if (is_created_) ::unlink(file_.c_str());
    if (ring_.has_value()) ::rmdir(file_.c_str());  // not where there are segments
  }

  // Readies the file for the sample that the query has.
  void begin() {
    const ZoneOffset zone = zone_now();
    extent_.bias_minutes = zone.bias_minutes;
    if (ring_.has_value() || sink_ != nullptr) return;  // a set is ready too
    (void)!::ftruncate(fd_.get(), 0);                   // of a pipe there is nothing to cut
    if (options_.format == LogFormat::recording) {
      const std::string folder = std::filesystem::path(absolute_path(file_)).parent_path();
      (void)sync_folder(folder);  // a folder that may not be read is no reason not to record
      recorder_.emplace(fd_.get(), file_, RecordingOptions{.zone = zone});
    } else if (options_.format == LogFormat::blg) {
      sink_ = std::make_unique<BlgWriter>(fd_.get(), file_, blg_options(source_, file_));
    } else {
      sink_ = make_text_sink(fd_.get(), file_, text_format_of(options_.format), zone);
    }
  }

  // One sample: the query's newest.
  int write() {
    const Query& query = source_.query();
    const auto written = write_sample(query);
    if (!written.has_value()) return fail(written.error());
    summary_.add(query, LogContent::readings);
    extent_.note(to_local(query.row().time_utc, *extent_.bias_minutes));
    return kAllWell;
  }

  // Completes the file, also after a fault.
  int end() {
    const auto ended = ring_.has_value()       ? ring_->end()
                       : recorder_.has_value() ? recorder_->end()
                                               : sink_->end();
    return ended.has_value() ? kAllWell : fail(ended.error());
  }

  [[nodiscard]] bool is_full() const noexcept { return extent_.records == options_.samples; }

  void print_summary() const {
    print_out(file_ + "\n" + summary_head(extent_));
    print_out(summary_table(summary_.result(), summary_width(), bar_characters()));
  }
  void say_where() const {
    print_error_line(fmt::format("perflib: {}: {} sample{}", file_, extent_.records,
                                 extent_.records == 1 ? "" : "s"));
  }

 private:
  [[nodiscard]] ZoneOffset zone_now() const {
    return source_.zone_at(source_.query().row().time_utc);
  }

  int open_ring() {
    RingOptions ring = options_.ring_options;
    ring.recording.zone = zone_now();
    auto opened = RecordingRing::open(file_, ring);
    if (!opened.has_value()) return fail(opened.error());
    ring_.emplace(*std::move(opened));
    return kAllWell;
  }

  std::expected<void, SourceFault> write_sample(const Query& query) {
    if (ring_.has_value()) return ring_->write(source_.snapshot().view());
    if (recorder_.has_value()) return recorder_->write(source_.snapshot().view());
    return write_row(query);
  }

  // One that is there is gone on with.
  int open_set() {
    const auto name = SqlLogName::parse(file_);
    if (!name.has_value()) {
      complain(file_, name.error());
      return kWrongUsage;
    }
    file_ = name->shown;
    auto writer = SqlLogWriter::open(*name, {.content = LogContent::readings,
                                             .zone = zone_now(),
                                             .flush = SqlLogWriteOptions::Flush::each_row});
    if (!writer.has_value()) return fail(writer.error());
    sink_ = *std::move(writer);
    return kAllWell;
  }
  std::expected<void, SourceFault> write_row(const Query& query) {
    if (shown_.update(query)) {
      auto begun = sink_->begin(query.binding(), shown_.indices());
      if (!begun.has_value()) return begun;
    }
    return sink_->write(query.newer(), query.row());
  }

  const SourceQuery& source_;
  const Options& options_;
  std::string file_;
  UniqueFd fd_;
  bool is_created_ = false;
  std::unique_ptr<Sink> sink_;
  std::optional<RecordingWriter> recorder_;  // in place of the sink
  std::optional<RecordingRing> ring_;        // the same
  ShownSeries shown_{0};
  SeriesSummary summary_{kExactValues / 64};
  SummaryExtent extent_;
};

// The command beside the recording; without one nothing of it happens.
class Companion {
 public:
  explicit Companion(std::optional<RecordedCommand> command) : command_(std::move(command)) {}
  [[nodiscard]] bool is_there() const noexcept { return command_.has_value(); }
  // As RecordedCommand has it; -1 without one.
  [[nodiscard]] int fd() const noexcept { return command_.has_value() ? command_->fd() : -1; }

  // kAllWell, or an exit code after a message.
  int start(const char* name) {
    if (!command_.has_value()) return kAllWell;
    const auto started = command_->start();
    if (started.has_value()) return kAllWell;
    complain(name, std::strerror(started.error()));
    return started.error() == ENOENT ? kNoSuchCommand : kCannotRun;
  }
  // Somebody wants all to end: the keys of a terminal reach the command too, other signals do not.
  void stop() {
    if (was_asked_) command_->terminate();
    was_asked_ = true;
  }
  int wait() { return command_->wait(); }

 private:
  std::optional<RecordedCommand> command_;
  bool was_asked_ = false;
};

// Collects the next sample and writes it. Nothing: go on; else the exit code that ends the
// recording.
std::optional<int> take_sample(SourceQuery& source, Recording& recording) {
  switch (source.collect()) {
    case SourceQuery::Next::row:
      break;
    case SourceQuery::Next::end:
    case SourceQuery::Next::stopped:
      return kAllWell;
    case SourceQuery::Next::failed:
      return kFailed;
  }
  if (const int code = recording.write()) return code;
  return recording.is_full() ? std::optional<int>(kAllWell) : std::nullopt;
}

// Recorded machines bring their samples; nobody waits for them.
int record_roots(SourceQuery& source, Recording& recording) {
  std::optional<int> code;
  while (!code.has_value()) code = take_sample(source, recording);
  return *code;
}

// Until the last sample, the end of the command (which has a sample of its own), or a signal.
int record_live(SourceQuery& source, Recording& recording, Companion& command) {
  for (;;) {
    switch (source.wait()) {
      case Event::stop:
        if (!command.is_there()) return kAllWell;
        command.stop();
        break;
      case Event::input:
        return take_sample(source, recording).value_or(kAllWell);
      case Event::suspended:
        ::raise(SIGSTOP);
        break;
      case Event::resized:
        break;
      case Event::deadline:
        if (const auto code = take_sample(source, recording)) return *code;
        break;
    }
  }
}

int record_all(SourceQuery& source, Recording& recording, Companion& command) {
  if (const int code = recording.write()) return code;
  if (recording.is_full()) return kAllWell;
  return source.is_live() ? record_live(source, recording, command)
                          : record_roots(source, recording);
}

// What the command and the recording come to, when both have ended.
int conclude(const Recording& recording, Companion& command, int code) {
  const int code_of_command = command.is_there() ? command.wait() : kAllWell;
  if (code != kAllWell) return code;
  if (!command.is_there()) {
    recording.say_where();
    return kAllWell;
  }
  recording.print_summary();
  return code_of_command;
}

int run_recording(SourceQuery& source, const Options& options, Companion& command,
                  const char* command_name) {
  if (options.paths.empty()) source.collect_all_objects();
  if (source.collect() != SourceQuery::Next::row) return kFailed;
  const bool lacks_some = report_unmatched_paths(source);
  if (!options.paths.empty() && source.nothing_can_match()) return kDoesNotExist;
  Recording recording(source, options);
  if (const int code = recording.open()) return code;
  if (const int code = command.start(command_name)) {
    recording.discard();
    return code;
  }
  recording.begin();
  const int recorded = record_all(source, recording, command);
  const int ended = recording.end();  // also after a fault: what there is becomes a whole file
  const int code = conclude(recording, command, recorded == kAllWell ? ended : recorded);
  return code == kAllWell && lacks_some ? kDoesNotExist : code;
}

// Only a recording does without paths.
int needs_paths(const Options& options) {
  if (!options.paths.empty() || options.format == LogFormat::recording) return kAllWell;
  complain("record", "PATH is required");
  print_error_line("Run `perflib record --help` for its options.");
  return kWrongUsage;
}

// Goes on with what is there.
int settle_ring(Options& options) {
  if (options.format != LogFormat::recording) {
    complain("--ring", "-o FILE.perfrec is required");
    return kWrongUsage;
  }
  options.ring_options.seconds =
      static_cast<double>(*length_of_time(options.ring)) / static_cast<double>(kTicksPerSecond);
  if (!options.max_size.empty()) options.ring_options.most_bytes = *bytes_from(options.max_size);
  return kAllWell;
}

// What the options say together; kAllWell where they can be followed.
int settle(Options& options, bool has_command) {
  if (has_command && !options.source.roots.empty()) {
    complain("--root", "a command runs on this machine");
    return kWrongUsage;
  }
  if (options.output.empty() && !options.ring.empty()) return settle_ring(options);
  if (options.output.empty()) return needs_paths(options);
  if (SqlLogName::is_one(options.output)) {
    options.format = LogFormat::sql;
    return options.ring.empty() ? needs_paths(options) : settle_ring(options);
  }
  const auto format = format_of_name(options.output);
  if (!format.has_value()) {
    complain(options.output, "is no name of a .perfrec, .blg, .csv or .tsv");
    return kWrongUsage;
  }
  options.format = *format;
  if (const int code = needs_paths(options)) return code;
  if (!options.ring.empty()) return settle_ring(options);
  return refuses(options.output, options.overwrite ? Overwrite::yes : Overwrite::no) ? kFailed
                                                                                     : kAllWell;
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
    complain("record", "a COMMAND is required behind --");
    return kWrongUsage;
  }
  if (const int code = settle(options, !words.empty())) return code;

  std::optional<RecordedCommand> prepared;  // before signals are held back
  if (!words.empty()) {
    auto command = RecordedCommand::prepare(words);
    if (!command.has_value()) return fail(words.front(), command.error());
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
