#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer_buffers_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kStateOfData = 3;

std::expected<void, int> write_at(int fd, std::uint64_t offset, Bytes bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return std::unexpected(errno);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

void set_flag(BlgBufferHeader& header, std::uint16_t flag) {
  const auto flags = load<std::uint16_t>(header, blg::buffer::kFlags.offset);
  store(MutableBytes(header), blg::buffer::kFlags.offset, static_cast<std::uint16_t>(flags | flag));
}

void clear_flag(BlgBufferHeader& header, std::uint16_t flag) {
  const auto flags = load<std::uint16_t>(header, blg::buffer::kFlags.offset);
  store(MutableBytes(header), blg::buffer::kFlags.offset,
        static_cast<std::uint16_t>(flags & ~flag));
}

}  // namespace

BlgBufferWriter::BlgBufferWriter(int fd, std::string shown_name, std::uint32_t buffer_size)
    : fd_(fd), shown_name_(std::move(shown_name)), buffer_(buffer_size) {}

std::expected<void, SourceFault> BlgBufferWriter::create(Bytes file_header_record) {
  place_ = {.buffer = 0,
            .used = static_cast<std::uint32_t>(
                blg::padded(blg::buffer::kHeaderSize + file_header_record.size()))};
  message_ = place_;
  BlgBufferHeader header{};
  const MutableBytes bytes(header);
  store(bytes, blg::buffer::kSize.offset, size());
  store(bytes, blg::buffer::kSavedOffset.offset, place_.used);
  store(bytes, blg::buffer::kFlags.offset, blg::buffer::kFirstOrLast);
  store(bytes, blg::buffer::kType.offset, blg::buffer::kHeaderBuffer);
  store(bytes, blg::buffer::kBytesUsed.offset, place_.used);
  std::ranges::fill(buffer_, blg::buffer::kTail);
  std::ranges::fill(std::span(buffer_).first(place_.used), std::byte{0});
  std::ranges::copy(header, buffer_.begin());
  std::ranges::copy(file_header_record, buffer_.begin() + blg::buffer::kHeaderSize);
  flushed_ = place_;
  flushed_header_ = header;
  state_ = put(0, buffer_);
  if (!state_.has_value()) [[maybe_unused]]
    const int cut = ::ftruncate(fd_, 0);
  return state_;
}

void BlgBufferWriter::resume(std::uint64_t file_size, const BlgBufferHeader& last) {
  resumed_size_ = file_size;
  place_ = {.buffer = (file_size - 1) / size(),
            .used = std::min(load<std::uint32_t>(last, blg::buffer::kBytesUsed.offset), size())};
  message_ = place_;
  flushed_ = place_;
  flushed_header_ = last;
}

std::expected<void, SourceFault> BlgBufferWriter::begin_circle(std::uint64_t most_bytes) {
  constexpr std::uint64_t kFewest = 2;  // one is overwritten while the other one stays
  const std::uint64_t most = most_bytes / size();
  kept_ = place_.buffer;
  if (most < kept_ + 1 + kFewest) {
    state_ = std::unexpected(SourceFault{EFBIG, shown_name_, std::nullopt});
    return state_;
  }
  circle_ = most - kept_ - 1;
  wants_buffer_ = true;
  return {};
}

std::uint64_t BlgBufferWriter::place_in_file(std::uint64_t buffer) const noexcept {
  return circle_ == 0 || buffer <= kept_ ? buffer : kept_ + 1 + (buffer - kept_ - 1) % circle_;
}

std::uint64_t BlgBufferWriter::buffers_in_file(std::uint64_t last) const noexcept {
  return (circle_ == 0 ? last : std::min(last, kept_ + circle_)) + 1;
}

void BlgBufferWriter::begin_message(std::size_t bytes) noexcept {
  if (circle_ != 0 && bytes <= most_event_bytes() && bytes > size() - place_.used)
    wants_buffer_ = true;
}

// Each buffer but the last may have a gap into which the next event did not fit.
std::expected<void, SourceFault> BlgBufferWriter::check_room(std::size_t bytes,
                                                             std::size_t longest_event) const {
  const std::size_t filled = most_event_bytes() - longest_event;
  const std::uint64_t buffers = bytes <= most_event_bytes() ? 1 : bytes / filled + 2;
  if (circle_ == 0 || buffers <= circle_) return {};
  return std::unexpected(SourceFault{EFBIG, shown_name_, std::nullopt});
}

