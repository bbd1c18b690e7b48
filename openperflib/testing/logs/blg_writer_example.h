// Shared parts of the tests of the binary log's writer: a file, a log that is written, and its
// events as stored.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "openperflib/log/blg/blg_buffer_view.h"
#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::blg_written {

inline constexpr BlgLogGuid kGuid = {0xFA, 0xB5, 0xC9, 0x84, 0x31, 0x82, 0xCE, 0x45,
                                     0x87, 0xA3, 0x38, 0x14, 0x56, 0x9C, 0x13, 0x5F};
inline constexpr std::uint32_t kBuffer = 0x1'0000;

inline constexpr std::uint32_t kProcessor = 238;
inline constexpr std::uint32_t kUserTime = 142;
inline const std::vector<std::string> kProcessPaths = {R"(\Process(*)\% Privileged Time)"};

// Process `ticks` after the epoch, with an instance for each value of % Privileged Time. Names have
// 20 characters: an instance takes 24 + 42 bytes in a record.
inline Snapshot processes(std::int64_t ticks, const std::vector<std::uint64_t>& values) {
  constexpr std::uint32_t kProcess = 230;
  constexpr std::uint32_t kPrivilegedTime = 144;
  TestBlock block(ticks);
  block.object(kProcess, {{kPrivilegedTime, PERF_100NSEC_TIMER, 8}});
  for (std::size_t i = 0; i < values.size(); ++i) {
    block.instance("process-number-" + std::to_string(10'000 + i), {values[i]});
  }
  return block.snapshot();
}

// As many values as instances: the first, and each one more than the one before.
inline std::vector<std::uint64_t> rising_values(std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// A file without a name.
class LogFile {
 public:
  [[nodiscard]] int fd() const { return fd_.get(); }  // valid as long as this
  // All that was written so far.
  [[nodiscard]] std::vector<std::byte> bytes() const { return bytes_of(fd_.get()); }

 private:
  UniqueFd fd_ = empty_file();
};

// A new log of these paths; its zone, start and boot time are always the same.
inline BlgWriterOptions options_for(std::vector<std::string> paths) {
  BlgWriterOptions options;
  options.paths = std::move(paths);
  options.guid = kGuid;
  options.file_path = "/var/log/a.blg";
  options.zone = {.name = "CET", .bias_minutes = -60};
  options.start_time_utc = 133'700'000'000'000'000;
  options.boot_time_utc = 133'600'000'000'000'000;
  return options;
}

// Returns the options of a copy of a log: its clocks.
inline BlgWriterOptions options_of_copy(const LogHeader& header) {
  BlgWriterOptions options;
  options.guid = kGuid;
  options.file_path = "a.blg";
  options.zone = zone_of(header);
  options.perf_freq = perf_freq_of(header);
  options.samples_per_flush = 0;
  return options;
}

// The positions of all series of the query, for BlgWriter::begin().
inline std::vector<std::size_t> all_of(const Query& query) {
  std::vector<std::size_t> shown(query.binding().series().size());
  std::iota(shown.begin(), shown.end(), 0U);
  return shown;
}

// One sample of the current state of the query.
inline std::expected<void, SourceFault> write_sample(BlgWriter& writer, const Query& query) {
  const auto begun = writer.begin(query.binding(), all_of(query));
  if (!begun.has_value()) return begun;
  return writer.write(query.newer(), query.row());
}

// Over the fixed titles; throws if a path is not valid.
inline Query query_of(const std::vector<std::string>& paths) {
  Query query(fixed_titles());
  for (const std::string& path : paths) query.add(path).value();
  return query;
}

// Whether everything after the bytes used of a buffer is 0xFF, as on Windows.
inline bool has_clean_tail(Bytes log, std::size_t number) {
  const Bytes bytes = log.subspan(number * kBuffer, kBuffer);
  const auto used = load<std::uint32_t>(bytes, blg::buffer::kBytesUsed.offset);
  return used <= kBuffer && std::ranges::all_of(bytes.subspan(used), [](std::byte byte) {
           return byte == blg::buffer::kTail;
         });
}

// The events of one kind, in the order of the file, which must outlive them.
inline std::vector<BlgEventView> events_of(Bytes log, BlgKind kind) {
  std::vector<BlgEventView> events;
  for (std::size_t start = kBuffer; start < log.size(); start += kBuffer) {
    const Bytes bytes = log.subspan(start, std::min<std::size_t>(kBuffer, log.size() - start));
    const auto buffer = BlgBufferView::parse(bytes, kBuffer);
    if (!buffer.has_value()) continue;
    Bytes rest = buffer->events();
    while (!rest.empty()) {
      const auto event = BlgEventView::parse(rest);
      if (!event.has_value()) break;
      if (event->kind() == kind) events.push_back(*event);
      rest = rest.subspan((event->size() + 7) & ~std::size_t{7});
    }
  }
  return events;
}

}  // namespace openperflib::blg_written
