// PerfDataBuilder writes a PERF_DATA_HEADER with its counters: the reply to a query of counter
// sets.
//
// Resource: one growing buffer, kept between replies: a reply of a size seen before allocates
//           nothing. The same calls give the same bytes; padding is 0.
// Threads:  one at a time.
// Errors:   finish(): over_limit if the reply exceeds 2^32 - 1 bytes.
// Source:   docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"

namespace openperflib {

// When the values of a reply were read.
struct ReplyTimes {
  std::int64_t perf_time = 0;
  FileTime perf_time_100ns = 0;
  std::int64_t perf_freq = 0;
  SystemTime system_time = {};  // UTC
};

// Call begin(); for each counter of the query add_error(), or begin_...(), its values and
// end_counter(); then finish().
class PerfDataBuilder {
 public:
  // Starts a reply; the previous one is discarded.
  void begin(const ReplyTimes& times);
  // PERF_ERROR_RETURN with a Win32 code.
  void add_error(std::uint32_t status);
  // PERF_SINGLE_COUNTER, to which one value is added.
  void begin_single_counter();
  // PERF_MULTIPLE_COUNTERS, to which a value for each id is added.
  void begin_multiple_counters(std::span<const std::uint32_t> ids);
  // PERF_MULTIPLE_INSTANCES, to which instances with one value each are added.
  void begin_multiple_instances();
  // PERF_COUNTERSET, to which instances with a value for each id are added.
  void begin_counter_set(std::span<const std::uint32_t> ids);
  // Starts an instance; its values follow.
  void begin_instance(std::u16string_view name, std::uint32_t id);
  // Values of so many bytes each: 4 or 8, or 0 for one that is missing. As many widths as values.
  void add_values(std::span<const std::uint64_t> values, std::span<const std::uint32_t> widths);
  void end_counter();
  // The bytes live until the next begin().
  [[nodiscard]] std::expected<Bytes, Error> finish();

 private:
  // `size` more bytes, which may have any contents.
  [[nodiscard]] MutableBytes append(std::size_t size);
  void begin_counter(std::uint32_t type);
  void append_ids(std::span<const std::uint32_t> ids);
  void begin_instances();
  [[nodiscard]] MutableBytes at(std::size_t offset) noexcept {
    return MutableBytes(buffer_).subspan(offset);
  }

  std::vector<std::byte> buffer_;  // never smaller than the longest reply
  std::size_t used_ = 0;
  std::uint32_t counters_ = 0;
  std::size_t counter_ = 0;    // where the open one begins
  std::size_t instances_ = 0;  // where its PERF_MULTI_INSTANCES begins; 0: it has none
  std::uint32_t instance_count_ = 0;
};

}  // namespace openperflib
