#include "openperflib/log/local/recording_ring.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/joined_block.h"
#include "openperflib/log/recording/recording_record_internal.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr std::string_view kExtension = ".perfrec";
constexpr std::uint64_t kShares = 16;  // of the most bytes: what a segment may have
constexpr int kMostNumbers = 8;        // that are tried where others make segments too

bool is_disk_full(const SourceFault& fault) noexcept {
  return fault.errno_value == ENOSPC || fault.errno_value == EDQUOT;
}

SourceFault fault_of(int errno_value, const std::string& file) {
  return {.errno_value = errno_value, .file = file, .error = std::nullopt};
}

std::uint64_t file_size(const std::string& path) noexcept {
  struct stat facts = {};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

// The number that a segment is called by; nothing for another file.
std::optional<std::uint64_t> number_of(const std::string& name) {
  if (!name.ends_with(kExtension)) return std::nullopt;
  const char* const end = name.data() + name.size() - kExtension.size();
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

struct Named {
  std::uint64_t number;
  std::string path;
};

std::vector<Named> segments_in(const std::string& folder) {
  std::vector<Named> found;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const auto number = number_of(it->path().filename().string());
    if (number.has_value()) found.push_back({*number, it->path().string()});
  }
  std::ranges::sort(found, {}, &Named::number);
  return found;
}

// When a segment of an earlier run began, in seconds; nothing where it does not say so.
std::optional<double> started(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<std::byte> bytes(recording::file_header::kSize);
  if (!fd ||
      ::pread(fd.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return std::nullopt;
  }
  const auto head = recording::parse_file_head(bytes);
  if (!head.has_value()) return std::nullopt;
  return static_cast<double>(head->started_utc) / kTicksPerSecond;
}

}  // namespace

struct RecordingRing::State {
  // A complete segment.
  struct Segment {
    std::string path;
    std::uint64_t bytes = 0;
    double seconds = 0;  // how long it lasts
  };
  std::string folder;
  RingOptions options;
  UniqueFd lock = {};                  // the folder, where it may be read
  std::vector<Segment> segments = {};  // the oldest first
  std::uint64_t removed_for_room = 0;
  std::uint64_t next_number = 1;
  std::string path = {};  // of the segment that is written
  UniqueFd fd = {};
  std::optional<RecordingWriter> writer = std::nullopt;
  double begun_at = 0;  // by the samples' own clock
  double last_at = 0;
  JoinedBlock joined = {};  // of a sample in several blocks

  [[nodiscard]] double share() const noexcept { return options.seconds / options.segments; }
  void take_stock();
  [[nodiscard]] std::expected<void, SourceFault> open_segment();
  [[nodiscard]] std::expected<void, SourceFault> begin_segment();
  [[nodiscard]] std::expected<void, SourceFault> end_segment();
  [[nodiscard]] std::expected<void, SourceFault> remove_oldest();
  [[nodiscard]] std::expected<void, SourceFault> remove_what_is_too_much();
  [[nodiscard]] std::expected<void, SourceFault> write(const DataBlockView& block, double now);
  void give_up_segment();
  [[nodiscard]] bool remove_for_room();
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool is_full(double now) const noexcept;
};

// The contents of the folder. The length of a segment follows from the start of the next one, at
// most a share of the time: the clock may have been set in between.
void RecordingRing::State::take_stock() {
  const auto found = segments_in(folder);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto begin = started(found[i].path);
    const auto end = i + 1 < found.size() ? started(found[i + 1].path) : std::nullopt;
    const double length = begin.has_value() && end.has_value() ? *end - *begin : share();
    segments.push_back({found[i].path, file_size(found[i].path), std::clamp(length, 0.0, share())});
    next_number = found[i].number + 1;
  }
}

// Before a segment begins there is room for it: two shares, as it is looked at only between
// samples.
std::expected<void, SourceFault> RecordingRing::State::remove_what_is_too_much() {
  std::uint64_t bytes = 0;
  double seconds = 0;
  for (const Segment& segment : segments) {
    bytes += segment.bytes;
    seconds += segment.seconds;
  }
  const std::uint64_t room = options.most_bytes - 2 * (options.most_bytes / kShares);
  while (!segments.empty()) {
    const Segment& oldest = segments.front();
    const bool is_too_old = seconds - oldest.seconds >= options.seconds;
    if (!is_too_old && bytes <= room) break;
    bytes -= oldest.bytes;
    seconds -= oldest.seconds;
    OPENPERFLIB_TRY(remove_oldest());
  }
  return {};
}

std::expected<void, SourceFault> RecordingRing::State::remove_oldest() {
  const std::string& oldest = segments.front().path;
  if (::unlink(oldest.c_str()) != 0 && errno != ENOENT) {
    return std::unexpected(fault_of(errno, oldest));
  }
  segments.erase(segments.begin());
  return {};
}

// A number that somebody else has used meanwhile is theirs.
std::expected<void, SourceFault> RecordingRing::State::open_segment() {
  for (int tries = 1;; ++tries) {
    path = fmt::format("{}/{:06}{}", folder, next_number++, kExtension);
    fd = UniqueFd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd) return {};
    if (errno != EEXIST || tries == kMostNumbers) return std::unexpected(fault_of(errno, path));
    for (const Named& there : segments_in(folder)) {
      next_number = std::max(next_number, there.number + 1);
    }
  }
}

