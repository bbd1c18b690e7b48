// BlgWriter writes rows as the binary performance log (BLG) of Windows 10: raw readings, from which
// readers calculate the same values as we do.
//
// Source: docs/formats/blg.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/writing/blg_writer_options.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Resource. The catalog is that of the first begin(): one entry per path, object and counter. A
// named series that is gone keeps its place with its status; an instance of a wildcard without a
// usable value is left out of that record, never 0. A series that appears later and has no entry is
// listed in newcomers().
//
// What was flushed stays, whatever happens to the process or the disk. After a fault the log is
// restored to the last flush, every further write() returns the same fault, and end() completes
// what there is. In steady state a row allocates nothing.
class BlgWriter final : public RowSink {
 public:
  // A new log on `fd`, which it does not own: empty, seekable, open for writing. `shown_name` is
  // used in faults.
  BlgWriter(int fd, std::string shown_name, BlgWriterOptions options);
  // Appends to the log on `fd`, which must also be open for reading; guid, start and boot time are
  // those of the log. The new rows must have its catalog, and no sample before its last one;
  // otherwise the first begin() or write() fails with a fault that pdh_code_of() knows, and the log
  // is unchanged. Errors: those of the system; that the file is not such a log, or not a log of
  // counters.
  [[nodiscard]] static std::expected<std::unique_ptr<BlgWriter>, SourceFault> append(
      int fd, std::string shown_name, BlgWriterOptions options);
  ~BlgWriter() override;

  // The first call writes the head of a new log. Errors: the system's, on writing.
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  // Writes the catalog of a new log. Errors: those of write(); EFBIG if a circular log has no room
  // for such a record.
  [[nodiscard]] std::expected<void, SourceFault> prepare(const Sample& sample) override;
  // One record. Errors: those of the system; when appending, see append().
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& row) override;
  // Writes everything that was not flushed yet.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  // Completes the log. Errors: those of the system, and the first fault of write().
  [[nodiscard]] std::expected<void, SourceFault> end() override;

  // Paths of the series of the last begin() that are neither in the catalog nor in the begin()
  // before it.
  [[nodiscard]] const std::vector<std::string>& newcomers() const noexcept;

 private:
  struct State;
  // With the state of a log that append() has read.
  explicit BlgWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The code of pdhmsg.h for a fault of BlgWriter or BlgObjectWriter: PDH_UNMATCHED_APPEND_COUNTER,
// PDH_INCORRECT_APPEND_TIME, PDH_UNKNOWN_LOG_FORMAT; nullopt for any other fault.
[[nodiscard]] std::optional<std::uint32_t> pdh_code_of(const SourceFault& fault) noexcept;

}  // namespace openperflib
