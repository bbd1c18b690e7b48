// BlgObjectWriter: whole objects as the binary log that Windows' relog and collectors of objects
// make: tables of names, catalog, PERF_DATA_BLOCKs, closing index.
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
#include "openperflib/log/blg_writer_options.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// One object of one machine. Texts are UTF-8.
struct BlgObject {
  std::string machine;  // without backslashes
  std::string name;
  bool has_instances = true;
};

// The names that the blocks of a machine know their objects and counters by.
struct BlgNames {
  std::string machine;       // without backslashes
  std::vector<Title> names;  // in the order in which they are written; the texts live elsewhere
};

// Resource. Memory: one sample and the names of all instances that there were. What was flushed
// stays, as with BlgWriter.
class BlgObjectWriter {
 public:
  // A new log on `fd`, which it does not own: empty, seekable, open for writing. The texts of
  // `names` must live until the first write() or end().
  BlgObjectWriter(int fd, std::string shown_name, BlgWriterOptions options,
                  std::vector<BlgObject> objects, std::vector<BlgNames> names);
  // Goes on with the log on `fd`, which must be open for reading too; it is read as a whole, as its
  // closing index is of all its samples. What is appended must have its objects in their order,
  // names that do not contradict those of the log, and no sample before its last one: else this or
  // the first write() says so by a fault that pdh_code_of() knows (blg_writer.h), and the log stays
  // as it was. Errors: those, the system's, and those of a file that is no such log.
  [[nodiscard]] static std::expected<BlgObjectWriter, SourceFault> append(
      int fd, std::string shown_name, BlgWriterOptions options, std::vector<BlgObject> objects,
      std::span<const BlgNames> names);
  ~BlgObjectWriter();
  BlgObjectWriter(BlgObjectWriter&&) noexcept;
  BlgObjectWriter& operator=(BlgObjectWriter&&) noexcept;

  // A sample: for each object a legal block that holds it alone, as a log has it (local
  // SystemTime), or nothing where it is missing. `time_local` is cut to milliseconds. Errors: the
  // system's.
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks);
  // Writes the closing index and completes the log. Errors: the system's, the first that write()
  // gave.
  [[nodiscard]] std::expected<void, SourceFault> end();

 private:
  struct State;
  explicit BlgObjectWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
