#include "openperflib/log/blg/blg_messages.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"

namespace openperflib {
namespace {

std::uint64_t body_at(std::uint64_t event) noexcept { return event + blg::event::kHeadSize; }

}  // namespace

std::uint64_t BlgMessage::file_offset(std::uint64_t body_offset) const noexcept {
  const auto behind = std::ranges::upper_bound(parts, body_offset, {}, &Part::body_offset);
  const Part& part = *(behind == parts.begin() ? behind : behind - 1);
  return part.file_offset + (body_offset - part.body_offset);
}

Error BlgMessage::in_file(Error error, Bytes part) const noexcept {
  const auto at = static_cast<std::uint64_t>(part.data() - body.data());
  error.offset = file_offset(at + error.offset);
  return error;
}

bool BlgMessageJoiner::is_part_of_pending(const BlgEventView& event) const noexcept {
  return pending_ && event.kind() == kind_ && event.time_local() == time_local_ &&
         event.parts() == parts_count_ && event.part() != 1;
}

bool BlgMessageJoiner::has_wrong_time(const BlgEventView& event,
                                      std::uint64_t offset) const noexcept {
  return pending_ && event.kind() == kind_ && event.parts() == parts_count_ &&
         event.part() == next_part_ && offset == next_offset_;
}

void BlgMessageJoiner::pass(const BlgEventView& event, std::uint64_t offset) noexcept {
  next_part_ = event.part() + 1;
  next_offset_ = offset + (event.size() + blg::kAlignment - 1) / blg::kAlignment * blg::kAlignment;
}

void BlgMessageJoiner::begin(const BlgEventView& event, std::uint64_t offset) {
  pending_ = true;
  dropped_ = false;
  kind_ = event.kind();
  time_local_ = event.time_local();
  next_part_ = 1;
  parts_count_ = event.parts();
  offset_ = offset;
  body_size_ = 0;
  parts_.clear();
}

// The vector keeps its size from message to message: to resize it would fill it with zeros, just
// before the bytes of the part replace them.
void BlgMessageJoiner::append(const BlgEventView& event, std::uint64_t offset) {
  parts_.push_back({body_size_, body_at(offset)});
  const Bytes body = event.body();
  if (body.empty()) return;
  const std::size_t end = body_size_ + body.size();  // at most kMostBytes
  if (body_.size() < end) body_.resize(end);
  std::memcpy(body_.data() + body_size_, body.data(), body.size());
  body_size_ = end;
}

// The pending message is lost; its other parts are skipped silently.
void BlgMessageJoiner::drop(const Error& error, LogAnomalies& anomalies) {
  if (!std::exchange(dropped_, true)) {
    const bool is_sample = kind_ == BlgKind::data && !is_reported(time_local_);
    if (is_sample) note_lost(time_local_);
    anomalies.lose(error, {.bytes = body_size_, .records = is_sample ? 1U : 0U});
  }
}

void BlgMessageJoiner::end(LogAnomalies& anomalies) {
  if (pending_) {
    drop(blg_error(Errc::missing, blg::event::kPart, offset_, next_part_), anomalies);
  }
  pending_ = false;
}

// A part whose first part is missing. The other parts of the same message belong to it. If only its
// time differs, or a message of a single part has its time, its sample was already reported.
void BlgMessageJoiner::lose_orphan(const BlgEventView& event, std::uint64_t offset,
                                   LogAnomalies& anomalies) {
  const bool is_same = has_wrong_time(event, offset);
  end(anomalies);
  begin(event, offset);
  pass(event, offset);
  if (is_same || given_ == event.time_local()) note_lost(event.time_local());
  if (!is_same) drop(blg_error(Errc::missing, blg::event::kPart, offset, event.part()), anomalies);
  dropped_ = true;
}

std::optional<BlgMessage> BlgMessageJoiner::join(const BlgEventView& event, std::uint64_t offset,
                                                 LogAnomalies& anomalies) {
  using blg::event::kPart;
  const bool is_last = event.part() == parts_count_;
  if (!dropped_ && event.part() < next_part_) {  // a duplicate
    anomalies.note(blg_error(Errc::disagrees, kPart, offset, event.part()));
    return std::nullopt;
  }
  if (event.part() > next_part_)
    drop(blg_error(Errc::missing, kPart, offset, event.part()), anomalies);
  if (!contains(kMostBytes, body_size_, event.body().size())) {
    drop(blg_error(Errc::over_limit, blg::event::kParts, offset_, parts_count_), anomalies);
  }
  if (!dropped_) append(event, offset);
  pass(event, offset);
  if (!is_last) return std::nullopt;
  pending_ = false;
  if (dropped_) return std::nullopt;
  return BlgMessage{kind_, time_local_, Bytes(body_).first(body_size_), offset_, parts_};
}

std::optional<BlgMessage> BlgMessageJoiner::add(const BlgEventView& event, std::uint64_t offset,
                                                LogAnomalies& anomalies) {
  if (is_part_of_pending(event)) return join(event, offset, anomalies);
  if (event.parts() == 1) {
    if (event.kind() == kind_) end(anomalies);  // a message never begins inside one of its kind
    if (pending_ && !dropped_) {  // inside one of another kind it may: the parts continue after it
      anomalies.note(blg_error(Errc::disagrees, blg::event::kPart, offset, event.part()));
    }
    single_ = {0, body_at(offset)};
    given_ = event.time_local();
    return BlgMessage{event.kind(), event.time_local(), event.body(), offset, {&single_, 1}};
  }
  if (event.part() != 1) {
    lose_orphan(event, offset, anomalies);
    return std::nullopt;
  }
  end(anomalies);
  begin(event, offset);
  return join(event, offset, anomalies);
}

void BlgMessages::rewind() {
  buffers_.rewind();
  events_ = {};
  joiner_ = {};
}

std::expected<std::optional<BlgMessage>, SourceFault> BlgMessages::next(LogAnomalies& anomalies) {
  for (;;) {
    while (const auto event = events_.next(anomalies, joiner_.pending_sample())) {
      joiner_.note_lost(events_.lost_time_local());
      if (auto message = joiner_.add(*event, events_.offset(), anomalies)) return message;
    }
    joiner_.note_lost(events_.lost_time_local());
    const auto buffer = OPENPERFLIB_TRY(buffers_.next(anomalies));
    if (!buffer.has_value()) break;
    events_ = BlgEventWalk(buffer->view, buffer->offset);
  }
  events_ = {};
  joiner_.end(anomalies);
  return std::nullopt;
}

}  // namespace openperflib
