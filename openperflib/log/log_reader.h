// LogReader: a performance log of any format, record by record, in the order of the file.
//
// Source: docs/adr/0007-logs-read-as-series.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/query/query.h"
#include "openperflib/query/series_catalog.h"
#include "openperflib/query/source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What kind of log it is: text with commas or tabs, the binary format of Windows, a recording, a
// log set of a database.
enum class LogFormat : std::uint8_t { csv, tsv, blg, recording, sql };

// What a record of a log holds of its series.
enum class LogContent : std::uint8_t {
  readings,  // raw: values are calculated from them (BLG, SQL, recordings)
  values,    // calculated: the text logs
};

// What the log was asked to record, as it says so itself: an entry a path.
struct LogEntry {
  // One series; a counter of all instances; all of an object.
  enum class Kind : std::uint8_t { single, wildcard, object };
  Kind kind = Kind::single;
  std::string machine;  // without backslashes; empty: none is named
  std::string object;
  std::optional<std::string> parent;
  std::optional<std::string> instance;  // "*" where it is a wildcard
  std::uint32_t instance_number = 0;
  std::string counter;          // "*" where it is a whole object
  std::uint32_t flags = 0;      // as stored; BLG alone
  CounterType type;             // of objects and text logs: what the format says, or none
  std::uint64_t time_base = 0;  // ticks per second of the clock in the readings; 0: not told
  std::int32_t default_scale = 0;
  bool operator==(const LogEntry&) const = default;
};

// What a log says of itself before its first record.
struct LogHeader {
  LogFormat format = LogFormat::csv;
  LogContent content = LogContent::values;
  std::string zone_name;            // "" where it is not told
  std::optional<int> bias_minutes;  // to add to local time to get UTC; in force at the first record
  std::string caption;              // of text logs that have one
  std::vector<LogEntry> entries;    // in the order of the file
  // Of several logs bound as one: a title index of one machine has another name in another of them.
  bool names_disagree = false;

  // A time as the log stores it, by the bias in force at its first record; the same where nobody
  // knows the bias.
  [[nodiscard]] FileTime to_utc(FileTime time_local) const noexcept {
    return time_local + bias_minutes.value_or(0) * 60 * kTicksPerSecond;
  }
};

// One record. Reused from one to the next; the views in it live until the next read().
struct LogRecord {
  FileTime time_local = 0;   // as stored
  std::uint64_t offset = 0;  // of the record, in bytes from the start of the file
  Sample sample;             // time_utc, and where content is readings: one a series
  Row row;                   // where content is values: one a series
  // One an entry, where the log holds blocks: the PERF_DATA_BLOCK of an object entry, else empty.
  std::vector<Bytes> blocks;
};

// Something of a log that could not be read, or that is not as it should be.
struct LogOddity {
  SourceFault what;                 // the file, the structure, the field and the byte
  std::uint64_t skipped_bytes = 0;  // 0: nothing was lost
  std::uint64_t skipped_records = 0;
  bool is_loss = false;  // readings are missing; false: odd, and read all the same
};

// A resource with a file behind it. Memory is bounded by one record and the catalog.
class LogReader {
 public:
  virtual ~LogReader() = default;
  // Known from the start. entries are those of the first catalog in the file.
  [[nodiscard]] virtual const LogHeader& header() const noexcept = 0;
  // The series of the record last read; another generation where they changed.
  [[nodiscard]] virtual const SeriesCatalog& catalog() const noexcept = 0;
  // Reads the next record, skipping and reporting what is damaged. end: there is none left.
  // Errors: the system's; damage never is one.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(LogRecord& into) = 0;
  // What the blocks of a machine call their objects and counters, as the log itself has it, by
  // index; empty in logs without blocks. The texts live as long as the reader.
  [[nodiscard]] virtual std::vector<Title> names_of(std::string_view /*machine*/) const {
    return {};
  }
  // What was found odd or skipped so far; at most kMostOddities are kept, all are counted.
  [[nodiscard]] virtual std::span<const LogOddity> oddities() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t oddity_count() const noexcept = 0;
  // Bytes read and bytes in all, for whoever shows progress.
  [[nodiscard]] virtual std::uint64_t position() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;

  static constexpr std::size_t kMostOddities = 100;
};

}  // namespace openperflib
