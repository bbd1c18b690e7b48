// PerfDataBuilder writes a PERF_DATA_HEADER with its counters: the reply to a query of counter
// sets.
//
// Bytes:   writes into those of the caller, and nothing beyond them. Without room it only counts,
// so
//          that the same calls say first how much is needed. The same calls give the same bytes;
//          padding is 0.
// Threads: one at a time.
// Source:  docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/v2/consumer_layout.h"
#include "openperflib/wire/v2/instance_headers.h"

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
  // Starts a reply in `room`.
  void begin(const ReplyTimes& times, MutableBytes room) noexcept;
  // PERF_ERROR_RETURN with a Win32 code.
  void add_error(std::uint32_t status) noexcept;
  // PERF_SINGLE_COUNTER, to which one value is added.
  void begin_single_counter() noexcept;
  // PERF_MULTIPLE_COUNTERS, to which a value for each id is added.
  void begin_multiple_counters(std::span<const std::uint32_t> ids) noexcept;
  // PERF_MULTIPLE_INSTANCES, to which instances with one value each are added.
  void begin_multiple_instances() noexcept;
  // PERF_COUNTERSET, to which instances with a value for each id are added.
  void begin_counter_set(std::span<const std::uint32_t> ids) noexcept;
  // Starts an instance; its values follow.
  void begin_instance(std::u16string_view name, std::uint32_t id) noexcept;
  // Values of so many bytes each: 4 or 8, or 0 for one that is missing. As many widths as values.
  void add_values(std::span<const std::uint64_t> values,
                  std::span<const std::uint32_t> widths) noexcept;
  // An instance whose values have 8 bytes each: begin_instance() and add_values() in one.
  void add_instance(std::u16string_view name, std::uint32_t id,
                    std::span<const std::uint64_t> values) noexcept;
  // Stores the sizes of the counter that begin_...() started, and the number of its instances.
  void end_counter() noexcept;
  // The bytes that the reply needs. If the room has fewer, it holds none that can be used; more
  // than 2^32 - 1 cannot be a reply.
  [[nodiscard]] std::uint64_t finish() noexcept;

  // What begin() writes, a counter of so many ids in any form without its instances at most, and an
  // instance with so many values.
  static constexpr std::size_t kHeaderBytes = layout::perf_data_header::kSize;
  [[nodiscard]] static constexpr std::uint64_t most_bytes_of_counter(std::size_t ids) noexcept {
    return layout::counter_header::kSize + layout::multi_counters::kSize +
           layout::multi_instances::kSize + ids * sizeof(std::uint32_t) + layout::kAlignment +
           ids * layout::counter_data::kWritten;
  }
  // `name_units`: code units of the name, without its NUL.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_instance(std::size_t name_units,
                                                                 std::size_t values) noexcept {
    return instance_header_size(name_units) + values * layout::counter_data::kWritten;
  }

 private:
  // `size` more bytes, which may have any contents; empty if there is no room.
  [[nodiscard]] MutableBytes append(std::size_t size) noexcept;
  void begin_counter(std::uint32_t type) noexcept;
  // PERF_MULTI_COUNTERS with the ids, padded to a multiple of 8 bytes.
  void append_ids(std::span<const std::uint32_t> ids) noexcept;
  // PERF_MULTI_INSTANCES, which end_counter() completes.
  void begin_instances() noexcept;
  // If not, bytes are only counted.
  [[nodiscard]] bool has_room() const noexcept { return used_ <= room_.size(); }

  MutableBytes room_;
  std::size_t used_ = 0;
  std::uint32_t counters_ = 0;
  std::size_t counter_ = 0;    // where the open one begins
  std::size_t instances_ = 0;  // where its PERF_MULTI_INSTANCES begins; 0: it has none
  std::uint32_t instance_count_ = 0;
};

}  // namespace openperflib
