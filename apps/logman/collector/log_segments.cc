#include "apps/logman/collector/log_segments.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "apps/logman/run/command.h"
#include "apps/logman/run/event_log.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/session/live_log.h"

namespace openperflib::logman {
namespace {

constexpr std::uint64_t kBytesPerMegabyte = 1U << 20;

}  // namespace

FileTime LogSegments::now_local() const {
  const FileTime now = collection_.query().row().time_utc;
  return to_local(now, local_zone_at(now).bias_minutes);
}

Outcome LogSegments::checked(const std::expected<void, SourceFault>& written) const {
  if (written.has_value()) return {};
  if (is_unmatched_append(written.error())) {
    return invalid(
        fmt::format("{}: its counters are not those of the collection", describe(written.error())));
  }
  return system_failure(written.error());
}

Outcome LogSegments::open_sink(LogStart start) {
  CreateLogOptions options = live_log_options(collection_, paths_);
  options.start = start;
  if (collector_.circular) options.circle_bytes = set_.segment_megabytes * kBytesPerMegabyte;
  // The set was checked, and its name has its format.
  const LogTarget target = LogTarget::parse(log_.name, collector_.format()).value_or(LogTarget());
  auto sink = create_log(target, log_.fd.get(), std::move(options));
  if (!sink.has_value()) return system_failure(sink.error());
  sink_ = *std::move(sink);
  feed_.emplace(*sink_);
  return checked(feed_->follow(collection_.query()));
}

Outcome LogSegments::open(Turn turn) {
  log_ = OPENPERFLIB_TRY(reserve_log_file({set_, collector_, name_}, turn, now_local()));
  const bool goes_on = turn == Turn::first && collector_.append;
  due_when_opened_ = collection_.due();
  OPENPERFLIB_TRY(open_sink(goes_on ? LogStart::append : LogStart::fresh));
  return store_.set_latest_output(name_, shown_log_name(log_.name));
}

Outcome LogSegments::begin() {
  Outcome opened = open(Turn::first);
  const bool may_come_back = collector_.is_in_database() && listener_ == Listener::nobody;
  if (opened.has_value() || !may_come_back) return opened;
  note_loss(opened.error(), Turn::first);
  return {};
}

bool LogSegments::has_reached_size() const {
  if (set_.segment_megabytes == 0 || collector_.circular) return false;
  if (collector_.is_in_database()) return log_.records >= set_.segment_megabytes;
  struct stat facts{};
  return ::fstat(log_.fd.get(), &facts) == 0 &&
         static_cast<std::uint64_t>(facts.st_size) >= set_.segment_megabytes * kBytesPerMegabyte;
}

// Based on the times when samples are due: they are taken slightly earlier or later.
bool LogSegments::is_time_for_the_next() const {
  const bool is_late = set_.segment_seconds > 0 && collection_.due() - due_when_opened_ >=
                                                       std::chrono::seconds(set_.segment_seconds);
  return is_late || has_reached_size();
}

bool LogSegments::is_full() const { return !set_.segment && has_reached_size(); }

Outcome LogSegments::check_file() const {
  return log_.fd ? checked(check_still_there(log_.fd.get(), log_.name)) : Outcome();
}

Outcome LogSegments::write_row() {
  OPENPERFLIB_TRY(check_file());
  OPENPERFLIB_TRY(checked(feed_->write(collection_.query())));
  ++log_.records;
  return {};
}

Outcome LogSegments::write_in_time() {
  if (set_.segment && is_time_for_the_next()) {
    OPENPERFLIB_TRY(end_log());
    OPENPERFLIB_TRY(open(Turn::further));
  }
  return write_row();
}

Outcome LogSegments::write_again() {
  OPENPERFLIB_TRY(loss_->unopened.has_value() ? open(*loss_->unopened)
                                              : open_sink(LogStart::append));
  OPENPERFLIB_TRY(write_row());
  loss_.reset();
  write_event(Severity::information, name_,
              fmt::format("{}: continues after a gap", shown_log_name(log_.name)));
  return {};
}

// An unreachable database may block for minutes before the attempt fails: each retry is later.
void LogSegments::note_loss(const Failure& why, Turn next) {
  constexpr std::chrono::seconds kMostPatience{60};
  const bool is_new = !loss_.has_value();
  const std::optional<Turn> unopened = sink_ != nullptr ? std::nullopt
                                       : is_new         ? std::optional(next)
                                                        : loss_->unopened;
  const std::chrono::seconds patience =
      is_new ? std::chrono::seconds(1) : std::min(loss_->patience * 2, kMostPatience);
  sink_.reset();
  loss_ = Loss{.why = why,
               .unopened = unopened,
               .patience = patience,
               .again_at = collection_.due() + patience};
  if (is_new) write_event(Severity::error, name_, why.text + "; trying again");
}

Outcome LogSegments::write() {
  if (loss_.has_value() && collection_.due() < loss_->again_at) return {};
  Outcome written = loss_.has_value() ? write_again() : write_in_time();
  if (written.has_value() || !collector_.is_in_database()) return written;
  note_loss(written.error());
  return {};
}

Outcome LogSegments::end() {
  if (!loss_.has_value()) return end_log();
  if (set_.daily) return {};  // the loss was reported
  return std::unexpected(loss_->why);
}

Outcome LogSegments::end_log() {
  if (sink_ == nullptr) return {};
  const Outcome ended = checked(std::exchange(sink_, nullptr)->end());
  const Outcome is_there = check_file();
  log_.fd.reset();
  OPENPERFLIB_TRY(ended);
  OPENPERFLIB_TRY(is_there);
  if (set_.close_command.empty()) return {};
  const int refused =
      start_command(std::array{set_.close_command}, std::array{"OPENPERFLIB_LOG=" + log_.name});
  if (refused != 0) {
    write_event(Severity::error, name_,
                fmt::format("{}: {}", set_.close_command, std::strerror(refused)));
  }
  return {};
}

}  // namespace openperflib::logman
