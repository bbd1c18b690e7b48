#include "openperflib/log/blg/blg_file_header_view.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

namespace file_header = blg::file_header;

constexpr std::uint64_t kRecordAt = blg::buffer::kHeaderSize;  // in the file

std::string zone_text(Bytes zone, std::size_t offset) {
  return utf8_from_utf16(zone.subspan(offset, file_header::kZoneNameBytes)).text;
}

SystemTime date_at(Bytes zone, std::size_t offset) noexcept {
  const auto word = [&](std::size_t i) {
    return load<std::uint16_t>(zone, offset + i * sizeof(std::uint16_t));
  };
  return {word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)};
}

}  // namespace

std::expected<BlgFileHeaderView, Error> BlgFileHeaderView::parse(Bytes buffer) noexcept {
  constexpr std::size_t kLeast = file_header::kLogFile + file_header::kNames.offset;
  if (!contains(buffer.size(), kRecordAt, kLeast)) {
    const std::uint64_t lacking = kRecordAt + kLeast - buffer.size();
    return blg_fault(Errc::truncated, file_header::kSize, kRecordAt, lacking);
  }
  const Bytes rest = buffer.subspan(kRecordAt);
  const auto size = load<std::uint16_t>(rest, file_header::kSize.offset);
  const auto pointers =
      load<std::uint32_t>(rest, file_header::kLogFile + file_header::kPointerSize.offset);
  if (pointers != file_header::kPointers32Bit && pointers != file_header::kPointers64Bit) {
    return blg_fault(Errc::out_of_range, file_header::kPointerSize, file_header::kLogFileAt,
                     pointers);
  }
  const std::size_t needed =
      kLeast + (pointers == file_header::kPointers64Bit ? file_header::kLater64Bit : 0);
  if (!contains(size, 0, needed))
    return blg_fault(Errc::out_of_range, file_header::kSize, kRecordAt, size);
  if (!contains(rest.size(), 0, size))
    return blg_fault(Errc::outside, file_header::kSize, kRecordAt, size);
  BlgFileHeaderView view(rest.first(size));
  OPENPERFLIB_TRY(view.find_names());
  return view;
}

std::expected<void, Error> BlgFileHeaderView::find_names() noexcept {
  const Bytes names = record_.subspan(late_offset(file_header::kNames.offset));
  const auto logger = text_of(names);
  if (!logger.has_value())
    return blg_fault(Errc::missing, file_header::kNames, file_header::kLogFileAt, 0);
  const auto file = text_of(names.subspan(logger->size() + kNulSize));
  if (!file.has_value())
    return blg_fault(Errc::missing, file_header::kNames, file_header::kLogFileAt, 0);
  logger_name_ = *logger;
  log_file_name_ = *file;
  return {};
}

template <typename T>
T BlgFileHeaderView::early(std::size_t offset) const noexcept {
  return load<T>(record_, file_header::kLogFile + offset);
}

std::size_t BlgFileHeaderView::late_offset(std::size_t offset) const noexcept {
  return file_header::kLogFile + offset +
         (pointer_size() == file_header::kPointers64Bit ? file_header::kLater64Bit : 0);
}

template <typename T>
T BlgFileHeaderView::late(std::size_t offset) const noexcept {
  return load<T>(record_, late_offset(offset));
}

std::uint16_t BlgFileHeaderView::version() const noexcept {
  return head<std::uint16_t>(file_header::kVersion.offset);
}

std::uint8_t BlgFileHeaderView::header_type() const noexcept {
  return head<std::uint8_t>(file_header::kHeaderType.offset);
}

std::uint8_t BlgFileHeaderView::marker() const noexcept {
  return head<std::uint8_t>(file_header::kMarker.offset);
}

std::uint16_t BlgFileHeaderView::size() const noexcept {
  return head<std::uint16_t>(file_header::kSize.offset);
}

std::uint32_t BlgFileHeaderView::thread_id() const noexcept {
  return head<std::uint32_t>(file_header::kThread.offset);
}

