#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording_samples_internal.h"

namespace openperflib::recording {
namespace {

Error error_at(Errc code, const Field& field, std::uint64_t offset) noexcept {
  return {code, 0, &field, offset};
}

}  // namespace

std::expected<void, SourceFault> RecordingSamples::take_journal(const FoundRecord& record,
                                                                OddityList& oddities) {
  const RecordHead& head = record.head;
  const auto lose = [&](Errc code, const Field& field, std::uint64_t offset) {
    journal_block_.reset();
    oddities.lose(error_at(code, field, offset), {.bytes = head.length, .records = head.samples});
  };
  samples_left_ = 0;
  if (head.length > kMostRaw) {
    lose(Errc::over_limit, record::kLength.field, record.offset + record::kLength.offset);
    return {};
  }
  const Bytes payload =
      OPENPERFLIB_TRY(file_.read(record.payload_offset(), static_cast<std::size_t>(head.length)));
  if (crc32c(payload) != head.payload_checksum) {
    lose(Errc::wrong_value, record::kPayloadChecksum.field,
         record.offset + record::kPayloadChecksum.offset);
    return {};
  }
  if (head.part == 0) {
    journal_.restart();
    journal_block_ = head.block;
    next_part_ = 0;
    pieces_are_new_ = true;
  }
  if (journal_block_ != head.block || next_part_ != head.part) {  // what it goes on from is lost
    lose(Errc::missing, record::kPart.field, record.offset + record::kPart.offset);
    return {};
  }
  ++next_part_;
  if (!journal_.add(payload)) {
    lose(Errc::wrong_value, sample::kStream, record.payload_offset());
    return {};
  }
  samples_left_ = head.samples;
  return {};
}

const RecordedSample* RecordingSamples::next_of_journal(OddityList& oddities) {
  const RecordedSample* sample = journal_.next();
  if (sample != nullptr) {
    --samples_left_;
    return sample;
  }
  oddities.lose(error_at(Errc::wrong_value, sample::kEntry, record_.payload_offset()),
                {.bytes = record_.head.length, .records = samples_left_});
  samples_left_ = 0;
  if (!journal_.is_sound()) journal_block_.reset();
  return nullptr;
}

std::expected<std::optional<FoundSample>, SourceFault> RecordingSamples::next(
    OddityList& oddities) {
  for (;;) {
    while (samples_left_ != 0) {
      const RecordedSample* sample = next_of_journal(oddities);
      if (sample == nullptr) break;
      return FoundSample{sample, &journal_.pieces(), std::exchange(pieces_are_new_, false),
                         record_.offset};
    }
    const auto record = OPENPERFLIB_TRY(file_.next(oddities));
    if (!record.has_value()) return std::nullopt;
    record_ = *record;
    OPENPERFLIB_TRY(take_journal(record_, oddities));
  }
}

}  // namespace openperflib::recording
