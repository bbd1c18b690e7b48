// BlgFileHeader: the description of the file in buffer 0 of a binary log, as values and as bytes.
//
// Source: docs/formats/blg.md, "File header".
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_bytes_internal.h"
#include "openperflib/log/blg/writing/blg_writer_options.h"
#include "openperflib/log/time/time_zone_rules.h"

namespace openperflib {

// Value. The defaults are those of Windows 10 on x64.
struct BlgFileHeader {
  std::uint16_t version = 0;
  std::uint8_t header_type = blg::file_header::kWriter64Bit;
  std::uint32_t thread_id = 0;
  std::uint32_t process_id = 0;
  FileTime time_utc = 0;
  std::array<std::uint32_t, 2> processor_times{};  // of the writer: kernel, user
  std::uint32_t buffer_size = 0x1'0000;
  std::array<std::uint8_t, 4> os_version = {10, 0, 1, 5};
  std::uint32_t os_build = 14393;
  std::uint32_t processors = 1;  // however many the machine has
  FileTime end_time_utc = 0;     // 0: not finished
  std::uint32_t timer_resolution = 156'250;
  std::uint32_t maximum_file_size = 0;
  std::uint32_t log_file_mode =
      0x3002'0801;                    // sequential, private, one stream of buffers, blocking
  std::uint32_t buffers_written = 0;  // 0: not finished
  std::uint32_t start_buffers = 1;
  std::uint32_t pointer_size = 8;
  std::uint32_t events_lost = 0;
  std::uint32_t cpu_speed_mhz = 0;
  std::array<std::uint64_t, 2> pointers{};  // in the memory of the writer
  TimeZoneRules zone;
  FileTime boot_time_utc = 0;
  std::int64_t perf_freq = kTicksPerSecond;
  FileTime start_time_utc = 0;
  std::uint32_t reserved_flags = blg::file_header::kSystemTimeClock;
  std::uint32_t buffers_lost = 0;
  std::u16string logger_name;    // the text of the log's GUID
  std::u16string log_file_name;  // the path when it was made
};

// The values of the header of a new log.
[[nodiscard]] BlgFileHeader header_from(const BlgWriterOptions& options);

// The record after the head of buffer 0.
void put_file_header(BlgBytes& out, const BlgFileHeader& header);

}  // namespace openperflib
