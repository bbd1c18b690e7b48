#include "openperflib/log/recording/recording_ring_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/reader/one_zone_log_reader.h"

namespace openperflib {
namespace {

// Keys are equal for the same names, the same process, and the same place among series of equal
// names.
class ContinuityKeys {
 public:
  [[nodiscard]] std::string key_of(const Series& series) {
    std::string key = fmt::format("{}\n{}", path_of(series), series.process_id);
    const std::uint32_t occurrence = occurrences_[key]++;
    return fmt::format("{}\n{}", key, occurrence);
  }

 private:
  std::unordered_map<std::string, std::uint32_t> occurrences_;
};

}  // namespace

RecordingRingReader::RecordingRingReader(std::vector<std::unique_ptr<LogReader>> segments) {
  header_ = segments.front()->header();
  header_.entries.clear();
  for (std::unique_ptr<LogReader>& reader : segments) {
    size_ += reader->size();
    Segment& segment = segments_.emplace_back();
    segment.reader = std::move(reader);
    take_entries(segment);
  }
}

void RecordingRingReader::take_entries(Segment& segment) {
  for (const LogEntry& entry : segment.reader->header().entries) {
    const auto known = std::ranges::find(header_.entries, entry);
    segment.entries.push_back(static_cast<std::size_t>(known - header_.entries.begin()));
    if (known == header_.entries.end()) header_.entries.push_back(entry);
  }
}

bool RecordingRingReader::begin_next_segment() {
  if (present_ + 1 == segments_.size()) return false;
  const LogReader& ended = *segments_[present_].reader;
  closed_anomalies_ += ended.anomaly_count();
  closed_bytes_ += ended.size();
  remember_series();
  segments_[present_++].reader.reset();
  begins_segment_ = true;
  generation_ = 0;
  noted_ = 0;
  return true;
}

void RecordingRingReader::remember_series() {
  before_.clear();
  ContinuityKeys keys;
  for (const Series& series : catalog_.series()) {
    before_.insert_or_assign(keys.key_of(series), series.identity);
  }
}

std::uint64_t RecordingRingReader::identity_of(const Series& series) const {
  const auto known = continued_.find(series.identity);
  if (known != continued_.end()) return known->second;
  // Readers count their series from 1: spread out, so that those of two segments do not meet.
  constexpr std::uint64_t kSpread = 0x9E37'79B9'7F4A'7C15;
  const std::uint64_t identity = series.identity + present_ * kSpread;
  return identity == 0 ? kSpread : identity;
}

void RecordingRingReader::take_catalog() {
  const Catalog& catalog = segments_[present_].reader->catalog();
  if (generation_ == catalog.generation()) return;
  const bool is_first = std::exchange(generation_, catalog.generation()) == 0;
  if (is_first) {
    continued_.clear();
    ContinuityKeys keys;
    for (const Series& series : catalog.series()) {
      const auto before = before_.find(keys.key_of(series));
      if (before != before_.end()) continued_.emplace(series.identity, before->second);
    }
    before_.clear();
  }
  catalog_.clear();
  for (Series series : catalog.series()) {
    series.identity = identity_of(series);
    catalog_.add(series);
  }
}

void RecordingRingReader::place_blocks(std::vector<Bytes>& blocks) {
  const std::vector<std::size_t>& entries = segments_[present_].entries;
  blocks_.assign(header_.entries.size(), Bytes());
  for (std::size_t i = 0; i < blocks.size() && i < entries.size(); ++i) {
    blocks_[entries[i]] = blocks[i];
  }
  std::swap(blocks, blocks_);
}

std::expected<ReadResult, SourceFault> RecordingRingReader::read(LogRecord& into) {
  into.sample.starts_anew = false;  // also where the record before this one did
  ReadResult result = OPENPERFLIB_TRY(segments_[present_].reader->read(into));
  note_anomalies();
  while (result == ReadResult::end && begin_next_segment()) {
    result = OPENPERFLIB_TRY(segments_[present_].reader->read(into));
    note_anomalies();
  }
  if (result == ReadResult::end) return result;
  const bool begins = std::exchange(begins_segment_, false);
  into.sample.starts_anew = into.sample.starts_anew || begins;
  is_by_block_ = into.block != nullptr;
  if (!is_by_block_) take_catalog();
  place_blocks(into.blocks);
  put_on_clock_of(header_, into);
  return result;
}

std::vector<Title> RecordingRingReader::names_of(std::string_view machine) const {
  return segments_[present_].reader->names_of(machine);
}

void RecordingRingReader::note_anomalies() {
  const auto anomalies = segments_[present_].reader->anomalies();
  for (; noted_ < anomalies.size(); ++noted_) {
    if (anomalies_.size() < kMostAnomalies) anomalies_.push_back(anomalies[noted_]);
  }
}

std::uint64_t RecordingRingReader::anomaly_count() const noexcept {
  return closed_anomalies_ + segments_[present_].reader->anomaly_count();
}

std::uint64_t RecordingRingReader::position() const noexcept {
  return closed_bytes_ + segments_[present_].reader->position();
}

}  // namespace openperflib
