#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"

namespace openperflib {
namespace {

using namespace blg::event;
using EventHead = std::array<std::byte, kHeadSize>;

EventHead head_of(const BlgEventFacts& facts, const BlgWriterMessage& message) {
  EventHead head{};
  const MutableBytes bytes(head);
  store(bytes, kHeaderType.offset, facts.header_type);
  store(bytes, kMarker.offset, kMarkerValue);
  store(bytes, kKind.offset, static_cast<std::uint8_t>(message.kind));
  store(bytes, kVersion.offset, kVersionValue);
  store(bytes, kThread.offset, facts.thread_id);
  store(bytes, kProcess.offset, facts.process_id);
  store(bytes, kTime.offset, message.time_local);
  std::ranges::copy(std::as_bytes(std::span(kPdhGuid)), head.begin() + kSignature.offset);
  store(bytes, kWords.offset, facts.words[0]);
  store(bytes, kWords.offset + sizeof(std::uint32_t), facts.words[1]);
  std::ranges::copy(std::as_bytes(std::span(facts.log_guid)), head.begin() + kLogGuid.offset);
  return head;
}

}  // namespace

BlgEventFacts event_facts_from(const BlgWriterOptions& options) {
  BlgEventFacts facts;
  facts.log_guid = options.guid;
  facts.thread_id = options.thread_id;
  facts.process_id = options.process_id;
  return facts;
}

std::expected<void, SourceFault> add_message(BlgBufferWriter& buffers, const BlgEventFacts& facts,
                                             const BlgWriterMessage& message, FileTime now_utc) {
  EventHead head = head_of(facts, message);
  const MutableBytes bytes(head);
  const std::size_t most = std::min(facts.longest_part, buffers.most_event_bytes() - kHeadSize);
  const std::size_t parts = message.body.empty() ? 1 : (message.body.size() + most - 1) / most;
  store(bytes, kParts.offset, static_cast<std::uint32_t>(parts));
  constexpr std::size_t kMostPadding = 7;
  buffers.begin_message(message.body.size() + parts * (kHeadSize + kMostPadding));
  for (std::size_t i = 0; i < parts; ++i) {
    const Bytes rest = message.body.subspan(i * most);
    const Bytes body = rest.first(std::min(rest.size(), most));
    store(bytes, kPart.offset, static_cast<std::uint32_t>(i + 1));
    store(bytes, blg::event::kSize.offset, static_cast<std::uint16_t>(kHeadSize + body.size()));
    OPENPERFLIB_TRY(buffers.add(head, body, now_utc));
  }
  buffers.end_message();
  return {};
}

}  // namespace openperflib
