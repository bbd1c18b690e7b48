#include "openperflib/log/blg/blg_file_header_view.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using namespace blg::file_header;

constexpr std::uint64_t kRecordAt = blg::buffer::kHeaderSize;  // in the file
constexpr std::uint64_t kLogFileAt = kRecordAt + kLogFile;
constexpr std::uint32_t kPointers32Bit = 4;
constexpr std::uint32_t kPointers64Bit = 8;

std::string text_at(Bytes zone, std::size_t offset) {
  return utf8_from_utf16(zone.subspan(offset, kZoneNameBytes)).text;
}

SystemTime date_at(Bytes zone, std::size_t offset) noexcept {
  const auto word = [&](std::size_t i) {
    return load<std::uint16_t>(zone, offset + i * sizeof(std::uint16_t));
  };
  return {word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)};
}

}  // namespace

std::expected<BlgFileHeaderView, Error> BlgFileHeaderView::parse(Bytes buffer) noexcept {
  constexpr std::size_t kLeast = kLogFile + kNames.offset;
  if (!contains(buffer.size(), kRecordAt, kLeast)) {
    const std::uint64_t lacking = kRecordAt + kLeast - buffer.size();
    return blg_fault(Errc::truncated, kSize, kRecordAt, lacking);
  }
  const Bytes rest = buffer.subspan(kRecordAt);
  const auto size = load<std::uint16_t>(rest, kSize.offset);
  const auto pointers = load<std::uint32_t>(rest, kLogFile + kPointerSize.offset);
  if (pointers != kPointers32Bit && pointers != kPointers64Bit) {
    return blg_fault(Errc::out_of_range, kPointerSize, kLogFileAt, pointers);
  }
  const std::size_t needed = kLeast + (pointers == kPointers64Bit ? kLater64Bit : 0);
  if (!contains(size, 0, needed)) return blg_fault(Errc::out_of_range, kSize, kRecordAt, size);
  if (!contains(rest.size(), 0, size)) return blg_fault(Errc::outside, kSize, kRecordAt, size);
  BlgFileHeaderView view(rest.first(size));
  OPENPERFLIB_TRY(view.find_names());
  return view;
}

std::expected<void, Error> BlgFileHeaderView::find_names() noexcept {
  const Bytes names = record_.subspan(late_offset(kNames.offset));
  const auto logger = text_of(names);
  if (!logger.has_value()) return blg_fault(Errc::missing, kNames, kLogFileAt, 0);
  const auto file = text_of(names.subspan(logger->size() + kNulSize));
  if (!file.has_value()) return blg_fault(Errc::missing, kNames, kLogFileAt, 0);
  logger_name_ = *logger;
  log_file_name_ = *file;
  return {};
}

template <typename T>
T BlgFileHeaderView::early(std::size_t offset) const noexcept {
  return load<T>(record_, kLogFile + offset);
}

std::size_t BlgFileHeaderView::late_offset(std::size_t offset) const noexcept {
  return kLogFile + offset + (pointer_size() == kPointers64Bit ? kLater64Bit : 0);
}

template <typename T>
T BlgFileHeaderView::late(std::size_t offset) const noexcept {
  return load<T>(record_, late_offset(offset));
}

std::uint16_t BlgFileHeaderView::version() const noexcept {
  return head<std::uint16_t>(kVersion.offset);
}

std::uint8_t BlgFileHeaderView::header_type() const noexcept {
  return head<std::uint8_t>(kHeaderType.offset);
}

std::uint8_t BlgFileHeaderView::marker() const noexcept {
  return head<std::uint8_t>(kMarker.offset);
}

std::uint16_t BlgFileHeaderView::size() const noexcept { return head<std::uint16_t>(kSize.offset); }

std::uint32_t BlgFileHeaderView::thread_id() const noexcept {
  return head<std::uint32_t>(kThread.offset);
}

std::uint32_t BlgFileHeaderView::process_id() const noexcept {
  return head<std::uint32_t>(kProcess.offset);
}

FileTime BlgFileHeaderView::time_utc() const noexcept { return head<std::int64_t>(kTime.offset); }

std::uint32_t BlgFileHeaderView::buffer_size() const noexcept {
  return early<std::uint32_t>(kBufferSize.offset);
}

std::array<std::uint8_t, 4> BlgFileHeaderView::os_version() const noexcept {
  const auto part = [this](std::size_t i) { return early<std::uint8_t>(kOsVersion.offset + i); };
  return {part(0), part(1), part(2), part(3)};
}

std::uint32_t BlgFileHeaderView::os_build() const noexcept {
  return early<std::uint32_t>(kOsBuild.offset);
}

std::uint32_t BlgFileHeaderView::processors() const noexcept {
  return early<std::uint32_t>(kProcessors.offset);
}

FileTime BlgFileHeaderView::end_time_utc() const noexcept {
  return early<std::int64_t>(kEndTime.offset);
}

std::uint32_t BlgFileHeaderView::timer_resolution() const noexcept {
  return early<std::uint32_t>(kTimerResolution.offset);
}

std::uint32_t BlgFileHeaderView::maximum_file_size() const noexcept {
  return early<std::uint32_t>(kMaximumFileSize.offset);
}

std::uint32_t BlgFileHeaderView::log_file_mode() const noexcept {
  return early<std::uint32_t>(kLogFileMode.offset);
}

bool BlgFileHeaderView::is_circular() const noexcept { return (log_file_mode() & kCircular) != 0; }

std::uint32_t BlgFileHeaderView::buffers_written() const noexcept {
  return early<std::uint32_t>(kBuffersWritten.offset);
}

std::uint32_t BlgFileHeaderView::start_buffers() const noexcept {
  return early<std::uint32_t>(kStartBuffers.offset);
}

std::uint32_t BlgFileHeaderView::pointer_size() const noexcept {
  return early<std::uint32_t>(kPointerSize.offset);
}

std::uint32_t BlgFileHeaderView::events_lost() const noexcept {
  return early<std::uint32_t>(kEventsLost.offset);
}

std::uint32_t BlgFileHeaderView::cpu_speed_mhz() const noexcept {
  return early<std::uint32_t>(kCpuSpeed.offset);
}

TimeZoneRules BlgFileHeaderView::time_zone() const {
  const Bytes zone = record_.subspan(late_offset(kTimeZone.offset), kTimeZoneSize);
  return {.bias_minutes = load<std::int32_t>(zone, kBias),
          .standard = {.name = text_at(zone, kStandardName),
                       .begins = date_at(zone, kStandardDate),
                       .bias_minutes = load<std::int32_t>(zone, kStandardBias)},
          .daylight = {.name = text_at(zone, kDaylightName),
                       .begins = date_at(zone, kDaylightDate),
                       .bias_minutes = load<std::int32_t>(zone, kDaylightBias)}};
}

FileTime BlgFileHeaderView::boot_time_utc() const noexcept {
  return late<std::int64_t>(kBootTime.offset);
}

std::int64_t BlgFileHeaderView::perf_freq() const noexcept {
  return late<std::int64_t>(kPerfFreq.offset);
}

FileTime BlgFileHeaderView::start_time_utc() const noexcept {
  return late<std::int64_t>(kStartTime.offset);
}

std::uint32_t BlgFileHeaderView::reserved_flags() const noexcept {
  return late<std::uint32_t>(kReservedFlags.offset);
}

std::uint32_t BlgFileHeaderView::buffers_lost() const noexcept {
  return late<std::uint32_t>(kBuffersLost.offset);
}

}  // namespace openperflib
