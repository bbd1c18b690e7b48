#include "apps/perflib/sources/recorded_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/locale.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_output.h"
#include "apps/perflib/sources/output_file.h"
#include "apps/perflib/text/summary_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/session/live_log.h"
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

std::string counted_samples(std::uint64_t samples) {
  return fmt::format("{} sample{}", samples, samples == 1 ? "" : "s");
}

std::uint64_t size_of(const std::string& path) noexcept {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

}  // namespace

Step RecordedLog::report(const SourceFault& fault) {
  has_failed_ = true;
  print_error(fault);
  return reported(Ending::failed);
}

Step RecordedLog::open() {
  target_ = options_.target.value_or(LogTarget{.format = LogFormat::blg});
  if (!options_.target.has_value()) target_.name = made_name(source_);
  if (options_.ring.has_value()) return open_ring();
  return target_.is_set() ? open_set() : open_file();
}

// The second writer to lock it fails, even with -y.
Step RecordedLog::open_file() {
  fd_ = UniqueFd(::open(target_.name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  is_created_ = static_cast<bool>(fd_);
  if (!fd_ && errno == EEXIST) {
    if (refuses(target_.name, options_.overwrite ? Overwrite::yes : Overwrite::no))
      return reported(Ending::failed);
    const int access = is_text(target_.format) ? O_WRONLY : O_RDWR;  // pipes too
    fd_ = open_output(target_.name, access | O_CLOEXEC);
  }
  if (!fd_) {
    return report(
        creation_fault({.errno_value = errno, .file = target_.name, .error = std::nullopt}));
  }
  const auto locked = lock_output(fd_.get(), target_.name);
  return locked.has_value() ? Step() : report(locked.error());
}

Step RecordedLog::open_ring() {
  RingOptions ring = *options_.ring;
  ring.recording.zone = zone_now();
  auto opened = create_ring(target_, std::move(ring));
  if (!opened.has_value()) return report(opened.error());
  blocks_ = *std::move(opened);
  return {};
}

// An existing set is appended to.
Step RecordedLog::open_set() {
  auto opened = create_log(target_, -1, live_log_options(source_, {}));
  if (!opened.has_value()) return report(opened.error());
  rows_ = *std::move(opened);
  return {};
}

void RecordedLog::discard() const {
  if (is_created_) ::unlink(target_.name.c_str());
  if (options_.ring.has_value()) ::rmdir(target_.name.c_str());  // fails if there are segments
}

Step RecordedLog::begin() {
  extent_.bias_minutes = zone_now().bias_minutes;
  if (!fd_) return {};               // a ring or a set is ready
  (void)!::ftruncate(fd_.get(), 0);  // a pipe cannot be truncated
  const auto paths = source_.paths();
  CreateLogOptions options = live_log_options(source_, {paths.begin(), paths.end()});
  if (holds_blocks(target_.format)) {
    auto blocks =
        create_block_log(target_, fd_.get(), std::move(options), {}, source_.titles()->table());
    if (!blocks.has_value()) return report(blocks.error());
    blocks_ = *std::move(blocks);
    return {};
  }
  auto rows = create_log(target_, fd_.get(), std::move(options));
  if (!rows.has_value()) return report(rows.error());
  rows_ = *std::move(rows);
  return {};
}

std::expected<void, SourceFault> RecordedLog::write_row(const Query& query) {
  if (shown_.update(query)) {
    OPENPERFLIB_TRY(rows_->begin(query.binding(), shown_.indices()));
    left_out_.report(rows_->without_column());
  }
  return rows_->write(query.newer(), query.row());
}

// A ring checks its segments itself, and a database its file.
std::expected<void, SourceFault> RecordedLog::check_file() const {
  return fd_ ? check_still_there(fd_.get(), target_.name) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RecordedLog::write_sample(const Query& query) {
  OPENPERFLIB_TRY(check_file());
  if (blocks_ == nullptr) return write_row(query);
  const Bytes block = source_.snapshot().view().bytes();
  return blocks_->write(to_local(query.row().time_utc, *extent_.bias_minutes), {&block, 1});
}

void RecordedLog::report_removed_segments() {
  if (blocks_ == nullptr || blocks_->removed_for_room() == 0) return;
  if (std::exchange(has_told_removed_, true)) return;
  print_error(file(), "the disk is full; the oldest segments are removed to make room");
}

Step RecordedLog::write() {
  const Query& query = source_.query();
  const auto written = write_sample(query);
  report_removed_segments();
  if (!written.has_value()) return report(written.error());
  if (summary_.has_value()) summary_->add(query, RowsOf::readings);
  extent_.note(to_local(query.row().time_utc, *extent_.bias_minutes));
  return {};
}

Step RecordedLog::end() {
  const bool had_failed = has_failed_;
  std::expected<void, SourceFault> ended;
  if (rows_ != nullptr) ended = rows_->end();
  if (blocks_ != nullptr) ended = blocks_->end();
  const auto there = check_file();
  if (had_failed) {
    if (there.has_value()) {
      print_error(file(), counted_samples(extent_.records) + " were saved before");
    }
    return reported(Ending::failed);
  }
  if (!ended.has_value()) return report(ended.error());
  return there.has_value() ? Step() : report(there.error());
}

std::optional<std::uint64_t> RecordedLog::bytes() const {
  if (options_.ring.has_value()) {
    std::uint64_t sum = 0;
    for (const std::string& segment : ring_segments(target_.name)) sum += size_of(segment);
    return sum;
  }
  struct stat facts{};
  if (!fd_ || ::fstat(fd_.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

void RecordedLog::print_summary() {
  print_out(printable(file()) + "\n" + summary_head(extent_, summary_width()));
  print_summary_table(summary_->take_result(), summary_width(), bar_characters(), print_out);
}

void RecordedLog::report_place() const { print_error(file(), counted_samples(extent_.records)); }

}  // namespace openperflib::apps
