// BlgObjectWriter writes whole objects as the binary log that relog and collectors of objects write
// on Windows: name tables, catalog, PERF_DATA_BLOCKs, closing index.
//
// Source: docs/formats/blg.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/writing/blg_writer_options.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// One object of one machine. Texts are UTF-8.
struct BlgObject {
  std::string machine;  // without backslashes
  std::string name;
  bool has_instances = true;
};

// The names of the objects and counters in the blocks of a machine.
struct BlgNames {
  std::string machine;       // without backslashes
  std::vector<Title> names;  // in the order in which they are written; the texts live elsewhere
};

// Resource. Memory: one sample and the names of all instances that ever existed. What was flushed
// stays, as with BlgWriter.
class BlgObjectWriter final : public BlockSink {
 public:
  // A new log on `fd`, which it does not own: empty, seekable, open for writing. The texts of
  // `names` must live until the first write() or end().
  BlgObjectWriter(int fd, std::string shown_name, BlgWriterOptions options,
                  std::vector<BlgObject> objects, std::vector<BlgNames> names);
  // Appends to the log on `fd`, which must also be open for reading. The log is read completely,
  // because its closing index covers all samples. The new samples must have its objects in its
  // order, names that do not contradict those of the log and, where it has none, the usual ones of
  // `titles`, and no sample before its last one;
  // otherwise this or the first write() fails with a fault that pdh_code_of() knows (blg_writer.h),
  // and the log is unchanged. Errors: those, those of the system, and those of a file that is not
  // such a log.
  [[nodiscard]] static std::expected<BlgObjectWriter, SourceFault> append(
      int fd, std::string shown_name, BlgWriterOptions options, std::vector<BlgObject> objects,
      std::span<const BlgNames> names, const TitleTable& titles);
  ~BlgObjectWriter() override;
  // The moved-from one may only be destroyed or assigned to.
  BlgObjectWriter(BlgObjectWriter&&) noexcept;
  BlgObjectWriter& operator=(BlgObjectWriter&&) noexcept;

  // A sample: for each object a valid block that contains only it, as in a log (local SystemTime),
  // or nothing if it is missing. `time_local` is truncated to milliseconds. Errors: those of the
  // system.
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks) override;
  // Writes the closing index and completes the log. Errors: those of the system; the first one of
  // write().
  [[nodiscard]] std::expected<void, SourceFault> end() override;

 private:
  struct State;
  // With the state of a log that append() has read.
  explicit BlgObjectWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
