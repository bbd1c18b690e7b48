// RecordingSamples: the samples of a recording in their order, wherever they are stored.
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "openperflib/log/recording_file_internal.h"
#include "openperflib/log/recording_journal_internal.h"

namespace openperflib::recording {

// View: valid until the next sample is read.
struct FoundSample {
  const RecordedSample* sample = nullptr;
  const Pieces* pieces = nullptr;
  bool pieces_are_new = false;  // others than those of the sample before
  std::uint64_t offset = 0;     // of its record
};

// Resource.
class RecordingSamples {
 public:
  explicit RecordingSamples(RecordingFile file) : file_(std::move(file)) {}

  // Nothing: there is none left. Damage is told. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundSample>, SourceFault> next(OddityList& oddities);
  [[nodiscard]] const RecordingFile& file() const noexcept { return file_; }

 private:
  [[nodiscard]] std::expected<void, SourceFault> take_journal(const FoundRecord& record,
                                                              OddityList& oddities);
  [[nodiscard]] const RecordedSample* next_of_journal(OddityList& oddities);

  RecordingFile file_;
  JournalDecoder journal_;
  FoundRecord record_;                          // that is being read
  std::uint32_t samples_left_ = 0;              // of it
  std::uint32_t next_part_ = 0;                 // of the journal that goes on
  std::optional<std::uint32_t> journal_block_;  // the block that it is of, while it is sound
  bool pieces_are_new_ = true;
};

}  // namespace openperflib::recording
