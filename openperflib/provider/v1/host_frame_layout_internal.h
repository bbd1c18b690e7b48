// The fields of each frame of host_protocol.h, in their order. The writer and the reader of frames
// walk the same lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "openperflib/base/error.h"
#include "openperflib/provider/v1/host_protocol.h"
#include "openperflib/provider/v1/host_trial.h"

namespace openperflib::host_frame {

enum class Kind : std::uint32_t { start = 1, collect = 2, close = 3, answer = 4, trial = 5 };

inline constexpr std::size_t kNumber = sizeof(std::uint32_t);
inline constexpr std::size_t kFrameHeader = 2 * kNumber;  // length, kind

// A member of a message: its name for errors, and where it is.
template <typename Message, typename Member>
struct Slot {
  Field name;
  Member Message::* member;
};

template <typename Message, typename Member>
constexpr auto slot(const char* structure, const char* name, Member Message::* member) {
  return Slot<Message, Member>{{structure, name}, member};
}

// The members of each message, in the order of the frame.
template <typename Message>
struct Layout;

template <>
struct Layout<HostStart> {
  static constexpr Kind kKind = Kind::start;
  static constexpr auto kSlots =
      std::tuple{slot("HostStart", "service", &HostStart::service),
                 slot("HostStart", "library", &HostStart::library),
                 slot("HostStart", "open", &HostStart::open),
                 slot("HostStart", "collect", &HostStart::collect),
                 slot("HostStart", "close", &HostStart::close),
                 slot("HostStart", "query", &HostStart::query),
                 slot("HostStart", "context", &HostStart::context),
                 slot("HostStart", "test_level", &HostStart::test_level)};
};

template <>
struct Layout<HostCollect> {
  static constexpr Kind kKind = Kind::collect;
  static constexpr auto kSlots =
      std::tuple{slot("HostCollect", "value_name", &HostCollect::value_name),
                 slot("HostCollect", "indices", &HostCollect::indices),
                 slot("HostCollect", "buffer_size", &HostCollect::buffer_size),
                 slot("HostCollect", "largest_buffer", &HostCollect::largest_buffer)};
};

template <>
struct Layout<HostTrial> {
  static constexpr Kind kKind = Kind::trial;
  static constexpr auto kSlots =
      std::tuple{slot("HostTrial", "procedure", &HostTrial::procedure),
                 slot("HostTrial", "value_name", &HostTrial::value_name),
                 slot("HostTrial", "has_name", &HostTrial::has_name),
                 slot("HostTrial", "indices", &HostTrial::indices),
                 slot("HostTrial", "buffer_size", &HostTrial::buffer_size),
                 slot("HostTrial", "counts_usage", &HostTrial::counts_usage)};
};

// A part of HostAnswer, which is not a message by itself.
template <>
struct Layout<HostTrialResult> {
  static constexpr auto kSlots =
      std::tuple{slot("HostTrialResult", "moved", &HostTrialResult::moved),
                 slot("HostTrialResult", "returned_size", &HostTrialResult::returned_size),
                 slot("HostTrialResult", "call_us", &HostTrialResult::call_us),
                 slot("HostTrialResult", "heap_bytes", &HostTrialResult::heap_bytes),
                 slot("HostTrialResult", "descriptors", &HostTrialResult::descriptors),
                 slot("HostTrialResult", "threads", &HostTrialResult::threads),
                 slot("HostTrialResult", "mapped_pages", &HostTrialResult::mapped_pages)};
};

template <>
struct Layout<HostClose> {
  static constexpr Kind kKind = Kind::close;
  static constexpr auto kSlots = std::tuple{};
};

template <>
struct Layout<HostAnswer> {
  static constexpr Kind kKind = Kind::answer;
  static constexpr auto kSlots =
      std::tuple{slot("HostAnswer", "outcome", &HostAnswer::outcome),
                 slot("HostAnswer", "code", &HostAnswer::code),
                 slot("HostAnswer", "object_count", &HostAnswer::object_count),
                 slot("HostAnswer", "buffer_size", &HostAnswer::buffer_size),
                 slot("HostAnswer", "open_ms", &HostAnswer::open_ms),
                 slot("HostAnswer", "text", &HostAnswer::text),
                 slot("HostAnswer", "bytes", &HostAnswer::bytes),
                 slot("HostAnswer", "trial", &HostAnswer::trial)};
};

}  // namespace openperflib::host_frame
