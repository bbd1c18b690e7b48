#include "apps/logman/alert/pre_trigger_buffer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/program/state_folder.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib::logman {
namespace {

constexpr std::string_view kExtension = ".perfrec";
constexpr std::string_view kTimePattern = "00000000-000000";
constexpr std::uint32_t kSegments = 2;  // few, because a rate is missing where the next one begins
constexpr int kRoom = 3;       // times that of the ring: up to one and a half before, and one after
constexpr double kPause = 60;  // seconds after a fault
constexpr int kMostNames = 60;  // one per second

using Done = std::expected<void, SourceFault>;

// "20261122-153000"
std::string time_name(FileTime local) {
  const SystemTime t = system_time_from(local);
  return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}", t.year, t.month, t.day, t.hour, t.minute,
                     t.second);
}

bool is_time_name(std::string_view text) {
  return std::ranges::equal(text, kTimePattern, [](char c, char pattern) {
    return pattern == '0' ? c >= '0' && c <= '9' : c == pattern;
  });
}

// Removes only files of a recorder: a folder with anything else in it stays.
void remove_recording(const std::string& path) {
  std::error_code error;
  for (const std::string& segment : ring_segments(path)) std::filesystem::remove(segment, error);
  std::filesystem::remove(path, error);
}

}  // namespace

Done PreTriggerBuffer::be_open(const DataBlockView& block) {
  if (!recording_.empty() && seconds_of(block) >= end_) OPENPERFLIB_TRY(end());
  if (ring_.has_value()) return {};
  OPENPERFLIB_TRY(apps::make_folders(folder_));
  RingOptions options;
  options.seconds = seconds_;
  options.most_bytes = kMostBytes;
  options.segments = kSegments;
  options.recording.zone = local_zone_at(block.perf_time_100ns());
  options.recording.flush_seconds = 0;
  ring_.emplace(OPENPERFLIB_TRY(
      RecordingRing::open(fmt::format("{}/{}-ring{}", folder_, name_, kExtension), options)));
  return {};
}

Done PreTriggerBuffer::write_sample(const DataBlockView& block) {
  OPENPERFLIB_TRY(be_open(block));
  OPENPERFLIB_TRY(ring_->write(block));
  if (!std::exchange(is_new_, false)) return {};
  (void)sync_folder(folder_);  // an unreadable folder does not prevent recording
  remove_oldest();
  return {};
}

bool PreTriggerBuffer::is_refused(const DataBlockView& block) const {
  return refused_at_.has_value() && seconds_of(block) - *refused_at_ < kPause;
}

Done PreTriggerBuffer::told_once(Done done, const DataBlockView& block) {
  if (done.has_value()) {
    refused_at_.reset();
    return {};
  }
  ring_.reset();
  recording_.clear();
  if (std::exchange(refused_at_, seconds_of(block)).has_value()) return {};
  return done;
}

Done PreTriggerBuffer::write(const DataBlockView& block) {
  return is_refused(block) ? Done() : told_once(write_sample(block), block);
}

void PreTriggerBuffer::remove_oldest() const {
  const std::string begin = name_ + "-";
  std::vector<std::string> found;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder_, error), last; !error && it != last;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.size() == begin.size() + kTimePattern.size() + kExtension.size() &&
        name.starts_with(begin) && name.ends_with(kExtension) &&
        is_time_name(std::string_view(name).substr(begin.size(), kTimePattern.size()))) {
      found.push_back(it->path().string());
    }
  }
  std::erase(found, recording_);  // even if the clock was set back
  std::ranges::sort(found);
  for (std::size_t i = 0; i + kMostRecordings <= found.size(); ++i) remove_recording(found[i]);
}

// If that time already has a recording (the clock was set back), uses the next second without one.
Done PreTriggerBuffer::name_recording(FileTime now_local) {
  for (int second = 0;; ++second) {
    const FileTime time = now_local + second * kTicksPerSecond;
    recording_ = fmt::format("{}/{}-{}{}", folder_, name_, time_name(time), kExtension);
    auto renamed =
        ring_->rename(recording_, kRoom * seconds_, kRoom * PreTriggerBuffer::kMostBytes);
    if (renamed.has_value()) return {};
    const int why = renamed.error().errno_value;
    if ((why != ENOTEMPTY && why != EEXIST && why != ENOTDIR) || second == kMostNames) {
      recording_.clear();
      return renamed;
    }
  }
}

std::expected<std::string, SourceFault> PreTriggerBuffer::keep(const DataBlockView& block,
                                                               double seconds) {
  if (is_refused(block)) return "";
  if (auto opened = be_open(block); !opened.has_value()) {
    OPENPERFLIB_TRY(told_once(std::move(opened), block));
    return "";
  }
  if (!recording_.empty()) return recording_;
  const FileTime now = block.perf_time_100ns();
  auto named = name_recording(to_local(now, local_zone_at(now).bias_minutes));
  if (!named.has_value()) {
    OPENPERFLIB_TRY(told_once(std::move(named), block));
    return "";
  }
  end_ = seconds_of(block) + seconds;
  is_new_ = true;
  return recording_;
}

Done PreTriggerBuffer::end() {
  recording_.clear();
  if (!ring_.has_value()) return {};
  auto ended = ring_->end();
  ring_.reset();
  return ended;
}

}  // namespace openperflib::logman
