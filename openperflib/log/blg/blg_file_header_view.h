// BlgFileHeaderView reads the description of the whole file in buffer 0 of a binary performance
// log: a TRACE_LOGFILE_HEADER of a 32- or 64-bit writer.
//
// View:    owns none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks the record and its two names; after that no accessor can fail. Offsets
// are those in the file.
// Source:  docs/formats/blg.md, section "File header".
#pragma once

#include <array>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/log/time/time_zone_rules.h"

namespace openperflib {

// View of the one record of buffer 0. Values that the writer did not know may be zero.
class BlgFileHeaderView {
 public:
  // `buffer`: buffer 0, from the start of the file to the end of its used bytes.
  // Errors: truncated, outside, out_of_range (PointerSize), missing (a name without an end).
  [[nodiscard]] static std::expected<BlgFileHeaderView, Error> parse(Bytes buffer) noexcept;

  [[nodiscard]] std::uint16_t version() const noexcept;  // 1: Server 2003, 2: Vista, 0: Windows 8
  [[nodiscard]] std::uint8_t header_type() const noexcept;  // blg::file_header::kWriter...
  [[nodiscard]] std::uint8_t marker() const noexcept;       // 0xC0
  [[nodiscard]] std::uint16_t size() const noexcept;        // of the record, in bytes
  [[nodiscard]] std::uint32_t thread_id() const noexcept;   // of the writer
  [[nodiscard]] std::uint32_t process_id() const noexcept;  // the writer
  [[nodiscard]] FileTime time_utc() const noexcept;         // when the log was started

  [[nodiscard]] std::uint32_t buffer_size() const noexcept;  // bytes
  // Major and minor version of Windows, then two more numbers.
  [[nodiscard]] std::array<std::uint8_t, 4> os_version() const noexcept;
  [[nodiscard]] std::uint32_t os_build() const noexcept;
  [[nodiscard]] std::uint32_t processors() const noexcept;         // 1 whatever the machine has
  [[nodiscard]] FileTime end_time_utc() const noexcept;            // 0: it was not finished
  [[nodiscard]] std::uint32_t timer_resolution() const noexcept;   // 100 ns
  [[nodiscard]] std::uint32_t maximum_file_size() const noexcept;  // MiB; 0: any
  [[nodiscard]] std::uint32_t log_file_mode() const noexcept;
  // Buffers are reused: the oldest need not be the first one in the file.
  [[nodiscard]] bool is_circular() const noexcept;
  [[nodiscard]] std::uint32_t buffers_written() const noexcept;  // 0: it was not finished
  [[nodiscard]] std::uint32_t start_buffers() const noexcept;
  [[nodiscard]] std::uint32_t pointer_size() const noexcept;  // 4 or 8
  [[nodiscard]] std::uint32_t events_lost() const noexcept;
  [[nodiscard]] std::uint32_t cpu_speed_mhz() const noexcept;
  [[nodiscard]] TimeZoneRules time_zone() const;
  [[nodiscard]] FileTime boot_time_utc() const noexcept;
  [[nodiscard]] std::int64_t perf_freq() const noexcept;  // ticks per second
  [[nodiscard]] FileTime start_time_utc() const noexcept;
  [[nodiscard]] std::uint32_t reserved_flags() const noexcept;
  [[nodiscard]] std::uint32_t buffers_lost() const noexcept;
  // UTF-16, without their NUL: the text of the log's GUID, and the path when it was made.
  [[nodiscard]] Bytes logger_name() const noexcept { return logger_name_; }
  [[nodiscard]] Bytes log_file_name() const noexcept { return log_file_name_; }

 private:
  // Without its names, which find_names() checks.
  explicit BlgFileHeaderView(Bytes record) noexcept : record_(record) {}
  // A member of the trace header, before TRACE_LOGFILE_HEADER.
  template <typename T>
  [[nodiscard]] T head(std::size_t offset) const noexcept {
    return load<T>(record_, offset);
  }
  // A member of TRACE_LOGFILE_HEADER before its pointers, and after them.
  template <typename T>
  [[nodiscard]] T early(std::size_t offset) const noexcept;
  template <typename T>
  [[nodiscard]] T late(std::size_t offset) const noexcept;
  [[nodiscard]] std::size_t late_offset(std::size_t offset) const noexcept;
  [[nodiscard]] std::expected<void, Error> find_names() noexcept;

  Bytes record_;
  Bytes logger_name_;
  Bytes log_file_name_;
};

}  // namespace openperflib
