#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/recording_samples_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::recording {

void RecordingSamples::lose(Errc code, const Field& field, std::uint64_t offset) {
  const std::uint32_t lost = record_.head.samples - std::min(record_.head.samples, skipped_);
  pending_.lose({code, 0, &field, offset}, {.bytes = record_.head.length, .records = lost});
  from_ = From::nothing;
  journal_is_sound_ = false;
}

std::expected<void, SourceFault> RecordingSamples::take_journal() {
  const RecordHead& head = record_.head;
  const auto member = [&](const Member& which) { return record_.offset + which.offset; };
  if (head.length > kMostRaw) {
    lose(Errc::over_limit, record::kLength.field, member(record::kLength));
    return {};
  }
  const Bytes payload =
      OPENPERFLIB_TRY(file_.read(record_.payload_offset(), static_cast<std::size_t>(head.length)));
  if (crc32c(payload) != head.payload_checksum) {
    lose(Errc::wrong_value, record::kPayloadChecksum.field, member(record::kPayloadChecksum));
    return {};
  }
  if (head.part == 0) {
    journal_.restart();
    journal_is_sound_ = true;
    next_part_ = 0;
    pieces_are_new_ = true;
  }
  if (!journal_is_sound_ || next_part_ != head.part) {  // its predecessor is lost
    lose(Errc::missing, record::kPart.field, member(record::kPart));
    return {};
  }
  ++next_part_;
  if (!journal_.add(payload)) {
    lose(Errc::wrong_value, sample::kStream, record_.payload_offset());
    return {};
  }
  from_ = From::journal;
  samples_left_ = head.samples;
  return {};
}

std::expected<void, SourceFault> RecordingSamples::take_chunks() {
  const std::uint64_t begin = record_.payload_offset() + record_.head.directory_length;
  const std::uint64_t room = record_.head.length - record_.head.directory_length;
  for (std::size_t i = 0; i < block_.chunks().size(); ++i) {
    const BlockDecoder::Chunk chunk = block_.chunks()[i];
    if (!chunk.is_wanted) continue;
    const bool is_inside = contains(room, chunk.offset, chunk.length);
    const Bytes bytes =
        is_inside ? OPENPERFLIB_TRY(file_.read(begin + chunk.offset, chunk.length)) : Bytes();
    if (block_.add(i, bytes)) continue;
    pending_.lose({Errc::wrong_value, 0, &sample::kChunk, begin + chunk.offset},
                  {.bytes = chunk.length, .records = 0});
  }
  return {};
}

bool RecordingSamples::open_block(Bytes directory, std::uint32_t samples) {
  if (!block_.open(directory, samples)) return false;
  choice_.take(block_.pieces());
  return block_.choose(choice_);
}

std::expected<void, SourceFault> RecordingSamples::take_block() {
  const RecordHead& head = record_.head;
  journal_is_sound_ = false;
  const bool is_sane = head.samples <= kMostSamples && head.directory_length <= head.length &&
                       head.directory_length <= kMostRaw;
  const Bytes directory =
      is_sane ? OPENPERFLIB_TRY(file_.read(record_.payload_offset(), head.directory_length))
              : Bytes();
  if (!is_sane || crc32c(directory) != head.payload_checksum ||
      !open_block(directory, head.samples)) {
    lose(Errc::wrong_value, sample::kDirectory, record_.payload_offset());
    return {};
  }
  pending_.clear();  // it contains everything that a journal before it lacks
  OPENPERFLIB_TRY(take_chunks());
  if (block_.has_lost(0) || block_.has_lost(title::kCollectionStatus)) {
    lose(Errc::wrong_value, sample::kChunk, record_.payload_offset());
    return {};
  }
  from_ = From::block;
  samples_left_ = head.samples;
  pieces_are_new_ = true;
  return {};
}

// Whether a record of the block `number` may have samples that were not returned yet.
std::expected<void, SourceFault> RecordingSamples::take(const FoundRecord& record,
                                                        LogAnomalies& anomalies) {
  record_ = record;
  from_ = From::nothing;
  samples_left_ = 0;
  const std::uint32_t number = record.head.block;
  const std::uint32_t expected = current_.has_value() ? *current_ + 1 : 0;
  if (number > expected) passed_over_.move_to(anomalies);  // a block is missing there
  if (!current_.has_value() || number > *current_) {
    pending_.move_to(anomalies);
    current_ = number;
    given_ = 0;
    block_is_done_ = false;
    journal_is_sound_ = false;
  }
  if (number < *current_ || block_is_done_) {  // the rest of a journal, and what was before it
    passed_over_.clear();
    return {};
  }
  passed_over_.move_to(pending_);
  skipped_ = record.head.kind == RecordKind::block ? given_ : 0;
  if (record.head.kind == RecordKind::journal) return take_journal();
  OPENPERFLIB_TRY(take_block());
  block_is_done_ = from_ == From::block;
  return {};
}