std::uint32_t BlgFileHeaderView::process_id() const noexcept {
  return head<std::uint32_t>(file_header::kProcess.offset);
}

FileTime BlgFileHeaderView::time_utc() const noexcept {
  return head<std::int64_t>(file_header::kTime.offset);
}

std::uint32_t BlgFileHeaderView::buffer_size() const noexcept {
  return early<std::uint32_t>(file_header::kBufferSize.offset);
}

std::array<std::uint8_t, 4> BlgFileHeaderView::os_version() const noexcept {
  const auto part = [this](std::size_t i) {
    return early<std::uint8_t>(file_header::kOsVersion.offset + i);
  };
  return {part(0), part(1), part(2), part(3)};
}

std::uint32_t BlgFileHeaderView::os_build() const noexcept {
  return early<std::uint32_t>(file_header::kOsBuild.offset);
}

std::uint32_t BlgFileHeaderView::processors() const noexcept {
  return early<std::uint32_t>(file_header::kProcessors.offset);
}

FileTime BlgFileHeaderView::end_time_utc() const noexcept {
  return early<std::int64_t>(file_header::kEndTime.offset);
}

std::uint32_t BlgFileHeaderView::timer_resolution() const noexcept {
  return early<std::uint32_t>(file_header::kTimerResolution.offset);
}

std::uint32_t BlgFileHeaderView::maximum_file_size() const noexcept {
  return early<std::uint32_t>(file_header::kMaximumFileSize.offset);
}

std::uint32_t BlgFileHeaderView::log_file_mode() const noexcept {
  return early<std::uint32_t>(file_header::kLogFileMode.offset);
}

bool BlgFileHeaderView::is_circular() const noexcept {
  return (log_file_mode() & file_header::kCircular) != 0;
}

std::uint32_t BlgFileHeaderView::buffers_written() const noexcept {
  return early<std::uint32_t>(file_header::kBuffersWritten.offset);
}

std::uint32_t BlgFileHeaderView::start_buffers() const noexcept {
  return early<std::uint32_t>(file_header::kStartBuffers.offset);
}

std::uint32_t BlgFileHeaderView::pointer_size() const noexcept {
  return early<std::uint32_t>(file_header::kPointerSize.offset);
}

std::uint32_t BlgFileHeaderView::events_lost() const noexcept {
  return early<std::uint32_t>(file_header::kEventsLost.offset);
}

std::uint32_t BlgFileHeaderView::cpu_speed_mhz() const noexcept {
  return early<std::uint32_t>(file_header::kCpuSpeed.offset);
}

TimeZoneRules BlgFileHeaderView::time_zone() const {
  const Bytes zone =
      record_.subspan(late_offset(file_header::kTimeZone.offset), file_header::kTimeZoneSize);
  return {.bias_minutes = load<std::int32_t>(zone, file_header::kBias),
          .standard = {.name = zone_text(zone, file_header::kStandardName),
                       .begins = date_at(zone, file_header::kStandardDate),
                       .bias_minutes = load<std::int32_t>(zone, file_header::kStandardBias)},
          .daylight = {.name = zone_text(zone, file_header::kDaylightName),
                       .begins = date_at(zone, file_header::kDaylightDate),
                       .bias_minutes = load<std::int32_t>(zone, file_header::kDaylightBias)}};
}

FileTime BlgFileHeaderView::boot_time_utc() const noexcept {
  return late<std::int64_t>(file_header::kBootTime.offset);
}

std::int64_t BlgFileHeaderView::perf_freq() const noexcept {
  return late<std::int64_t>(file_header::kPerfFreq.offset);
}

FileTime BlgFileHeaderView::start_time_utc() const noexcept {
  return late<std::int64_t>(file_header::kStartTime.offset);
}

std::uint32_t BlgFileHeaderView::reserved_flags() const noexcept {
  return late<std::uint32_t>(file_header::kReservedFlags.offset);
}

std::uint32_t BlgFileHeaderView::buffers_lost() const noexcept {
  return late<std::uint32_t>(file_header::kBuffersLost.offset);
}

}  // namespace openperflib
