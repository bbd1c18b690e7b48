// RecordingRingReader: the segments of a ring, each from its first record to its last.
//
// Like in MergedLogReader, no value is calculated across the end of a segment. But segments never
// overlap: only the current one is open, only its series are in the catalog, and its records cost
// the same as in a single file.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/recording/recording_catalog.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// One file of a ring, which can be opened again and again. Value.
struct RingSegment {
  // Reads up to the first record. The file is the same each time, also one that the recorder has
  // removed meanwhile.
  using Open = std::function<std::expected<std::unique_ptr<LogReader>, SourceFault>()>;
  Open open;
  std::vector<LogEntry> entries;
  std::uint64_t size = 0;  // in bytes
};

// Resource. Memory: that of one segment, and of two while it passes from one to the next.
class RecordingRingReader final : public LogReader {
 public:
  // `segments` are recordings, at least one, the oldest first, and `first` reads the first of them;
  // all are opened with these titles and readings. The texts of `titles` must outlive the reader.
  RecordingRingReader(std::vector<RingSegment> segments, std::unique_ptr<LogReader> first,
                      const TitleTable& titles, LogReadings readings);

  // The header of the first segment, with the entries of all.
  [[nodiscard]] const LogHeader& header() const noexcept override { return header_; }
  // The catalog of the current segment. A series keeps its identity from segment to segment if its
  // names and its process are the same. By block, it has another generation if the layout differs.
  [[nodiscard]] const Catalog& catalog() const noexcept override;
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override;
  // Returns the anomalies of the segments so far, among them one for a segment that could be opened
  // once but not again. Counts, positions and sizes are sums.
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override {
    return anomalies_;
  }
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;  // of all segments so far
  // Bytes read so far, of closed segments and of the current one.
  [[nodiscard]] std::uint64_t position() const noexcept override;
  // Bytes of all segments.
  [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }

 private:
  // Adds the segment's entries to the header, each once, and notes their places there.
  void take_entries(const RingSegment& segment);
  // Opens the next segment that can be opened, and closes the current one; false if there are no
  // more.
  [[nodiscard]] bool begin_next_segment();
  // Takes what is left to know of the current segment.
  void close_segment();
  // Reports a segment that could not be opened again.
  void lose(const RingSegment& segment, SourceFault fault);
  void note(const LogAnomaly& anomaly);
  // Takes the new anomalies of the current segment.
  void note_anomalies();
  // Takes the catalog of the segment, if it changed.
  void take_catalog();
  // Remembers the series of the last catalog of a segment, to find them in the first one of the
  // next.
  void remember_series();
  // The identity of a series in the whole ring: that of the previous segment if it continues, else
  // its own one, spread apart from those of other segments. Never 0.
  [[nodiscard]] std::uint64_t identity_of(const Series& series) const;
  // Moves the blocks of the segment's entries to the places of those in the header.
  void place_blocks(std::vector<Bytes>& blocks);

  std::vector<RingSegment> segments_;
  std::vector<std::vector<std::size_t>> places_;  // of a segment's entries in the header
  std::size_t present_ = 0;
  std::size_t next_ = 1;
  std::unique_ptr<LogReader> reader_;  // of the current segment
  LogHeader header_;
  Catalog catalog_;
  mutable RecordingCatalog block_catalog_;  // by block; made when it is asked for
  const Snapshot* block_ = nullptr;         // of the last record; null: it is in block_catalog_
  std::uint64_t generation_ = 0;            // of the segment's catalog in catalog_
  bool is_by_block_ = false;                // the last record
  bool begins_segment_ = false;             // the next record
  std::unordered_map<std::string, std::uint64_t>
      before_;  // identities of the previous segment, by name
  std::unordered_map<std::uint64_t, std::uint64_t>
      continued_;  // by identities of the current segment
  std::vector<LogAnomaly> anomalies_;
  std::size_t noted_ = 0;               // in the list of the current segment
  std::uint64_t closed_anomalies_ = 0;  // of closed segments
  std::uint64_t closed_bytes_ = 0;
  std::uint64_t size_ = 0;
  std::vector<Bytes> blocks_;
};

}  // namespace openperflib
