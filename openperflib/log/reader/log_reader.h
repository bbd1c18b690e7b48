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
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"
#include "openperflib/query/record.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The format of a log: text with commas or tabs, the binary format of Windows, a recording, a log
// set of a database.
enum class LogFormat : std::uint8_t { csv, tsv, blg, recording, sql };

// The contents of the records of a log.
enum class LogContent : std::uint8_t {
  readings,  // raw: values are calculated from them (BLG, SQL, recordings)
  values,    // calculated: the text logs
};

// What the log records, as stored in it: one entry per path.
struct LogEntry {
  // One series; a counter of all instances; a whole object.
  enum class Kind : std::uint8_t { single, wildcard, object };
  Kind kind = Kind::single;
  std::string machine;  // without backslashes; empty: unknown
  std::string object;
  std::optional<std::string> parent;
  std::optional<std::string> instance;  // "*" for a wildcard
  std::uint32_t instance_number = 0;
  std::string counter;          // "*" for a whole object
  std::uint32_t flags = 0;      // as stored; only in BLG
  CounterType type;             // of objects and text logs: from the format, if it has one
  std::uint64_t time_base = 0;  // ticks per second of the clock in the readings; 0: unknown
  std::int32_t default_scale = 0;
  bool operator==(const LogEntry&) const = default;
};

// The properties of a log that are known before its first record.
struct LogHeader {
  LogFormat format = LogFormat::csv;
  LogContent content = LogContent::values;
  std::string zone_name;            // "" if unknown
  std::optional<int> bias_minutes;  // to add to local time to get UTC; in force at the first record
  std::string caption;              // of text logs that have one
  std::vector<LogEntry> entries;    // in the order of the file
  // In merged logs: a title index of one machine has different names in them.
  bool names_disagree = false;

  // Converts a time of the log, by the bias in force at its first record; unchanged if the bias is
  // unknown.
  [[nodiscard]] FileTime to_utc(FileTime time_local) const noexcept {
    return time_local + bias_minutes.value_or(0) * 60 * kTicksPerSecond;
  }
  // The reverse.
  [[nodiscard]] FileTime to_local(FileTime time_utc) const noexcept {
    return time_utc - bias_minutes.value_or(0) * 60 * kTicksPerSecond;
  }
};

// One record. Reused from one to the next; the views in it live until the next read().
struct LogRecord {
  // As stored; for merged logs, and for one that a OneZoneLogReader reads, on the clock of the
  // header.
  FileTime time_local = 0;
  bool is_on_another_clock = false;  // than the one it was stored by
  std::uint64_t offset = 0;          // of the record, in bytes from the start of the file
  Sample sample;  // time_utc, the instant, as exactly as the log tells it; and where content
                  // is readings: one a series
  Row row;        // where content is values: one a series
  std::string_view comment;  // of a person; in text logs that have a caption above it
  // If the log has blocks, one per entry: the PERF_DATA_BLOCK of an object entry, otherwise empty.
  std::vector<Bytes> blocks;
  // The whole record of a log that was opened by block (LogReadings), in place of the readings in
  // `sample`, which has its time only. Null: there are readings, or none were asked for.
  const Snapshot* block = nullptr;
  // The blocks of all objects of a BLG of objects, in the order of the entries, for a log that was
  // opened so. Empty: as for `block`.
  std::span<const LoggedObject> objects;
};

// In what form a log gives its readings.
enum class LogReadings : std::uint8_t {
  // Series by series, in catalog() and sample; blocks has the block of each entry.
  by_series,
  // Each record of a log that consists of blocks as one block, or as those of its objects, for a
  // caller that passes all of them to a query: a series is then found only once, by that query. A
  // caller that only counts or lists series passes them to BlockReadings. catalog() has all of the
  // one block, and no series(); of objects, it has their series. Other logs have readings
  // nevertheless, also a BLG in which some entries are not objects.
  by_block,
  // The same, but a BLG of objects has readings: for a caller that asks for each of many series by
  // a path of its own, all of which a query would keep for each object.
  by_whole_block,
  // Only the times of the records and catalog(), without readings and values, for a caller that
  // counts records and notes their series (LogSurvey). Times, catalogs and which records there are
  // do not differ from the other forms. Text logs do not look at the values of a row, and so find
  // nothing wrong with them. Recordings are read by block; other logs may have readings
  // nevertheless.
  left_out,
  // Those by which a record may be new to a caller that lists the names of a whole log, and which
  // counters have data: a record of objects may leave out the series of instances whose names an
  // earlier record had, where each counter has had a value, and have one series of a new instance,
  // without a reading. Recordings are read by block; other logs have all series.
  names,
  // None, and catalog() is that of the first record: for a caller that needs only the times of the
  // records, and how many there are. What is wrong with a record is found as in the other forms.
  times,
};

// Something in a log that could not be read, or is not as it should be.
struct LogAnomaly {
  SourceFault what;                 // the file, the structure, the field and the byte
  std::uint64_t skipped_bytes = 0;  // 0: nothing was lost
  std::uint64_t skipped_records = 0;
  bool is_loss = false;  // readings are missing; false: odd, but read nevertheless
};

// A resource: an open file. Memory is bounded by one record and the catalog.
class LogReader {
 public:
  virtual ~LogReader() = default;
  // Known from the start. entries are those of the first catalog in the file.
  [[nodiscard]] virtual const LogHeader& header() const noexcept = 0;
  // The series of the record last read; another generation if they changed.
  [[nodiscard]] virtual const Catalog& catalog() const noexcept = 0;
  // Reads the next record; damage is skipped and reported. end: there are no more. Errors: those of
  // the system; damage is never an error.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(LogRecord& into) = 0;
  // The names of objects and counters in the blocks of a machine, as in the log, by index; empty in
  // logs without blocks. The texts live as long as the reader.
  [[nodiscard]] virtual std::vector<Title> names_of(std::string_view /*machine*/) const {
    return {};
  }
  // The bytes of the record that was read last, as the log has them: a row of a text log without
  // its line end (as UTF-8 if the log is in UTF-16), the body of a sample message of a BLG. Empty
  // in other formats, where a record is not in one piece. Valid until the next read().
  [[nodiscard]] virtual Bytes stored_record() const noexcept { return {}; }
  // What was odd or skipped so far; at most kMostAnomalies are kept, all are counted.
  [[nodiscard]] virtual std::span<const LogAnomaly> anomalies() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t anomaly_count() const noexcept = 0;
  // Bytes read and bytes in total, for showing progress.
  [[nodiscard]] virtual std::uint64_t position() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;

  static constexpr std::size_t kMostAnomalies = 100;
};

// Returns the record that `reader` has read last, as a query takes it. It refers to both.
[[nodiscard]] Record record_of(const LogReader& reader, const LogRecord& record) noexcept;

}  // namespace openperflib
