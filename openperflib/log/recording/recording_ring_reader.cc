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

RecordingRingReader::RecordingRingReader(std::vector<RingSegment> segments,
                                         std::unique_ptr<LogReader> first, const TitleTable& titles,
                                         LogReadings readings)
    : segments_(std::move(segments)), reader_(std::move(first)), block_catalog_(titles, readings) {
  header_ = reader_->header();
  header_.entries.clear();
  for (const RingSegment& segment : segments_) {
    size_ += segment.size;
    take_entries(segment);
  }
}

void RecordingRingReader::take_entries(const RingSegment& segment) {
  std::vector<std::size_t>& places = places_.emplace_back();
  for (const LogEntry& entry : segment.entries) {
    const auto known = std::ranges::find(header_.entries, entry);
    places.push_back(static_cast<std::size_t>(known - header_.entries.begin()));
    if (known == header_.entries.end()) header_.entries.push_back(entry);
  }
}

// The reader of each segment counts the generations of its catalog from 1: equal ones may be of
// different series. So all segments have one catalog here.
const Catalog& RecordingRingReader::catalog() const noexcept {
  if (!is_by_block_) return catalog_;
  if (block_ != nullptr) block_catalog_.take(*block_);
  return block_catalog_.catalog();
}

void RecordingRingReader::close_segment() {
  (void)catalog();  // while its last block exists
  block_ = nullptr;
  closed_anomalies_ += reader_->anomaly_count();
  closed_bytes_ += segments_[present_].size;
  remember_series();
  begins_segment_ = true;
  generation_ = 0;
  noted_ = 0;
}

// The current segment stays until another one is open: after the last record, its catalog is asked.
bool RecordingRingReader::begin_next_segment() {
  while (next_ < segments_.size()) {
    const RingSegment& segment = segments_[next_++];
    auto opened = segment.open();
    if (!opened.has_value()) {
      lose(segment, std::move(opened.error()));
      continue;
    }
    close_segment();
    present_ = next_ - 1;
    reader_ = *std::move(opened);
    return true;
  }
  return false;
}

void RecordingRingReader::lose(const RingSegment& segment, SourceFault fault) {
  closed_bytes_ += segment.size;
  ++closed_anomalies_;
  note({.what = std::move(fault), .skipped_bytes = segment.size, .is_loss = true});
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
  const Catalog& catalog = reader_->catalog();
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
  const std::vector<std::size_t>& places = places_[present_];
  blocks_.assign(header_.entries.size(), Bytes());
  for (std::size_t i = 0; i < blocks.size() && i < places.size(); ++i) {
    blocks_[places[i]] = blocks[i];
  }
  std::swap(blocks, blocks_);
}

std::expected<ReadResult, SourceFault> RecordingRingReader::read(LogRecord& into) {
  into.sample.starts_anew = false;  // also where the record before this one did
  ReadResult result = OPENPERFLIB_TRY(reader_->read(into));
  note_anomalies();
  while (result == ReadResult::end && begin_next_segment()) {
    result = OPENPERFLIB_TRY(reader_->read(into));
    note_anomalies();
  }
  if (result == ReadResult::end) return result;
  const bool begins = std::exchange(begins_segment_, false);
  into.sample.starts_anew = into.sample.starts_anew || begins;
  block_ = into.block;
  is_by_block_ = block_ != nullptr;
  if (!is_by_block_) take_catalog();
  place_blocks(into.blocks);
  put_on_clock_of(header_, into);
  return result;
}

std::vector<Title> RecordingRingReader::names_of(std::string_view machine) const {
  return reader_->names_of(machine);
}

void RecordingRingReader::note_anomalies() {
  const auto anomalies = reader_->anomalies();
  for (; noted_ < anomalies.size(); ++noted_) note(anomalies[noted_]);
}

void RecordingRingReader::note(const LogAnomaly& anomaly) {
  if (anomalies_.size() < kMostAnomalies) anomalies_.push_back(anomaly);
}

std::uint64_t RecordingRingReader::anomaly_count() const noexcept {
  return closed_anomalies_ + reader_->anomaly_count();
}

std::uint64_t RecordingRingReader::position() const noexcept {
  return closed_bytes_ + std::min(reader_->position(), segments_[present_].size);
}

}  // namespace openperflib
