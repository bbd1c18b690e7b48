// BlgWriter: rows as the binary performance log (BLG) that Windows 10 writes: raw readings, so that
// whoever opens the log calculates what we calculate.
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
#include "openperflib/log/blg_writer_options.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"

namespace openperflib {

// Resource. The catalog is that of the first begin(): an entry a path, object and counter. A series
// that is named and gone keeps its place with its status; an instance of a wildcard without a
// usable value is left out of that record, never 0. A series that comes later and has no entry is
// named by newcomers().
//
// What was flushed stays, whatever happens to the process or the disk. After a fault the log is put
// back to that, every further write() gives the same fault, and end() completes what there is.
// Steady state allocates nothing a row.
class BlgWriter final : public Sink {
 public:
  // A new log on `fd`, which it does not own: empty, seekable, open for writing. `shown_name`
  // stands in faults.
  BlgWriter(int fd, std::string shown_name, BlgWriterOptions options);
  // Goes on with the log on `fd`, which must be open for reading too; guid, start and boot time are
  // the log's own. What is appended must have its catalog, and no sample before its last one: the
  // first begin() or write() says otherwise by a fault that pdh_code_of() knows, and the log stays
  // as it was. Errors: the system's; those of a file that is no such log or is no log of counters.
  [[nodiscard]] static std::expected<std::unique_ptr<BlgWriter>, SourceFault> append(
      int fd, std::string shown_name, BlgWriterOptions options);
  ~BlgWriter() override;

  // The first call writes the head of a new log. Errors: the system's, on writing.
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  // One record. Errors: the system's; of a log that is gone on with: see append().
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& row) override;
  // Writes what was not flushed yet.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  // Completes the log. Errors: the system's, and the first fault that write() gave.
  [[nodiscard]] std::expected<void, SourceFault> end() override;

  // Paths of the series that the last begin() had and the catalog has not; each is named once.
  [[nodiscard]] const std::vector<std::string>& newcomers() const noexcept;

 private:
  struct State;
  explicit BlgWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The code of pdhmsg.h for a fault of BlgWriter or BlgObjectWriter: PDH_UNMATCHED_APPEND_COUNTER,
// PDH_INCORRECT_APPEND_TIME, PDH_UNKNOWN_LOG_FORMAT; nullopt for any other fault.
[[nodiscard]] std::optional<std::uint32_t> pdh_code_of(const SourceFault& fault) noexcept;

}  // namespace openperflib