std::expected<void, SourceFault> RecordingRing::State::begin_segment() {
  OPENPERFLIB_TRY(remove_what_is_too_much());
  OPENPERFLIB_TRY(open_segment());
  writer.emplace(fd.get(), path, options.recording);
  return sync_folder(folder);
}

std::expected<void, SourceFault> RecordingRing::State::end_segment() {
  OPENPERFLIB_TRY(check_still_there(fd.get(), path));
  OPENPERFLIB_TRY(writer->end());
  segments.push_back({path, file_size(path), std::clamp(last_at - begun_at, 0.0, share())});
  writer.reset();
  fd.reset();
  return {};
}

// One whose writer has given a fault: what it has on the disk stays, where that is a sample.
void RecordingRing::State::give_up_segment() {
  if (file_size(path) <= recording::file_header::kSize) {
    ::unlink(path.c_str());
  } else {
    segments.push_back({path, file_size(path), std::clamp(last_at - begun_at, 0.0, share())});
  }
  writer.reset();
  fd.reset();
}

// The newest complete segment stays: where that is all there is, the disk is too full for a ring.
bool RecordingRing::State::remove_for_room() {
  if (segments.size() < 2 || !remove_oldest().has_value()) return false;
  ++removed_for_room;
  return true;
}

// For what the writer of a segment cannot try again.
bool RecordingRing::State::make_room() {
  if (fd) give_up_segment();
  return remove_for_room();
}

std::expected<void, SourceFault> RecordingRing::State::write(const DataBlockView& block,
                                                             double now) {
  if (writer.has_value() && is_full(now)) OPENPERFLIB_TRY(end_segment());
  if (!writer.has_value()) {
    OPENPERFLIB_TRY(begin_segment());
    begun_at = now;
  }
  OPENPERFLIB_TRY(check_still_there(fd.get(), path));
  OPENPERFLIB_TRY(writer->write(block));
  last_at = now;
  return {};
}

bool RecordingRing::State::is_full(double now) const noexcept {
  struct stat facts = {};
  const bool is_large = ::fstat(fd.get(), &facts) == 0 &&
                        static_cast<std::uint64_t>(facts.st_size) >= options.most_bytes / kShares;
  return is_large || now < begun_at || now - begun_at >= share();
}

RecordingRing::RecordingRing(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingRing::~RecordingRing() = default;
RecordingRing::RecordingRing(RecordingRing&&) noexcept = default;
RecordingRing& RecordingRing::operator=(RecordingRing&&) noexcept = default;

std::expected<RecordingRing, SourceFault> RecordingRing::open(std::string folder,
                                                              RingOptions options) {
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    return std::unexpected(fault_of(errno, folder));
  }
  struct stat facts = {};
  if (::stat(folder.c_str(), &facts) != 0) return std::unexpected(fault_of(errno, folder));
  if (!S_ISDIR(facts.st_mode)) return std::unexpected(fault_of(ENOTDIR, folder));
  UniqueFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock) OPENPERFLIB_TRY(lock_output(lock.get(), folder));
  options.most_bytes = std::max(options.most_bytes, RingOptions::kLeastBytes);
  std::unique_ptr<State> state(new State{
      .folder = std::move(folder), .options = std::move(options), .lock = std::move(lock)});
  state->options.recording.make_room = [ring = state.get()] { return ring->remove_for_room(); };
  state->take_stock();
  return RecordingRing(std::move(state));
}

std::expected<void, SourceFault> RecordingRing::write(FileTime /*time_local*/,
                                                      std::span<const Bytes> blocks) {
  const auto view = state_->joined.one_of(blocks);
  return view.has_value() ? write(*view) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RecordingRing::write(const DataBlockView& block) {
  for (;;) {
    auto written = state_->write(block, seconds_of(block));
    if (written.has_value() || !is_disk_full(written.error()) || !state_->make_room())
      return written;
  }
}

std::expected<void, SourceFault> RecordingRing::end() {
  if (!state_->writer.has_value()) return {};
  return state_->end_segment();
}

std::uint64_t RecordingRing::removed_for_room() const noexcept { return state_->removed_for_room; }

std::expected<void, SourceFault> RecordingRing::rename(const std::string& folder, double seconds,
                                                       std::uint64_t most_bytes) {
  State& state = *state_;
  if (::rename(state.folder.c_str(), folder.c_str()) != 0) {
    return std::unexpected(fault_of(errno, folder));
  }
  const auto in_folder = [&](const std::string& path) {
    return folder + path.substr(path.rfind('/'));
  };
  state.folder = folder;
  for (State::Segment& segment : state.segments) segment.path = in_folder(segment.path);
  if (state.writer.has_value()) state.path = in_folder(state.path);
  state.options.seconds = seconds;
  state.options.most_bytes = std::max(most_bytes, RingOptions::kLeastBytes);
  return {};
}

std::expected<std::unique_ptr<BlockSink>, SourceFault> create_ring(const LogTarget& target,
                                                                   RingOptions ring) {
  return std::make_unique<RecordingRing>(
      OPENPERFLIB_TRY(RecordingRing::open(target.name, std::move(ring))));
}

std::expected<void, SourceFault> sync_folder(const std::string& folder) {
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd && (::fsync(fd.get()) == 0 || errno == EINVAL)) return {};
  return std::unexpected(fault_of(errno, folder));
}

std::vector<std::string> ring_segments(const std::string& folder) {
  std::vector<std::string> paths;
  for (Named& segment : segments_in(folder)) paths.push_back(std::move(segment.path));
  return paths;
}

}  // namespace openperflib