// A message longer than the circle would overwrite its own beginning.
std::expected<void, SourceFault> BlgBufferWriter::check_circle() const {
  const std::uint64_t last =
      message_.buffer > kept_ ? message_.buffer + circle_ - 1 : kept_ + circle_;
  if (circle_ == 0 || place_.buffer < last) return {};
  return std::unexpected(SourceFault{EFBIG, shown_name_, std::nullopt});
}

std::expected<void, SourceFault> BlgBufferWriter::add(Bytes head, Bytes body, FileTime now_utc) {
  if (!state_.has_value()) return state_;
  const auto event = static_cast<std::uint32_t>(blg::padded(head.size() + body.size()));
  now_utc_ = now_utc;
  state_ = make_room(event);
  if (!state_.has_value()) {
    roll_back();
    return state_;
  }
  std::byte* const at = buffer_.data() + place_.used;
  std::ranges::copy(head, at);
  std::ranges::copy(body, at + head.size());
  std::memset(at + head.size() + body.size(), 0, event - head.size() - body.size());
  place_.used += event;
  return {};
}

std::expected<void, SourceFault> BlgBufferWriter::make_room(std::uint32_t event_bytes) {
  if (has_buffer_ && !wants_buffer_ && event_bytes <= size() - place_.used) return {};
  wants_buffer_ = false;
  OPENPERFLIB_TRY(check_circle());
  if (has_buffer_) {
    OPENPERFLIB_TRY(write_buffer(place_.used + event_bytes));
  } else if (resumed_size_ != 0) {
    OPENPERFLIB_TRY(reopen());
  }
  open_buffer();
  return {};
}

// Marks the log as unfinished again: its last buffer is no longer the last, and the number of
// buffers in its header must not be trusted. Older bytes are gone as soon as BytesUsed excludes
// them.
std::expected<void, SourceFault> BlgBufferWriter::reopen() {
  std::ranges::fill(buffer_, blg::buffer::kTail);
  const std::uint64_t end = (place_.buffer + 1) * size();
  if (place_.buffer != 0) clear_flag(flushed_header_, blg::buffer::kFirstOrLast);
  OPENPERFLIB_TRY(put(place_.buffer * size(), flushed_header_));
  OPENPERFLIB_TRY(put(resumed_size_, Bytes(buffer_).first(end - resumed_size_)));
  if (::ftruncate(fd_, static_cast<off_t>(end)) != 0) {
    return std::unexpected(SourceFault{errno, shown_name_, std::nullopt});
  }
  return patch_file_header(0, 0);
}

void BlgBufferWriter::open_buffer() {
  place_ = {.buffer = place_.buffer + 1, .used = blg::buffer::kHeaderSize};
  written_ = 0;
  has_buffer_ = true;
  std::ranges::fill(buffer_, blg::buffer::kTail);
}

BlgBufferHeader BlgBufferWriter::header_of(Place place, std::uint32_t current_offset) const {
  BlgBufferHeader header{};
  const MutableBytes bytes(header);
  store(bytes, blg::buffer::kSize.offset, size());
  store(bytes, blg::buffer::kSavedOffset.offset, place.used);
  store(bytes, blg::buffer::kCurrentOffset.offset, current_offset);
  store(bytes, blg::buffer::kSequence.offset, static_cast<std::int64_t>(place.buffer));
  store(bytes, blg::buffer::kBytesUsed.offset, place.used);
  store(bytes, blg::buffer::kFlushTime.offset, now_utc_);
  store(bytes, blg::buffer::kState.offset, kStateOfData);
  store(bytes, blg::buffer::kFlags.offset, blg::buffer::kDataOfWindows8);
  return header;
}

// The old events are removed before the buffer gets a new number, and the new ones are written
// before the header includes them: old events never follow newer ones.
std::expected<void, SourceFault> BlgBufferWriter::write_over() {
  const std::uint64_t start = place_in_file(place_.buffer) * size();
  const Place nothing{.buffer = place_.buffer, .used = blg::buffer::kHeaderSize};
  const BlgBufferHeader header = header_of(nothing, blg::buffer::kHeaderSize);
  const Bytes used = Bytes(header).subspan(blg::buffer::kBytesUsed.offset, sizeof(std::uint32_t));
  OPENPERFLIB_TRY(put(start + blg::buffer::kBytesUsed.offset, used));
  OPENPERFLIB_TRY(put(start, header));
  return put(start + blg::buffer::kHeaderSize, Bytes(buffer_).subspan(blg::buffer::kHeaderSize));
}

