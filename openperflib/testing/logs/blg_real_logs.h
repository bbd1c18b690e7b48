// Two logs written by Windows, decoded: Vista with 32 bits and whole objects, Windows 8 with 64
// bits and single counters. For tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/testing/logs/blg_example.h"

namespace openperflib::blg_example {

inline constexpr const char* kVista = "SampleLog.blg";
inline constexpr const char* kWindows8 = "BasicPerfCounters.blg";
inline constexpr std::uint32_t kBufferSize = 0x10000;

// As UTF-8; half of a surrogate pair becomes U+FFFD.
inline std::string text_of_utf16(Bytes bytes) { return utf8_from_utf16(bytes).text; }

// One stored event, with a copy of its bytes.
struct Event {
  Block bytes;
  std::uint64_t offset = 0;
  // Valid as long as the event.
  [[nodiscard]] BlgEventView view() const { return BlgEventView::parse(bytes).value(); }
};

// A real log with all its events. Views refer to `bytes`, so that it is not copied.
struct Log {
  // Reads tests/data/blg/NAME; throws if a buffer is not valid, which fails the test.
  explicit Log(const char* name) : bytes(real_log(name)) {
    for (std::size_t at = 0; at < bytes.size(); at += kBufferSize) {
      buffers.push_back(
          BlgBufferView::parse(Bytes(bytes).subspan(at, kBufferSize), kBufferSize).value());
      if (at == 0) continue;
      BlgEventWalk walk(buffers.back(), at);
      while (const auto event = walk.next(anomalies)) {
        const Bytes whole = Bytes(bytes).subspan(walk.offset(), event->size());
        events.push_back({{whole.begin(), whole.end()}, walk.offset()});
      }
    }
  }
  // Whole messages of a kind.
  [[nodiscard]] std::vector<Block> messages(BlgKind kind) const {
    std::vector<Block> found;
    for (const Event& event : events) {
      const BlgEventView view = event.view();
      if (view.kind() != kind) continue;
      if (view.part() == 1) found.emplace_back();
      found.back().insert(found.back().end(), view.body().begin(), view.body().end());
    }
    return found;
  }
  // Returns the header of buffer 0; throws if it is not valid.
  [[nodiscard]] BlgFileHeaderView header() const {
    return BlgFileHeaderView::parse(Bytes(bytes).first(buffers[0].bytes_used())).value();
  }

  Block bytes;
  LogAnomalies anomalies{"log"};
  std::vector<BlgBufferView> buffers;
  std::vector<Event> events;
};

// Read once, when it is first needed.
inline const Log& vista() {
  static const Log log(kVista);
  return log;
}

// Read once, when it is first needed.
inline const Log& windows8() {
  static const Log log(kWindows8);
  return log;
}

// Tests for both.
class BlgFormat : public testing::TestWithParam<const Log& (*)()> {
 protected:
  [[nodiscard]] const Log& log() const { return GetParam()(); }  // the one that the test runs with
};

}  // namespace openperflib::blg_example
