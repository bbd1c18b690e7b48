#include "openperflib/log/blg/blg_buffer_view.h"

#include "openperflib/log/blg/blg_fault_internal.h"

namespace openperflib {
namespace {

std::optional<Error> size_fault(Bytes bytes, std::uint32_t size) noexcept {
  using namespace blg::buffer;
  const auto stored = load<std::uint32_t>(bytes, kSize.offset);
  const auto used = load<std::uint32_t>(bytes, kBytesUsed.offset);
  if (used < kHeaderSize) return blg_error(Errc::out_of_range, kBytesUsed, 0, used);
  if (!contains(size, 0, used)) return blg_error(Errc::outside, kBytesUsed, 0, used);
  if (used % blg::kAlignment != 0) return blg_error(Errc::misaligned, kBytesUsed, 0, used);
  if (!contains(bytes.size(), 0, used)) {
    return blg_error(Errc::truncated, kBytesUsed, 0, used - bytes.size());
  }
  if (stored != size) return blg_error(Errc::disagrees, kSize, 0, stored);
  return std::nullopt;
}

}  // namespace

std::expected<BlgBufferView, Error> BlgBufferView::parse(Bytes bytes, std::uint32_t size) noexcept {
  using namespace blg::buffer;
  if (!contains(bytes.size(), 0, kHeaderSize)) {
    return blg_fault(Errc::truncated, kSize, 0, kHeaderSize - bytes.size());
  }
  BlgBufferView view(bytes);
  view.fault_ = size_fault(bytes, size);
  const std::size_t end = view.knows_end() ? view.bytes_used() : bytes.size();
  view.events_ = bytes.first(end).subspan(kHeaderSize);
  return view;
}

bool BlgBufferView::knows_end() const noexcept {
  return !fault_.has_value() || fault_->field == &blg::buffer::kSize.field;
}

std::uint32_t BlgBufferView::stored_size() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kSize.offset);
}

std::uint32_t BlgBufferView::bytes_used() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kBytesUsed.offset);
}

std::uint32_t BlgBufferView::saved_offset() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kSavedOffset.offset);
}

std::uint32_t BlgBufferView::current_offset() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kCurrentOffset.offset);
}

std::uint32_t BlgBufferView::reference_count() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kReferenceCount.offset);
}

FileTime BlgBufferView::flush_time_utc() const noexcept {
  return load<std::int64_t>(bytes_, blg::buffer::kFlushTime.offset);
}

std::int64_t BlgBufferView::sequence_number() const noexcept {
  return load<std::int64_t>(bytes_, blg::buffer::kSequence.offset);
}

std::uint32_t BlgBufferView::client_context() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kClientContext.offset);
}

std::uint32_t BlgBufferView::state() const noexcept {
  return load<std::uint32_t>(bytes_, blg::buffer::kState.offset);
}

std::uint16_t BlgBufferView::flags() const noexcept {
  return load<std::uint16_t>(bytes_, blg::buffer::kFlags.offset);
}

std::uint16_t BlgBufferView::type() const noexcept {
  return load<std::uint16_t>(bytes_, blg::buffer::kType.offset);
}

Bytes BlgBufferView::content() const noexcept { return bytes_.subspan(blg::buffer::kHeaderSize); }

}  // namespace openperflib
