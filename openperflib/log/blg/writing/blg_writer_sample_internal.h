// BlgSampleEncoder: the readings of one moment as the body of a data message.
//
// Source: docs/formats/blg.md, "Data".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/blg/writing/blg_writer_entries_internal.h"
#include "openperflib/log/blg/writing/blg_writer_records_internal.h"

namespace openperflib {

// Resource: buffers that are reused. Allocates nothing while the instances stay the same.
class BlgSampleEncoder {
 public:
  // `keeps_numbers_of_errors`: see BlgWriterOptions.
  explicit BlgSampleEncoder(bool keeps_numbers_of_errors) noexcept
      : keeps_numbers_of_errors_(keeps_numbers_of_errors) {}

  // One record an entry, in their order. Valid until the next call. `time_local`: of all records.
  [[nodiscard]] Bytes encode(std::span<const BlgWriterEntry> entries, const Sample& sample,
                             FileTime time_local);

 private:
  void put_single(const BlgWriterEntry& entry, const Sample& sample, FileTime time_local);
  void put_instances(const BlgWriterEntry& entry, const Sample& sample, FileTime time_local);
  [[nodiscard]] CStatus error_to_keep(const BlgWriterEntry& entry,
                                      const Sample& sample) const noexcept;
  [[nodiscard]] bool keeps(const RawCounter& reading) const noexcept;
  [[nodiscard]] Bytes name_of(const BlgWriterItem& item);

  bool keeps_numbers_of_errors_;
  BlgBytes body_;
  BlgInstancesRecord instances_;
  std::vector<std::uint32_t> counts_;  // of names in the record, by group
  std::u16string numbered_name_;
};

// The status of a reading in an entry: that of the reading, or invalid_data where it was taken with
// another clock than the entry's.
[[nodiscard]] CStatus status_in(const BlgWriterEntry& entry, const RawCounter& reading) noexcept;

}  // namespace openperflib
