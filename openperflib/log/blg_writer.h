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

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg_log_guid.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"

namespace openperflib {

// What a new log says of itself, and how often it is written to disk.
struct BlgWriterOptions {
  // The paths as they were given to the query, in their order: a path that names its instance gets
  // an entry an instance, one with a wildcard there an entry for all. Empty: a path with any wildcard
  // is taken for the second.
  std::vector<std::string> paths;
  BlgLogGuid guid{};      // who the log is: random_log_guid()
  std::string file_path;  // where it was made, for the header
  // Local times in the log are UTC less this bias, for the whole log. The name is ASCII.
  ZoneOffset zone;
  FileTime start_time_utc = 0;
  FileTime boot_time_utc = 0;
  std::int64_t perf_freq = kTicksPerSecond;  // ticks per second of PerfTime
  std::uint8_t os_major = 10;                // of the Windows whose layout this is
  std::uint8_t os_minor = 0;
  std::uint32_t os_build = 14393;
  std::uint32_t process_id = 0;
  std::uint32_t thread_id = 0;
  // Samples from one write to disk to the next. 0: whenever 64 KiB are full.
  std::uint32_t samples_per_flush = 1;
};

// Resource. The catalog is that of the first begin(): an entry a path, object and counter. A series
// that is named and gone keeps its place with its status; an instance of a wildcard without a usable
// value is left out of that record, never 0. A series that comes later and has no entry is named by
// newcomers().
//
// What was flushed stays, whatever happens to the process or the disk. After a fault the log is put
// back to that, every further write() gives the same fault, and end() completes what there is.
// Steady state allocates nothing a row.
class BlgWriter final : public Sink {
 public:
  // A new log on `fd`, which it does not own: empty, seekable, open for writing. `shown_name` stands
  // in faults.
  BlgWriter(int fd, std::string shown_name, BlgWriterOptions options);
  // Goes on with the log on `fd`, which must be open for reading too; guid, start and boot time are
  // the log's own. What is appended must have its catalog, and no sample before its last one: the
  // first begin() or write() says otherwise by a fault that pdh_code_of() knows, and the log stays
  // as it was. Errors: the system's; those of a file that is no such log or is no log of counters.
  [[nodiscard]] static std::expected<std::unique_ptr<BlgWriter>, SourceFault> append(
      int fd, std::string shown_name, BlgWriterOptions options);
  ~BlgWriter() override;

  // The first call writes the head of a new log. Errors: the system's, on writing.
  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) override;
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

// The code of pdhmsg.h for a fault of BlgWriter: PDH_UNMATCHED_APPEND_COUNTER,
// PDH_INCORRECT_APPEND_TIME, PDH_UNKNOWN_LOG_FORMAT; nullopt for any other fault.
[[nodiscard]] std::optional<std::uint32_t> pdh_code_of(const SourceFault& fault) noexcept;

}  // namespace openperflib
