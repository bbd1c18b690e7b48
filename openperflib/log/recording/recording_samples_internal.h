// RecordingSamples: the samples of a recording in order, wherever they are stored.
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <vector>

#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/log/recording/recording_file_internal.h"
#include "openperflib/log/recording/recording_journal_internal.h"

namespace openperflib::recording {

// View: valid until the next sample is read.
struct FoundSample {
  const RecordedSample* sample = nullptr;
  const Fragments* pieces = nullptr;
  bool pieces_are_new = false;  // they differ from those of the previous sample
  std::uint64_t offset = 0;     // of its record
  // The block, which knows whether data of an object were lost. Null: nothing was lost.
  const BlockDecoder* block = nullptr;
};

// Resource.
class RecordingSamples {
 public:
  RecordingSamples(RecordingFile file, const std::string& shown_name)
      : file_(std::move(file)), pending_(shown_name), passed_over_(shown_name) {}

  // Skips blocks outside this time, except the one before the first sample in it. UTC.
  void want(FileTime begin, FileTime end) noexcept {
    begin_ = begin;
    end_ = end;
    looks_for_spans_ = begin != std::numeric_limits<FileTime>::min() ||
                       end != std::numeric_limits<FileTime>::max();
  }
  // Columns that are not chosen are not read. Before the first next().
  void choose(RecordingChoice choice) { choice_ = std::move(choice); }
  // The choice for the last sample.
  [[nodiscard]] const RecordingChoice& choice() const noexcept { return choice_; }
  // nullopt: there are no more. Damage is reported. Errors: those of the system.
  [[nodiscard]] std::expected<std::optional<FoundSample>, SourceFault> next(
      LogAnomalies& anomalies);
  [[nodiscard]] const RecordingFile& file() const noexcept { return file_; }

 private:
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> next_wanted();
  [[nodiscard]] std::expected<void, SourceFault> pass_over_spans();
  [[nodiscard]] std::expected<bool, SourceFault> move_to_last_block(const IndexedSpan& span);
  enum class From : std::uint8_t { nothing, journal, block };
  [[nodiscard]] std::expected<void, SourceFault> take(const FoundRecord& record,
                                                      LogAnomalies& anomalies);
  [[nodiscard]] std::expected<void, SourceFault> take_journal();
  [[nodiscard]] std::expected<void, SourceFault> take_block();
  [[nodiscard]] bool open_block(Bytes directory, std::uint32_t samples);
  [[nodiscard]] std::expected<void, SourceFault> take_chunks();
  [[nodiscard]] const RecordedSample* next_of_record();
  void lose(Errc code, const Field& field, std::uint64_t offset);

  RecordingFile file_;
  LogAnomalies pending_;      // for the next block: nothing was lost if that is complete
  LogAnomalies passed_over_;  // between the previous record and this one
  JournalDecoder journal_;
  BlockDecoder block_;
  FoundRecord record_;  // being read
  From from_ = From::nothing;
  std::uint32_t samples_left_ = 0;  // of it
  std::uint32_t skipped_ = 0;       // of them: they were already returned
  std::uint32_t next_part_ = 0;     // of the current journal
  bool journal_is_sound_ = false;
  // A journal and the block that it became may both exist, if the writer was killed between the
  // two: the samples of a block are returned once.
  std::optional<std::uint32_t> current_;  // number of the block whose samples come
  std::uint32_t given_ = 0;               // of its samples: already returned
  bool block_is_done_ = false;            // all of them
  bool pieces_are_new_ = true;
  FileTime begin_ = std::numeric_limits<FileTime>::min();
  FileTime end_ = std::numeric_limits<FileTime>::max();
  RecordingChoice choice_;
  bool looks_for_spans_ = false;
  std::vector<IndexedSpan> spans_;     // in the order of the file
  std::size_t next_span_ = 0;          // the first one not before file_'s position
  std::optional<FoundRecord> before_;  // a block that was skipped
  std::optional<FoundRecord> held_;    // the record after it
};

}  // namespace openperflib::recording
