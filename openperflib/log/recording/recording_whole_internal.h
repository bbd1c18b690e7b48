// WholeBlock: a recorded sample as one PERF_DATA_BLOCK, in which a query finds its series.
//
// Source: docs/formats/perfrec.md, "What a reader returns".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::recording {

// What a sample consists of. View.
struct AssembledSample {
  const BlockAssembler& parts;
  const RecordingChoice& choice;
  const BlockDecoder* block = nullptr;  // knows what was lost; null: nothing was
  bool lacks_columns = false;           // some were not read, and are 0
  std::uint64_t offset = 0;             // of its record in the file
};

// Resource: the block of the last sample. An object that was in an earlier sample and is not in
// this one stays in its place with its instances, and all of its values are missing: a series does
// not come and go because a collection was late once.
class WholeBlock {
 public:
  // Takes the next sample. An object that is damaged is left out and reported. False: nothing of
  // the sample can be used.
  [[nodiscard]] bool take(const AssembledSample& sample, LogAnomalies& anomalies);
  // Returns the block of the sample that was taken last; it lives until the next take().
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  // Whether the sample itself had the object, undamaged.
  [[nodiscard]] bool has(std::uint32_t object) const noexcept;

 private:
  // Adds the objects of the sample that are new to order_.
  void note_objects(const AssembledSample& sample);
  // Puts the block together in bytes_.
  void build(const AssembledSample& sample);
  // Appends the object, or what the previous block has of it. Returns whether there is any.
  bool append(const AssembledSample& sample, std::uint32_t object);
  [[nodiscard]] bool append_previous(std::uint32_t object);
  // Finds the objects that make the block invalid, and reports them.
  void find_damaged(const AssembledSample& sample, LogAnomalies& anomalies);
  // Marks the values that the sample does not have.
  void mark_missing(const AssembledSample& sample);

  Snapshot snapshot_;
  std::vector<std::byte> bytes_;
  // The objects in the order in which they first appeared, without those that describe the block.
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> absent_;   // from the sample: their values are missing
  std::vector<std::uint32_t> damaged_;  // in the sample
  std::vector<MissingRun> missing_;
};

}  // namespace openperflib::recording
