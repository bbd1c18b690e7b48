#include "openperflib/log/blg/blg_buffers.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_buffer_size_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"

namespace openperflib {
namespace {

// The part of buffer 0 that is read before its length is known, and kept: its record has a 16-bit
// size.
constexpr std::size_t kFirstBytes = (1U << 16) + blg::buffer::kHeaderSize;
// Circular files with more buffers are read in the order of the file.
constexpr std::uint64_t kMostSorted = 1U << 20;

std::unexpected<SourceFault> system_fault(int errno_value, const LogAnomalies& anomalies) {
  return std::unexpected(
      SourceFault{.errno_value = errno_value, .file = anomalies.file(), .error = std::nullopt});
}

Error error_in_buffer(Error error, std::uint64_t offset) noexcept {
  error.offset += offset;
  return error;
}

}  // namespace

std::expected<Bytes, int> BlgBuffers::read_at(std::uint64_t offset, std::size_t length,
                                              std::vector<std::byte>& into) const {
  if (into.size() < length) into.resize(length);
  // Fewer if the file was truncated meanwhile.
  const std::size_t size = OPENPERFLIB_TRY(file_.read(offset, MutableBytes(into).first(length)));
  return Bytes(into).first(size);
}

std::expected<bool, int> BlgBuffers::is_buffer_at(std::uint64_t offset) {
  const Bytes head = OPENPERFLIB_TRY(read_at(offset, sizeof(std::uint32_t), buffer_));
  return blg_word_at(head, 0) == offset;
}

// The length of a buffer is in buffer 0 twice. If the two differ, the one at which another buffer
// begins is used. Returns the fault of the other one.
std::expected<std::optional<Error>, int> BlgBuffers::find_size() {
  using blg::file_header::kBufferSize;
  const std::uint32_t stored = blg_word_at(first_, blg::buffer::kSize.offset);
  const std::uint32_t again =
      blg_word_at(first_, blg::file_header::kLogFileAt + kBufferSize.offset);
  buffer_size_ = stored;
  if (stored == again) {
    if (is_blg_buffer_size(stored)) return std::nullopt;
  } else if (is_blg_buffer_size(stored) &&
             (!is_blg_buffer_size(again) || OPENPERFLIB_TRY(is_buffer_at(stored)) ||
              !OPENPERFLIB_TRY(is_buffer_at(again)))) {
    return blg_error(Errc::disagrees, kBufferSize, blg::file_header::kLogFileAt, again);
  } else if (is_blg_buffer_size(again)) {
    buffer_size_ = again;
    return blg_error(Errc::disagrees, blg::buffer::kSize, 0, stored);
  }
  buffer_size_ = 0;
  return blg_error(Errc::out_of_range, blg::buffer::kSize, 0, stored);
}

std::expected<BlgBuffers, SourceFault> BlgBuffers::open(ByteSource file, LogAnomalies& anomalies) {
  const auto facts = file.facts();
  if (!facts.has_value()) return system_fault(facts.error(), anomalies);
  BlgBuffers buffers(std::move(file), facts->size);
  const auto first = buffers.read_at(0, kFirstBytes, buffers.first_);
  if (!first.has_value()) return system_fault(first.error(), anomalies);
  buffers.first_.resize(first->size());
  const auto size = buffers.find_size();
  if (!size.has_value()) return system_fault(size.error(), anomalies);
  if (buffers.buffer_size_ == 0) {
    return std::unexpected(
        SourceFault{.errno_value = 0, .file = anomalies.file(), .error = **size});
  }
  if (size->has_value()) anomalies.note(**size);
  if (buffers.first_.size() > buffers.buffer_size_) buffers.first_.resize(buffers.buffer_size_);
  const std::uint64_t length = buffers.buffer_size_;
  buffers.count_ = buffers.file_size_ / length + (buffers.file_size_ % length != 0 ? 1 : 0);
  buffers.check_header(anomalies);
  const auto header = buffers.header();
  if (header.has_value() && header->is_circular()) {
    const auto sorted = buffers.sort_by_sequence(anomalies);
    if (!sorted.has_value()) return system_fault(sorted.error(), anomalies);
  }
  return buffers;
}

std::optional<BlgFileHeaderView> BlgBuffers::header() const noexcept {
  const auto header = BlgFileHeaderView::parse(first_);
  return header.has_value() ? std::optional(*header) : std::nullopt;
}

void BlgBuffers::check_header(LogAnomalies& anomalies) const {
  using blg::file_header::kBuffersWritten;
  const auto header = BlgFileHeaderView::parse(first_);
  if (!header.has_value()) {
    anomalies.note(header.error());
    return;
  }
  const std::uint32_t written = header->buffers_written();
  if (written != 0 && written != count_) {
    anomalies.note(
        blg_error(Errc::disagrees, kBuffersWritten, blg::file_header::kLogFileAt, written));
  }
}

// Windows Server 2003 has no sequence numbers: the order of its buffers is kept.
std::expected<void, int> BlgBuffers::sort_by_sequence(LogAnomalies& anomalies) {
  using namespace blg::file_header;
  const bool has_numbers = header()->version() != kVersionOfServer2003;
  if (!has_numbers || count_ > kMostSorted) {
    anomalies.note(blg_error(Errc::over_limit, kLogFileMode, blg::file_header::kLogFileAt,
                             header()->log_file_mode()));
    return {};
  }
  std::vector<std::pair<std::int64_t, std::uint32_t>> numbered;
  for (std::uint64_t i = kFirst; i < count_; ++i) {
    const Bytes bytes =
        OPENPERFLIB_TRY(read_at(i * buffer_size_, blg::buffer::kHeaderSize, buffer_));
    const auto buffer = BlgBufferView::parse(bytes, buffer_size_);
    if (!buffer.has_value()) break;  // the end of the file: next() reports it
    numbered.emplace_back(buffer->sequence_number(), static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(numbered);
  for (const auto& [number, index] : numbered) order_.push_back(index);
  return {};
}

std::uint64_t BlgBuffers::position() const noexcept {
  return std::min(next_ * buffer_size_, file_size_);
}

std::expected<std::optional<BlgBuffers::Buffer>, SourceFault> BlgBuffers::next(
    LogAnomalies& anomalies) {
  while (next_ < count_) {
    const std::uint64_t place = next_++ - kFirst;
    const std::uint64_t index = place < order_.size() ? order_[place] : place + kFirst;
    const std::uint64_t offset = index * buffer_size_;
    const auto bytes = read_at(offset, buffer_size_, buffer_);
    if (!bytes.has_value()) return system_fault(bytes.error(), anomalies);
    const auto view = BlgBufferView::parse(*bytes, buffer_size_);
    if (!view.has_value()) {
      anomalies.lose(error_in_buffer(view.error(), offset), {.bytes = bytes->size(), .records = 0});
      continue;
    }
    if (view->fault().has_value()) anomalies.note(error_in_buffer(*view->fault(), offset));
    return Buffer{*view, offset};
  }
  return std::nullopt;
}

}  // namespace openperflib
