// What kind of file was given as a performance log, as its first bytes show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// What a file is, by its first bytes.
enum class LogFileKind : std::uint8_t {
  csv,
  tsv,
  blg,
  recording,          // a .perfrec
  event_trace,        // an ETL without a PDH event in what was looked at
  perfmon,            // what Performance Monitor of Windows NT 4 wrote
  data_block,         // a PERF_DATA_BLOCK and no log
  cut_trace,          // a BLG or an ETL that ends before the first event can be whole
  damaged_blg,        // has events of a BLG, and no header that can be read
  damaged_recording,  // has records of a recording, and no header that can be read
  packed,             // an archive, a compressed file, or a document
  event_log,          // an .evtx
  database,           // SQLite
  empty,
  text,     // of another kind
  unknown,  // bytes of another kind
};

// Value.
struct DetectedLog {
  LogFileKind kind = LogFileKind::unknown;
  std::optional<LogFormat> format;  // what it can be read as; nothing: as no log
  // What it is, for people: "a ZIP archive".
  std::string_view description;
  // What to do if it is not a log that can be read: "unpack it first (unzip)"; may be empty.
  std::string_view advice;
  // The status with which PDH opens it: 0, or PDH_UNKNOWN_LOG_FORMAT.
  std::uint32_t pdh_code = 0;
  bool operator==(const DetectedLog&) const = default;
};

// How many of a file's first bytes show its kind: the second buffer of an event trace is the first
// one with events.
inline constexpr std::size_t kBytesToDetect = 2U << 16;

// `first`: a file's first bytes, kBytesToDetect of them, or all; `size`: of the file, in bytes.
[[nodiscard]] DetectedLog detect_log_format(Bytes first, std::uint64_t size);

}  // namespace openperflib
