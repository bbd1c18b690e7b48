#include <fcntl.h>

#include <utility>

#include "apps/perflib/sources/log_inspection.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_records.h"

namespace openperflib::apps {
namespace {

UniqueFd open_file(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

RecordingFacts::Kind kind_of(RecordingRecord::Kind kind) noexcept {
  switch (kind) {
    case RecordingRecord::Kind::journal_part:
      return RecordingFacts::Kind::journal_part;
    case RecordingRecord::Kind::block:
      return RecordingFacts::Kind::block;
    case RecordingRecord::Kind::index:
      break;
  }
  return RecordingFacts::Kind::index;
}

RecordingFacts::Record record_facts(const RecordingRecord& record) {
  return {.offset = record.offset,
          .kind = kind_of(record.kind),
          .block = record.block,
          .part = record.part,
          .blocks = record.blocks,
          .samples = record.samples,
          .first_time_utc = record.first_time_utc,
          .last_time_utc = record.last_time_utc,
          .bytes = record.bytes,
          .directory_bytes = record.directory_bytes};
}

std::expected<void, SourceFault> add_records(const std::string& path, RecordingFacts& facts) {
  auto records = RecordingRecords::open(open_file(path), path);
  if (!records.has_value()) return std::unexpected(records.error());
  const RecordingHeader header = records->header();
  facts.size = records->size();
  facts.header = {.version = header.version,
                  .started_utc = header.started_utc,
                  .bias_minutes = header.bias_minutes,
                  .zone = header.zone};
  for (;;) {
    const auto record = records->next();
    if (!record.has_value()) return std::unexpected(record.error());
    if (!record->has_value()) return {};
    facts.add(record_facts(**record));
  }
}

}  // namespace

InspectedLog inspect_recording(const std::string& path, const TitleTable& titles) {
  RecordingFacts facts;
  const auto records = add_records(path, facts);
  if (!records.has_value()) return std::unexpected(records.error());
  const auto reader = RecordingReader::open(open_file(path), path, titles);
  if (!reader.has_value()) return std::unexpected(reader.error());
  return with_readings(std::move(facts), **reader);
}

}  // namespace openperflib::apps
