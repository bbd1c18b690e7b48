#include "openperflib/log/blg/blg_event_walk.h"

#include <algorithm>
#include <utility>

#include "openperflib/log/blg/blg_fault_internal.h"

namespace openperflib {
namespace {

// The position of the first intact event at or after `from`; the end of the bytes if there is none.
std::size_t find_event(Bytes bytes, std::size_t from) noexcept {
  for (std::size_t at = from; contains(bytes.size(), at, blg::event::kHeadSize);
       at += blg::kAlignment) {
    if (BlgEventView::parse(bytes.subspan(at)).has_value()) return at;
  }
  return bytes.size();
}

bool is_tail(Bytes bytes) noexcept {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == blg::buffer::kTail; });
}

// The time of the sample that an unreadable event belonged to.
std::optional<FileTime> time_of_sample(Bytes event) noexcept {
  using namespace blg::event;
  if (!contains(event.size(), 0, kHeadSize)) return std::nullopt;
  const auto kind = static_cast<BlgKind>(load<std::uint8_t>(event, kKind.offset));
  const auto version = load<std::uint16_t>(event, kVersion.offset);
  if (kind != BlgKind::data || version != kVersionValue) return std::nullopt;
  return load<std::int64_t>(event, kTime.offset);
}

// An event has a wrong size if that does not lead to another event, but another one begins inside
// it.
bool has_wrong_size(Bytes rest, const BlgEventView& event) noexcept {
  const std::size_t next = std::min(blg::padded(event.size()), rest.size());
  if (next == rest.size() || BlgEventView::parse(rest.subspan(next)).has_value()) return false;
  return find_event(rest, blg::event::kHeadSize) < next;
}

// Samples in bytes that should not contain events; `last` was counted before, `other` is elsewhere.
std::uint64_t samples_in(Bytes bytes, std::optional<FileTime> last,
                         std::optional<FileTime> other) noexcept {
  std::uint64_t samples = 0;
  for (std::size_t at = find_event(bytes, 0); at < bytes.size(); at = find_event(bytes, at)) {
    const auto event = BlgEventView::parse(bytes.subspan(at));
    const FileTime time = event->time_local();
    if (event->kind() == BlgKind::data && last != time && other != time) {
      last = time;
      ++samples;
    }
    at += blg::padded(event->size());
  }
  return samples;
}

}  // namespace

// Events after BytesUsed: the number is wrong, or they are older; this cannot be decided.
void BlgEventWalk::check_tail(LogAnomalies& anomalies, std::optional<FileTime> pending) {
  const Bytes tail = std::exchange(tail_, Bytes());
  if (is_tail(tail.first(std::min(tail.size(), blg::kAlignment)))) return;
  const std::uint64_t samples = samples_in(tail, lost_, pending);
  if (samples == 0) return;
  Error error = blg_error(Errc::disagrees, blg::buffer::kBytesUsed, 0, 0);
  error.offset += buffer_offset_;
  anomalies.lose(error, {.bytes = tail.size(), .records = samples});
}

void BlgEventWalk::skip(std::size_t bytes) noexcept {
  rest_ = rest_.subspan(std::min(bytes, rest_.size()));
  offset_ += bytes;
}

std::optional<BlgEventView> BlgEventWalk::next(LogAnomalies& anomalies,
                                               std::optional<FileTime> pending) {
  while (!rest_.empty()) {
    const auto event = BlgEventView::parse(rest_);
    const bool is_sound = event.has_value() && !has_wrong_size(rest_, *event);
    if (is_sound) {
      event_offset_ = offset_;
      skip(blg::padded(event->size()));
      return *event;
    }
    if (ends_with_tail_ && is_tail(rest_)) break;
    Error error = event.has_value() ? blg_error(Errc::outside, blg::event::kSize, 0, event->size())
                                    : event.error();
    error.offset += offset_;
    const std::size_t skipped = find_event(rest_, blg::kAlignment);
    const auto time = time_of_sample(rest_);
    const bool is_another = time.has_value() && time != lost_;
    if (is_another) lost_ = time;
    anomalies.lose(error, {.bytes = skipped, .records = is_another ? 1U : 0U});
    // What is cut off at the end of the events continues after it.
    if (skipped == rest_.size()) tail_ = Bytes(rest_.data(), rest_.size() + tail_.size());
    skip(skipped);
  }
  check_tail(anomalies, pending);
  return std::nullopt;
}

}  // namespace openperflib