const RecordedSample* RecordingSamples::next_of_record() {
  const RecordedSample* sample = from_ == From::block ? block_.next() : journal_.next();
  if (sample != nullptr) {
    --samples_left_;
    return sample;
  }
  pending_.lose({Errc::wrong_value, 0, &sample::kEntry, record_.payload_offset()},
                {.bytes = record_.head.length, .records = samples_left_});
  samples_left_ = 0;
  journal_is_sound_ = journal_is_sound_ && journal_.is_sound();
  return nullptr;
}

// An index is trusted if its last block is where it says.
std::expected<bool, SourceFault> RecordingSamples::move_to_last_block(const IndexedSpan& span) {
  const auto last = OPENPERFLIB_TRY(file_.record_at(span.last_block));
  const bool is_it = last.has_value() && last->head.kind == RecordKind::block &&
                     last->head.block == span.index.block + (span.index.samples - 1) &&
                     last->payload_offset() + last->head.length + record::kHeadSize == span.end;
  if (is_it) {
    file_.move_to(span.last_block);
    return true;
  }
  passed_over_.note({Errc::disagrees, span.index.directory_length, &record::kDirectoryLength.field,
                     span.end - record::kHeadSize + record::kDirectoryLength.offset});
  return false;
}

// The last block of the last span that is too old may be needed as the predecessor of the first
// requested sample.
std::expected<void, SourceFault> RecordingSamples::pass_over_spans() {
  if (std::exchange(looks_for_spans_, false)) spans_ = OPENPERFLIB_TRY(file_.spans(passed_over_));
  const auto is_here = [&](std::size_t span) {
    return span < spans_.size() && spans_[span].begin == file_.position();
  };
  const auto is_too_old = [&](std::size_t span) { return spans_[span].index.last_time < begin_; };
  while (next_span_ < spans_.size() && spans_[next_span_].begin < file_.position()) ++next_span_;
  for (; is_here(next_span_); ++next_span_) {
    const IndexedSpan& span = spans_[next_span_];
    const bool is_too_late = span.index.first_time > end_;
    if (!is_too_late && !is_too_old(next_span_)) return {};
    const bool has_the_one_before =
        !is_too_late && !(next_span_ + 1 < spans_.size() &&
                          spans_[next_span_ + 1].begin == span.end && is_too_old(next_span_ + 1));
    if (!has_the_one_before) {
      file_.move_to(span.end);
      continue;
    }
    if (!OPENPERFLIB_TRY(move_to_last_block(span))) spans_.clear();
    return {};
  }
  return {};
}

std::expected<std::optional<FoundRecord>, SourceFault> RecordingSamples::next_wanted() {
  if (held_.has_value()) return std::exchange(held_, std::nullopt);
  for (;;) {
    OPENPERFLIB_TRY(pass_over_spans());
    const auto record = OPENPERFLIB_TRY(file_.next(passed_over_));
    if (!record.has_value()) return std::exchange(before_, std::nullopt);
    if (record->head.kind == RecordKind::index) continue;
    if (record->head.kind == RecordKind::block && record->head.first_time > end_) continue;
    if (record->head.kind == RecordKind::block && record->head.last_time < begin_) {
      before_ = record;
      continue;
    }
    if (!before_.has_value()) return record;
    held_ = record;
    return std::exchange(before_, std::nullopt);
  }
}

std::expected<std::optional<FoundSample>, SourceFault> RecordingSamples::next(
    LogAnomalies& anomalies) {
  for (;;) {
    while (samples_left_ != 0) {
      const RecordedSample* sample = next_of_record();
      if (sample == nullptr) break;
      if (skipped_ != 0) {
        --skipped_;
        continue;
      }
      ++given_;
      if (pieces_are_new_ && from_ == From::journal) choice_.take(journal_.pieces());
      return FoundSample{sample, from_ == From::block ? &block_.pieces() : &journal_.pieces(),
                         std::exchange(pieces_are_new_, false), record_.offset,
                         from_ == From::block ? &block_ : nullptr};
    }
    const auto record = OPENPERFLIB_TRY(next_wanted());
    if (!record.has_value()) {
      pending_.move_to(anomalies);
      passed_over_.move_to(anomalies);
      return std::nullopt;
    }
    OPENPERFLIB_TRY(take(*record, anomalies));
  }
}

}  // namespace openperflib::recording
