#include "apps/perflib/recorded_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "apps/perflib/failure.h"
#include "apps/perflib/locale.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/logs/output_file.h"
#include "apps/perflib/messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/clocks.h"
#include "openperflib/os/output_file.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

FileTime first_local(const CounterSession& source) {
  const FileTime first = source.query().row().time_utc;
  return to_local(first, source.zone_at(first).bias_minutes);
}

// "db-17-20261121-101530.blg"
std::string made_name(const CounterSession& source) {
  std::string machine(source.query().binding().machine());
  std::ranges::replace(machine, '/', '_');
  const SystemTime time = system_time_from(first_local(source));
  return fmt::format("{}-{:04}{:02}{:02}-{:02}{:02}{:02}.blg", machine, time.year, time.month,
                     time.day, time.hour, time.minute, time.second);
}

// When this machine was started; 0 for a recorded one; readers do not need it.
FileTime boot_time(const CounterSession& source) {
  const Instant now = read_clocks();
  if (!source.is_live() || !now.realtime.has_value() || !now.boottime_100ns.has_value()) return 0;
  return *now.realtime - *now.boottime_100ns;
}

BlgWriterOptions blg_options(const CounterSession& source, const std::string& file) {
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

std::string counted_samples(std::uint64_t samples) {
  return fmt::format("{} sample{}", samples, samples == 1 ? "" : "s");
}

std::uint64_t size_of(const std::string& path) noexcept {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

}  // namespace

Step RecordedLog::say(const SourceFault& fault) {
  has_failed_ = true;
  print_error(fault);
  return reported(Ending::failed);
}

Step RecordedLog::open() {
  file_ = options_.output.empty() ? made_name(source_) : options_.output;
  if (options_.ring.has_value()) return open_ring();
  return options_.format == LogFormat::sql ? open_set() : open_file();
}

// The second writer to lock it fails, even with -y.
Step RecordedLog::open_file() {
  fd_ = UniqueFd(::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  is_created_ = static_cast<bool>(fd_);
  if (!fd_ && errno == EEXIST) {
    if (refuses(file_, options_.overwrite ? Overwrite::yes : Overwrite::no))
      return reported(Ending::failed);
    const int access = options_.format == LogFormat::blg ? O_RDWR : O_WRONLY;  // pipes too
    fd_ = open_output(file_, access | O_CLOEXEC);
  }
  if (!fd_) {
    return say(creation_fault({.errno_value = errno, .file = file_, .error = std::nullopt}));
  }
  const auto locked = lock_output(fd_.get(), file_);
  return locked.has_value() ? Step() : say(locked.error());
}

Step RecordedLog::open_ring() {
  RingOptions ring = *options_.ring;
  ring.recording.zone = zone_now();
  auto opened = RecordingRing::open(file_, ring);
  if (!opened.has_value()) return say(opened.error());
  ring_.emplace(*std::move(opened));
  return {};
}

// An existing set is appended to.
Step RecordedLog::open_set() {
  const auto name = SqlLogName::parse(file_);
  if (!name.has_value()) {
    return usage_error(file_, name.error());
  }
  file_ = name->shown;
  auto writer = SqlLogWriter::open(*name, {.content = LogContent::readings,
                                           .zone = zone_now(),
                                           .flush = SqlLogWriteOptions::Flush::each_row});
  if (!writer.has_value()) return say(writer.error());
  sink_ = *std::move(writer);
  return {};
}

void RecordedLog::discard() const {
  if (is_created_) ::unlink(file_.c_str());
  if (ring_.has_value()) ::rmdir(file_.c_str());  // fails if there are segments
}

void RecordedLog::begin() {
  const ZoneOffset zone = zone_now();
  extent_.bias_minutes = zone.bias_minutes;
  if (ring_.has_value() || sink_ != nullptr) return;  // a set is also ready
  (void)!::ftruncate(fd_.get(), 0);                   // a pipe cannot be truncated
  if (options_.format == LogFormat::recording) {
    const std::string folder = std::filesystem::path(absolute_path(file_)).parent_path();
    (void)sync_folder(folder);  // an unreadable folder does not prevent recording
    recorder_.emplace(fd_.get(), file_, RecordingOptions{.zone = zone});
  } else if (options_.format == LogFormat::blg) {
    sink_ = std::make_unique<BlgWriter>(fd_.get(), file_, blg_options(source_, file_));
  } else {
    sink_ = make_text_sink(fd_.get(), file_, text_format_of(options_.format), zone);
  }
}

std::expected<void, SourceFault> RecordedLog::write_row(const Query& query) {
  if (shown_.update(query)) {
    auto begun = sink_->begin(query.binding(), shown_.indices());
    if (!begun.has_value()) return begun;
  }
  return sink_->write(query.newer(), query.row());
}

// A ring checks its segments itself, and a database its file.
std::expected<void, SourceFault> RecordedLog::check_file() const {
  return fd_ ? check_still_there(fd_.get(), file_) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RecordedLog::write_sample(const Query& query) {
  if (ring_.has_value()) return ring_->write(source_.snapshot().view());
  OPENPERFLIB_TRY(check_file());
  if (recorder_.has_value()) return recorder_->write(source_.snapshot().view());
  return write_row(query);
}

void RecordedLog::tell_removed_segments() {
  if (!ring_.has_value() || ring_->removed_for_room() == 0) return;
  if (std::exchange(has_told_removed_, true)) return;
  print_error(file_, "the disk is full; the oldest segments are removed to make room");
}

Step RecordedLog::write() {
  const Query& query = source_.query();
  const auto written = write_sample(query);
  tell_removed_segments();
  if (!written.has_value()) return say(written.error());
  if (summary_.has_value()) summary_->add(query, RowsOf::readings);
  extent_.note(to_local(query.row().time_utc, *extent_.bias_minutes));
  return {};
}

Step RecordedLog::end() {
  const bool had_failed = has_failed_;
  const auto ended = ring_.has_value()       ? ring_->end()
                     : recorder_.has_value() ? recorder_->end()
                                             : sink_->end();
  const auto there = check_file();
  if (had_failed) {
    if (there.has_value()) {
      print_error(file_, counted_samples(extent_.records) + " were saved before");
    }
    return reported(Ending::failed);
  }
  if (!ended.has_value()) return say(ended.error());
  return there.has_value() ? Step() : say(there.error());
}

std::optional<std::uint64_t> RecordedLog::bytes() const {
  if (ring_.has_value()) {
    std::uint64_t sum = 0;
    for (const std::string& segment : ring_segments(file_)) sum += size_of(segment);
    return sum;
  }
  struct stat facts{};
  if (!fd_ || ::fstat(fd_.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

void RecordedLog::print_summary() {
  print_out(printable(file_) + "\n" + summary_head(extent_, summary_width()));
  print_summary_table(summary_->take_result(), summary_width(), bar_characters(), print_out);
}

void RecordedLog::say_where() const { print_error(file_, counted_samples(extent_.records)); }

}  // namespace openperflib::apps
