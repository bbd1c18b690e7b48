#include <algorithm>

#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_header_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

namespace file_header = blg::file_header;

// The processor times of the writer in the system trace header.
constexpr blg::Member kKernelTime{{"blg file header", "KernelTime"}, 24};
constexpr blg::Member kUserTime{{"blg file header", "UserTime"}, 28};
constexpr std::size_t kLongestZoneName = file_header::kZoneNameBytes / sizeof(char16_t) - 1;
constexpr std::size_t kLongestName =
    1024;  // PDH_MAX_DATASOURCE_PATH: the record's size has 16 bits

// Fills the record at `start` of `out`.
class HeaderRecord {
 public:
  HeaderRecord(BlgBytes& out, std::uint32_t pointer_size)
      : out_(out),
        start_(out.size()),
        later_(pointer_size == file_header::kPointers64Bit ? file_header::kLater64Bit : 0) {
    out.put_zeros(file_header::kLogFile + file_header::kNames.offset + later_);
  }
  template <typename T>
  void head(const blg::Member& member, T value) {
    out_.patch(start_ + member.offset, value);
  }
  template <typename T>
  void early(std::size_t offset, T value) {
    out_.patch(start_ + file_header::kLogFile + offset, value);
  }
  template <typename T>
  void late(std::size_t offset, T value) {
    early(offset + later_, value);
  }
  void late_text(std::size_t offset, std::string_view utf8) {
    const std::u16string text = utf16_from_utf8(utf8).substr(0, kLongestZoneName);
    for (const char16_t unit : text) {
      late(offset, unit);
      offset += sizeof unit;
    }
  }
  void late_date(std::size_t offset, const SystemTime& date) {
    for (const std::uint16_t word : {date.year, date.month, date.day_of_week, date.day, date.hour,
                                     date.minute, date.second, date.milliseconds}) {
      late(offset, word);
      offset += sizeof word;
    }
  }
  void name(const std::u16string& text) {
    out_.put_units(std::as_bytes(std::span(text).first(std::min(text.size(), kLongestName))));
  }
  void end() { head(file_header::kSize, static_cast<std::uint16_t>(out_.size() - start_)); }

 private:
  BlgBytes& out_;
  std::size_t start_;
  std::size_t later_;
};

void put_trace_header(HeaderRecord& record, const BlgFileHeader& header) {
  record.head(file_header::kVersion, header.version);
  record.head(file_header::kHeaderType, header.header_type);
  record.head(file_header::kMarker, file_header::kMarkerValue);
  record.head(file_header::kThread, header.thread_id);
  record.head(file_header::kProcess, header.process_id);
  record.head(file_header::kTime, header.time_utc);
  record.head(kKernelTime, header.processor_times[0]);
  record.head(kUserTime, header.processor_times[1]);
}

void put_pointers(HeaderRecord& record, const BlgFileHeader& header) {
  for (std::size_t i = 0; i < header.pointers.size(); ++i) {
    const std::size_t at = file_header::kPointers.offset + i * header.pointer_size;
    if (header.pointer_size == file_header::kPointers64Bit) {
      record.early(at, header.pointers[i]);
    } else {
      record.early(at, static_cast<std::uint32_t>(header.pointers[i]));
    }
  }
}

void put_early(HeaderRecord& record, const BlgFileHeader& header) {
  record.early(file_header::kBufferSize.offset, header.buffer_size);
  for (std::size_t i = 0; i < header.os_version.size(); ++i) {
    record.early(file_header::kOsVersion.offset + i, header.os_version[i]);
  }
  record.early(file_header::kOsBuild.offset, header.os_build);
  record.early(file_header::kProcessors.offset, header.processors);
  record.early(file_header::kEndTime.offset, header.end_time_utc);
  record.early(file_header::kTimerResolution.offset, header.timer_resolution);
  record.early(file_header::kMaximumFileSize.offset, header.maximum_file_size);
  record.early(file_header::kLogFileMode.offset, header.log_file_mode);
  record.early(file_header::kBuffersWritten.offset, header.buffers_written);
  record.early(file_header::kStartBuffers.offset, header.start_buffers);
  record.early(file_header::kPointerSize.offset, header.pointer_size);
  record.early(file_header::kEventsLost.offset, header.events_lost);
  record.early(file_header::kCpuSpeed.offset, header.cpu_speed_mhz);
  put_pointers(record, header);
}

void put_zone(HeaderRecord& record, const TimeZoneRules& zone) {
  const std::size_t at = file_header::kTimeZone.offset;
  record.late(at + file_header::kBias, static_cast<std::int32_t>(zone.bias_minutes));
  record.late_text(at + file_header::kStandardName, zone.standard.name);
  record.late_date(at + file_header::kStandardDate, zone.standard.begins);
  record.late(at + file_header::kStandardBias,
              static_cast<std::int32_t>(zone.standard.bias_minutes));
  record.late_text(at + file_header::kDaylightName, zone.daylight.name);
  record.late_date(at + file_header::kDaylightDate, zone.daylight.begins);
  record.late(at + file_header::kDaylightBias,
              static_cast<std::int32_t>(zone.daylight.bias_minutes));
}

void put_late(HeaderRecord& record, const BlgFileHeader& header) {
  put_zone(record, header.zone);
  record.late(file_header::kBootTime.offset, header.boot_time_utc);
  record.late(file_header::kPerfFreq.offset, header.perf_freq);
  record.late(file_header::kStartTime.offset, header.start_time_utc);
  record.late(file_header::kReservedFlags.offset, header.reserved_flags);
  record.late(file_header::kBuffersLost.offset, header.buffers_lost);
}

}  // namespace

BlgFileHeader header_from(const BlgWriterOptions& options) {
  BlgFileHeader header;
  header.thread_id = options.thread_id;
  header.process_id = options.process_id;
  header.time_utc = options.start_time_utc;
  header.os_version[0] = options.os_major;
  header.os_version[1] = options.os_minor;
  header.os_build = options.os_build;
  header.zone.bias_minutes = options.zone.bias_minutes;
  header.zone.standard.name = options.zone.name;
  header.zone.daylight.name = options.zone.name;
  header.boot_time_utc = options.boot_time_utc;
  header.perf_freq = options.perf_freq;
  header.start_time_utc = options.start_time_utc;
  header.logger_name = utf16_from_utf8(text_of(options.guid));
  header.log_file_name = utf16_from_utf8(options.file_path);
  if (options.circle_bytes != 0) {
    constexpr std::uint64_t kMebibyte = 1U << 20;
    header.maximum_file_size =
        static_cast<std::uint32_t>((options.circle_bytes + kMebibyte - 1) / kMebibyte);
    header.log_file_mode =
        (header.log_file_mode & ~file_header::kSequential) | file_header::kCircular;
  }
  return header;
}

void put_file_header(BlgBytes& out, const BlgFileHeader& header) {
  HeaderRecord record(out, header.pointer_size);
  put_trace_header(record, header);
  put_early(record, header);
  put_late(record, header);
  record.name(header.logger_name);
  record.name(header.log_file_name);
  record.end();
}

}  // namespace openperflib
