#include "openperflib/log/blg_event_walk.h"

#include <algorithm>
#include <cstring>

#include "openperflib/base/checked.h"
#include "openperflib/log/blg_fault_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kAlignment = 8;

std::size_t padded(std::size_t size) noexcept {
  return checked_round_up(size, kAlignment).value_or(size);
}

// Where the first sound event at or behind `from` begins; the end of the bytes where there is none.
std::size_t find_event(Bytes bytes, std::size_t from) noexcept {
  for (std::size_t at = from; contains(bytes.size(), at, blg::event::kHeadSize); at += kAlignment) {
    if (BlgEventView::parse(bytes.subspan(at)).has_value()) return at;
  }
  return bytes.size();
}

bool is_tail(Bytes bytes) noexcept {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == blg::buffer::kTail; });
}

// Whether what cannot be read was a sample in one piece. Of one in pieces the others will tell.
bool was_sample(Bytes event) noexcept {
  using namespace blg::event;
  if (!contains(event.size(), 0, kHeadSize)) return false;
  const auto part = load<std::uint32_t>(event, kPart.offset);
  const auto parts = load<std::uint32_t>(event, kParts.offset);
  return load<std::uint8_t>(event, kKind.offset) == static_cast<std::uint8_t>(BlgKind::data) &&
         load<std::uint16_t>(event, kVersion.offset) == kVersionValue && part <= 1 && parts <= 1;
}

// An event whose size leads to no other, and into which another one begins, has a wrong size.
bool has_wrong_size(Bytes rest, const BlgEventView& event) noexcept {
  const std::size_t next = std::min(padded(event.size()), rest.size());
  if (next == rest.size() || BlgEventView::parse(rest.subspan(next)).has_value()) return false;
  return find_event(rest, blg::event::kHeadSize) < next;
}

}  // namespace

void BlgEventWalk::skip(std::size_t bytes) noexcept {
  rest_ = rest_.subspan(std::min(bytes, rest_.size()));
  offset_ += bytes;
}

std::optional<BlgEventView> BlgEventWalk::next(OddityList& oddities) {
  while (!rest_.empty()) {
    const auto event = BlgEventView::parse(rest_);
    const bool is_sound = event.has_value() && !has_wrong_size(rest_, *event);
    if (is_sound) {
      event_offset_ = offset_;
      skip(padded(event->size()));
      return *event;
    }
    if (ends_with_tail_ && is_tail(rest_)) break;
    Error error = event.has_value() ? blg_error(Errc::outside, blg::event::kSize, 0, event->size())
                                    : event.error();
    error.offset += offset_;
    const std::size_t skipped = find_event(rest_, kAlignment);
    oddities.lose(error, {.bytes = skipped, .records = was_sample(rest_) ? 1U : 0U});
    skip(skipped);
  }
  return std::nullopt;
}

}  // namespace openperflib
