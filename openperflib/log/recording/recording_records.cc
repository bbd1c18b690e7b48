#include "openperflib/log/recording/recording_records.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_file_internal.h"

namespace openperflib {
namespace {

RecordingRecord::Kind public_kind(recording::RecordKind kind) noexcept {
  switch (kind) {
    case recording::RecordKind::block:
      return RecordingRecord::Kind::block;
    case recording::RecordKind::index:
      return RecordingRecord::Kind::index;
    case recording::RecordKind::journal:
      break;
  }
  return RecordingRecord::Kind::journal_part;
}

}  // namespace

struct RecordingRecords::State {
  LogAnomalies passed_over;
  recording::RecordingFile file;
};

RecordingRecords::RecordingRecords(std::unique_ptr<State> state) noexcept
    : state_(std::move(state)) {}
RecordingRecords::RecordingRecords(RecordingRecords&&) noexcept = default;
RecordingRecords& RecordingRecords::operator=(RecordingRecords&&) noexcept = default;
RecordingRecords::~RecordingRecords() = default;

std::expected<RecordingRecords, SourceFault> RecordingRecords::open(ByteSource file,
                                                                    std::string shown_name) {
  LogAnomalies passed_over(std::move(shown_name));
  auto opened = OPENPERFLIB_TRY(recording::RecordingFile::open(std::move(file), passed_over));
  return RecordingRecords(std::make_unique<State>(std::move(passed_over), std::move(opened)));
}

RecordingHeader RecordingRecords::header() const {
  const recording::FileHead& head = state_->file.head();
  return {.version = recording::kVersion,
          .started_utc = head.started_utc,
          .bias_minutes = head.bias_minutes,
          .zone = head.zone};
}

std::uint64_t RecordingRecords::size() const noexcept { return state_->file.size(); }

std::expected<std::optional<RecordingRecord>, SourceFault> RecordingRecords::next() {
  const auto found = OPENPERFLIB_TRY(state_->file.next(state_->passed_over));
  if (!found.has_value()) return std::nullopt;
  const recording::RecordHead& head = found->head;
  const auto kind = public_kind(head.kind);
  const bool is_index = kind == RecordingRecord::Kind::index;
  return RecordingRecord{.kind = kind,
                         .offset = found->offset,
                         .bytes = recording::record::kHeadSize + head.length,
                         .directory_bytes = is_index ? 0 : head.directory_length,
                         .block = head.block,
                         .part = head.part,
                         .blocks = is_index ? head.samples : 0,
                         .samples = is_index ? 0 : head.samples,
                         .first_time_utc = head.first_time,
                         .last_time_utc = head.last_time};
}

}  // namespace openperflib
