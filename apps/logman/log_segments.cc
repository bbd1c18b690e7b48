#include "apps/logman/log_segments.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <utility>

#include "apps/collection/log_sink.h"
#include "apps/logman/command.h"
#include "apps/logman/event_log.h"
#include "apps/logman/log_name.h"
#include "apps/program/state_folder.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/text_log_writer.h"
#include "openperflib/os/time_zone.h"

namespace openperflib::logman {
namespace {

constexpr std::uint64_t kBytesPerMegabyte = 1U << 20;

}  // namespace

FileTime LogSegments::now_local() const {
  const FileTime now = collection_.query().row().time_utc;
  return to_local(now, local_zone_at(now).bias_minutes);
}

std::expected<UniqueFd, int> LogSegments::create_file(Turn turn) const {
  int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL;
  if (turn == Turn::first && set_.append) flags &= ~O_EXCL;
  if (turn == Turn::first && set_.overwrite) flags = (flags & ~O_EXCL) | O_TRUNC;
  UniqueFd fd(::open(path_.c_str(), flags, 0666));
  if (!fd) return std::unexpected(errno);
  return fd;
}

// Names that are taken are left alone: a number goes on until one is free. Without a version a first log
// has its one name.
Outcome LogSegments::open_file(Turn turn) {
  const bool is_numbered = set_.version == NameVersion::number;
  std::uint32_t number = is_numbered ? newest_log_number(set_) : 0;
  const bool goes_on = turn == Turn::first && set_.append && number > 0;
  if (is_numbered && !goes_on) ++number;
  const FileTime now = now_local();
  path_ = log_path(set_, number, now);
  for (; number <= kGreatestLogNumber; ++number) {
    if (is_numbered) path_ = log_path(set_, number, now);
    auto fd = create_file(turn);
    if (fd.has_value()) {
      fd_ = *std::move(fd);
      return {};
    }
    const bool has_one_name = turn == Turn::first && set_.version == NameVersion::none;
    if (fd.error() != EEXIST || has_one_name) return system_failure(fd.error(), path_);
    if (!is_numbered) path_ = numbered_log_path(set_, number + 1, now);
  }
  return system_failure(EEXIST, path_);
}

Outcome LogSegments::checked(const std::expected<void, SourceFault>& written) const {
  if (written.has_value()) return {};
  if (is_unmatched_append(written.error())) {
    return invalid(fmt::format("{}: has other counters than are collected", describe(written.error())));
  }
  return system_failure(written.error());
}

Outcome LogSegments::follow_layout() {
  const Binding& binding = collection_.query().binding();
  generation_ = binding.generation();
  std::vector<std::size_t> shown(binding.series().size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  return checked(sink_->begin(binding, shown));
}

Outcome LogSegments::open(Turn turn) {
  if (const auto made = apps::make_folders(set_.folder); !made) return system_failure(made.error());
  OPENPERFLIB_TRY(open_file(turn));
  const bool goes_on = turn == Turn::first && set_.append;
  auto sink = apps::make_log_sink(collection_, fd_.get(), path_, set_.format, paths_,
                                  goes_on ? apps::LogStart::append : apps::LogStart::fresh);
  if (!sink.has_value()) return system_failure(sink.error());
  sink_ = *std::move(sink);
  due_when_opened_ = collection_.due();
  OPENPERFLIB_TRY(follow_layout());
  return store_.set_latest_output(set_.name, path_);
}

Outcome LogSegments::begin() { return open(Turn::first); }

bool LogSegments::has_reached_size() const {
  struct stat facts {};
  return set_.segment_megabytes > 0 && ::fstat(fd_.get(), &facts) == 0 &&
         static_cast<std::uint64_t>(facts.st_size) >= set_.segment_megabytes * kBytesPerMegabyte;
}

// By the times that samples are due at: those they are taken at come a little earlier or later.
bool LogSegments::is_time_for_the_next() const {
  const bool is_late = set_.segment_seconds > 0 &&
                       collection_.due() - due_when_opened_ >=
                           std::chrono::seconds(set_.segment_seconds);
  return is_late || has_reached_size();
}

bool LogSegments::is_full() const { return !set_.segment && has_reached_size(); }

Outcome LogSegments::write() {
  if (set_.segment && is_time_for_the_next()) {
    OPENPERFLIB_TRY(end());
    OPENPERFLIB_TRY(open(Turn::further));
  }
  const Query& query = collection_.query();
  if (query.binding().generation() != generation_) OPENPERFLIB_TRY(follow_layout());
  return checked(sink_->write(query.newer(), query.row()));
}

Outcome LogSegments::end() {
  if (sink_ == nullptr) return {};
  const Outcome ended = checked(std::exchange(sink_, nullptr)->end());
  fd_.reset();
  OPENPERFLIB_TRY(ended);
  if (set_.close_command.empty()) return {};
  const int refused = start_command(std::array{set_.close_command},
                                    std::array{"OPENPERFLIB_LOG=" + path_});
  if (refused != 0) {
    write_event(Severity::error, set_.name,
                fmt::format("{}: {}", set_.close_command, std::strerror(refused)));
  }
  return {};
}

}  // namespace openperflib::logman
