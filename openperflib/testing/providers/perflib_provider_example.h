// A provider that uses the functions of perflib.h, in this process, and what a reader sees of it.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "openperflib/compat/guid_argument_internal.h"
#include "openperflib/compat/perflib/perflib.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/provider/v2/request_message.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {

inline constexpr ULONG kSuccess = ERROR_SUCCESS;  // of the type that the functions return

// A PERF_COUNTERSET_INFO and its counters, one after the other.
struct TemplateExample {
  PERF_COUNTERSET_INFO set = {};
  PERF_COUNTER_INFO counters[4] = {};
};
inline constexpr ULONG kRate = 1, kNumber = 2, kAverage = 7, kBase = 8;  // ids, by type below

// A rate of 8 bytes, a number of 4, and an average with its base.
inline TemplateExample print_queue(ULONG instance_type = PERF_COUNTERSET_MULTI_INSTANCES) {
  const auto counter = [](ULONG id, ULONG type, ULONGLONG attributes = 0) {
    return PERF_COUNTER_INFO{.CounterId = id,
                             .Type = type,
                             .Attrib = attributes,
                             .Size = sizeof(PERF_COUNTER_INFO),
                             .DetailLevel = PERF_DETAIL_NOVICE,
                             .Scale = 0,
                             .Offset = 0};
  };
  return {
      .set = {.CounterSetGuid = {.Data1 = 0x8F1C'1B0E, .Data2 = 1, .Data3 = 2, .Data4 = {3}},
              .ProviderGuid = {},
              .NumCounters = 4,
              .InstanceType = instance_type},
      .counters = {counter(kRate, PERF_COUNTER_BULK_COUNT), counter(kNumber, PERF_COUNTER_RAWCOUNT),
                   counter(kAverage, PERF_AVERAGE_BULK),
                   counter(kBase, PERF_AVERAGE_BASE, PERF_ATTRIB_NO_DISPLAYABLE)}};
}

// The values of an instance, in the order of the template.
using SeenValues = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kNoValue = 0x4E4F'4E45;  // of a counter that has none now
// Has kNoValue for each counter that has no value now.
inline SeenValues seen_values(const InstanceReading& instance) {
  SeenValues values(instance.values.begin(), instance.values.end());
  for (std::size_t i = 0; i < instance.lacks.size(); ++i) {
    if (instance.lacks[i] != ValueLack::none) values[i] = kNoValue;
  }
  return values;
}

// Publishes in a folder of its own, which it also reads.
class PerflibProviderTest : public ::testing::Test {
 protected:
  // Sets XDG_RUNTIME_DIR of this process, and the last error to kUntouched.
  PerflibProviderTest() {
    ::setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
    SetLastError(kUntouched);
  }
  ~PerflibProviderTest() override { stop_all(); }

  static constexpr DWORD kUntouched = 12'345;

  // Starts a provider without a set; stop_all() stops it.
  HANDLE start(PERFLIBREQUEST callback = nullptr) {
    HANDLE provider = nullptr;
    EXPECT_EQ(PerfStartProvider(&provider_guid_, callback, &provider), DWORD{ERROR_SUCCESS});
    started_.push_back(provider);
    return provider;
  }
  // With the example's set.
  HANDLE start_print_queue() {
    HANDLE const provider = start();
    EXPECT_EQ(describe(provider, example_), DWORD{ERROR_SUCCESS});
    return provider;
  }
  // A Win32 code.
  static ULONG describe(HANDLE provider, TemplateExample& set) {
    return PerfSetCounterSetInfo(provider, &set.set, sizeof(set));
  }
  // An instance of the example's set; nullptr with a last error.
  PERF_COUNTERSET_INSTANCE* create(HANDLE provider, const char16_t* name, ULONG id = 0) {
    return PerfCreateInstance(provider, &example_.set.CounterSetGuid, name, id);
  }
  // Stops what start() started; a test may have stopped some itself.
  void stop_all() {
    for (HANDLE const provider : started_) (void)PerfStopProvider(provider);
    started_.clear();
  }
  // Asks the provider of this process as a reader does, and returns its answer; none: the
  // connection was closed without one.
  [[nodiscard]] std::vector<std::uint32_t> ask(const RequestEntry& entry) const {
    const std::filesystem::directory_iterator names(folder_.path() + "/openperflib");
    const UniqueFd socket = connect_to(begin(names)->path()).value();
    const RequestMessage message{.changes = kHasAllSets, .entries = {entry}};
    EXPECT_TRUE(send_message(socket.get(), bytes_of(message), {}).has_value());
    pollfd ready{.fd = socket.get(), .events = POLLIN, .revents = 0};
    while (::poll(&ready, 1, -1) != 1) continue;
    std::vector<std::byte> buffer(kMostAnswerBytes);
    const auto received = receive_message(socket.get(), buffer);
    if (!received.has_value() || received->bytes.empty()) return {};
    return read_request_answer(received->bytes).value().codes;
  }
  // The same for the example's set: a request code of perflib.h.
  [[nodiscard]] std::vector<std::uint32_t> ask(std::uint32_t code) const {
    return ask({.code = code, .set = guid_at(&example_.set.CounterSetGuid)});
  }
  // What a reader sees now, of all sets: the instances by "name#id".
  std::multimap<std::string, SeenValues> seen() {
    (void)watch_.look();
    std::multimap<std::string, SeenValues> all;
    for (const auto& process : watch_.processes()) {
      for (const OfferedSegment& segment : process.segments) {
        if (segment.view.withdrawn()) continue;
        const SegmentReading reading = reading_of(segment.view);
        for (std::size_t i = 0; i < reading.size(); ++i) {
          const std::string name = utf8_from_utf16(std::as_bytes(std::span(reading[i].name))).text +
                                   "#" + std::to_string(reading[i].id);
          all.emplace(name, seen_values(reading[i]));
        }
      }
    }
    return all;
  }

  MadeFolder folder_;
  OfferWatch watch_{{.system = folder_.path() + "/none", .own = folder_.path() + "/openperflib"}};
  GUID provider_guid_ = {.Data1 = 7, .Data2 = 0, .Data3 = 0, .Data4 = {}};
  TemplateExample example_ = print_queue();
  std::vector<HANDLE> started_;
};

}  // namespace openperflib::compat