std::expected<void, SourceFault> BlgBufferWriter::write_buffer(std::uint32_t current_offset) {
  const BlgBufferHeader header = header_of(place_, current_offset);
  const std::uint64_t start = place_in_file(place_.buffer) * size();
  touched_ = std::max(touched_, place_.buffer);
  if (written_ == 0 && is_over_another(place_.buffer)) {
    OPENPERFLIB_TRY(write_over());
    OPENPERFLIB_TRY(put(start, header));
  } else if (written_ == 0) {
    std::ranges::copy(header, buffer_.begin());
    OPENPERFLIB_TRY(put(start, buffer_));
  } else {
    OPENPERFLIB_TRY(
        put(start + written_, Bytes(buffer_).subspan(written_, place_.used - written_)));
    OPENPERFLIB_TRY(put(start, header));
  }
  written_ = place_.used;
  if (message_.buffer == place_.buffer) {
    flushed_ = message_;
    flushed_header_ = header;
  }
  return {};
}

std::expected<void, SourceFault> BlgBufferWriter::flush() {
  if (!state_.has_value() || !has_buffer_ || written_ == place_.used) return state_;
  state_ = write_buffer(place_.used);
  if (!state_.has_value()) roll_back();
  return state_;
}

std::expected<void, SourceFault> BlgBufferWriter::finish(FileTime end_time_utc) {
  const auto flushed = flush();
  const auto marked = mark_last();
  const auto patched = patch_file_header(end_time_utc, buffers_in_file(flushed_.buffer));
  if (!flushed.has_value()) return flushed;
  return marked.has_value() ? patched : marked;
}

std::expected<void, SourceFault> BlgBufferWriter::mark_last() {
  if (flushed_.buffer == 0) return {};
  set_flag(flushed_header_, blg::buffer::kFirstOrLast);
  store(MutableBytes(flushed_header_), blg::buffer::kCurrentOffset.offset, size() + flushed_.used);
  return put(place_in_file(flushed_.buffer) * size(), flushed_header_);
}

// Parts of a message without its end: the previous contents are gone.
void BlgBufferWriter::empty_what_was_written_over() noexcept {
  for (std::uint64_t i = flushed_.buffer + 1; i <= touched_; ++i) {
    if (!is_over_another(i)) continue;
    const std::uint64_t start = place_in_file(i) * size();
    (void)write_at(
        fd_, start,
        header_of({.buffer = i, .used = blg::buffer::kHeaderSize}, blg::buffer::kHeaderSize));
    (void)write_at(fd_, start + blg::buffer::kHeaderSize,
                   Bytes(buffer_).subspan(blg::buffer::kHeaderSize));
  }
}

// Best effort: if even this fails, what was flushed still exists.
void BlgBufferWriter::roll_back() noexcept {
  const std::uint64_t start = place_in_file(flushed_.buffer) * size();
  const std::uint64_t end = buffers_in_file(flushed_.buffer) * size();
  std::ranges::fill(buffer_, blg::buffer::kTail);
  store(MutableBytes(flushed_header_), blg::buffer::kSavedOffset.offset, flushed_.used);
  store(MutableBytes(flushed_header_), blg::buffer::kBytesUsed.offset, flushed_.used);
  [[maybe_unused]] const int cut = ::ftruncate(fd_, static_cast<off_t>(end));
  (void)write_at(fd_, start, flushed_header_);
  (void)write_at(fd_, start + flushed_.used, Bytes(buffer_).subspan(flushed_.used));
  empty_what_was_written_over();
}

std::expected<void, SourceFault> BlgBufferWriter::put(std::uint64_t offset, Bytes bytes) {
  const auto written = write_at(fd_, offset, bytes);
  if (written.has_value()) return {};
  return std::unexpected(
      SourceFault{.errno_value = written.error(), .file = shown_name_, .error = std::nullopt});
}

std::expected<void, SourceFault> BlgBufferWriter::patch_file_header(FileTime end_time_utc,
                                                                    std::uint64_t buffers) {
  std::array<std::byte, sizeof(std::int64_t)> end_time{};
  std::array<std::byte, sizeof(std::uint32_t)> written{};
  store<std::int64_t>(end_time, 0, end_time_utc);
  store<std::uint32_t>(written, 0, static_cast<std::uint32_t>(buffers));
  OPENPERFLIB_TRY(put(blg::file_header::kLogFileAt + blg::file_header::kEndTime.offset, end_time));
  return put(blg::file_header::kLogFileAt + blg::file_header::kBuffersWritten.offset, written);
}

}  // namespace openperflib
