#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"

namespace openperflib {
namespace {

using EventHead = std::array<std::byte, blg::event::kHeadSize>;

EventHead head_of(const BlgEventFacts& facts, const BlgWriterMessage& message) {
  EventHead head{};
  const MutableBytes bytes(head);
  store(bytes, blg::event::kHeaderType.offset, facts.header_type);
  store(bytes, blg::event::kMarker.offset, blg::event::kMarkerValue);
  store(bytes, blg::event::kKind.offset, static_cast<std::uint8_t>(message.kind));
  store(bytes, blg::event::kVersion.offset, blg::event::kVersionValue);
  store(bytes, blg::event::kThread.offset, facts.thread_id);
  store(bytes, blg::event::kProcess.offset, facts.process_id);
  store(bytes, blg::event::kTime.offset, message.time_local);
  std::ranges::copy(std::as_bytes(std::span(blg::event::kPdhGuid)),
                    head.begin() + blg::event::kSignature.offset);
  store(bytes, blg::event::kWords.offset, facts.words[0]);
  store(bytes, blg::event::kWords.offset + sizeof(std::uint32_t), facts.words[1]);
  std::ranges::copy(std::as_bytes(std::span(facts.log_guid)),
                    head.begin() + blg::event::kLogGuid.offset);
  return head;
}

constexpr std::size_t kMostPadding = 7;

// Returns how much of the body one event has at most.
std::size_t longest_part(const BlgBufferWriter& buffers) {
  return std::min(kLongestBlgPart, buffers.most_event_bytes() - blg::event::kHeadSize);
}

std::size_t parts_of(std::size_t body_bytes, std::size_t longest) {
  return body_bytes == 0 ? 1 : (body_bytes + longest - 1) / longest;
}

std::size_t most_bytes(std::size_t body_bytes, std::size_t parts) {
  return body_bytes + parts * (blg::event::kHeadSize + kMostPadding);
}

}  // namespace

BlgEventFacts event_facts_from(const BlgWriterOptions& options) {
  BlgEventFacts facts;
  facts.log_guid = options.guid;
  facts.thread_id = options.thread_id;
  facts.process_id = options.process_id;
  return facts;
}

std::expected<void, SourceFault> check_room(const BlgBufferWriter& buffers,
                                            std::size_t body_bytes) {
  const std::size_t longest = longest_part(buffers);
  return buffers.check_room(most_bytes(body_bytes, parts_of(body_bytes, longest)),
                            most_bytes(longest, 1));
}

std::expected<void, SourceFault> add_message(BlgBufferWriter& buffers, const BlgEventFacts& facts,
                                             const BlgWriterMessage& message, FileTime now_utc) {
  EventHead head = head_of(facts, message);
  const MutableBytes bytes(head);
  const std::size_t most = longest_part(buffers);
  const std::size_t parts = parts_of(message.body.size(), most);
  store(bytes, blg::event::kParts.offset, static_cast<std::uint32_t>(parts));
  buffers.begin_message(most_bytes(message.body.size(), parts));
  for (std::size_t i = 0; i < parts; ++i) {
    const Bytes rest = message.body.subspan(i * most);
    const Bytes body = rest.first(std::min(rest.size(), most));
    store(bytes, blg::event::kPart.offset, static_cast<std::uint32_t>(i + 1));
    store(bytes, blg::event::kSize.offset,
          static_cast<std::uint16_t>(blg::event::kHeadSize + body.size()));
    OPENPERFLIB_TRY(buffers.add(head, body, now_utc));
  }
  buffers.end_message();
  return {};
}

}  // namespace openperflib
