// PerfDataView reads one PERF_DATA_HEADER with its counters in place: the reply to a query of
// counter sets.
//
// Bytes:   owns none; valid while the bytes given to parse() live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() validates every structure to the last byte; afterwards no accessor of this view
//          or of the views it returns can fail.
// Source:  docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/base/limits.h"
#include "openperflib/wire/stored_range.h"
#include "openperflib/wire/v2/consumer_layout.h"

namespace openperflib {

// View: a PERF_COUNTER_DATA, one value.
class CounterDataView {
 public:
  // `bytes`: the dwSize bytes of the structure, with its value and padding.
  explicit CounterDataView(Bytes bytes) noexcept : bytes_(bytes) {}
  // dwDataSize bytes; none: there is no value.
  [[nodiscard]] Bytes data() const noexcept {
    return bytes_.subspan(layout::counter_data::kSize,
                          load<std::uint32_t>(bytes_, layout::counter_data::kDataSize));
  }
  // A value of 4 or 8 bytes; nullopt: none, or of another size.
  [[nodiscard]] std::optional<std::uint64_t> number() const noexcept;

 private:
  Bytes bytes_;
};
// Step over one PERF_COUNTER_DATA.
struct CounterDataStep {
  using Item = CounterDataView;  // element of the range
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders /*orders*/) noexcept {
    return load<std::uint32_t>(rest, layout::counter_data::kStoredSize);
  }
  // The value at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
// The values of a counter or of an instance.
using CounterDataRange = StoredRange<CounterDataStep>;

// View: a PERF_INSTANCE_HEADER with its name.
class InstanceHeaderView {
 public:
  // `bytes`: the Size bytes of the structure, with its name and padding.
  explicit InstanceHeaderView(Bytes bytes) noexcept : bytes_(bytes) {}
  // The number that the provider gave the instance.
  [[nodiscard]] std::uint32_t id() const noexcept {
    return load<std::uint32_t>(bytes_, layout::instance_header::kInstanceId);
  }
  // UTF-16 up to its NUL, or up to the end of the structure.
  [[nodiscard]] Bytes name() const noexcept;

 private:
  Bytes bytes_;
};

// View: an instance in a reply.
struct InstanceDataView {
  InstanceHeaderView header;
  CounterDataRange values;  // in the order of the ids
};

// The instances of a reply: `for (const InstanceDataView instance : counter.instances())`.
class InstanceDataRange {
 public:
  // Keeps the bytes from its instance on. The views it returns outlive it.
  class Iterator {
   public:
    // At byte 0 of `rest`, with `left` instances to come, including this one. `values`: of each.
    Iterator(Bytes rest, std::uint32_t left, std::uint32_t values) noexcept
        : rest_(rest), left_(left), values_(values) {}
    [[nodiscard]] InstanceDataView operator*() const noexcept;
    Iterator& operator++() noexcept;
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return left_ == other.left_;
    }

   private:
    Bytes rest_;
    std::uint32_t left_;
    std::uint32_t values_;
  };
  // `values`: of each instance.
  InstanceDataRange(Bytes bytes, std::uint32_t count, std::uint32_t values) noexcept
      : bytes_(bytes), count_(count), values_(values) {}
  [[nodiscard]] Iterator begin() const noexcept { return {bytes_, count_, values_}; }
  [[nodiscard]] Iterator end() const noexcept { return {{}, 0, values_}; }
  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }  // instances

 private:
  Bytes bytes_;
  std::uint32_t count_;
  std::uint32_t values_;
};

// View: a PERF_COUNTER_HEADER, the reply to one identifier of the query.
class CounterHeaderView {
 public:
  // `bytes`: the dwSize bytes of the structure with what follows it.
  explicit CounterHeaderView(Bytes bytes) noexcept : bytes_(bytes) {}
  // A Win32 code.
  [[nodiscard]] std::uint32_t status() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_header::kStatus);
  }
  // PERF_ERROR_RETURN, PERF_SINGLE_COUNTER, PERF_MULTIPLE_COUNTERS, PERF_MULTIPLE_INSTANCES or
  // PERF_COUNTERSET.
  [[nodiscard]] std::uint32_t type() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_header::kType);
  }
  // The ids of its counters, in the order of the values; none if one counter was asked for.
  [[nodiscard]] std::uint32_t id_count() const noexcept;
  [[nodiscard]] std::uint32_t id(std::uint32_t position) const noexcept;
  // The values of a reply without instances; none otherwise.
  [[nodiscard]] CounterDataRange values() const noexcept;
  // The instances of a reply with instances; none otherwise.
  [[nodiscard]] InstanceDataRange instances() const noexcept;
  // The structure with what follows it.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  // The values, or the PERF_MULTI_INSTANCES with the instances.
  [[nodiscard]] Bytes after_ids() const noexcept;
  Bytes bytes_;
};
// Step over one PERF_COUNTER_HEADER with what follows it.
struct CounterHeaderStep {
  using Item = CounterHeaderView;  // element of the range
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders /*orders*/) noexcept {
    return load<std::uint32_t>(rest, layout::counter_header::kStoredSize);
  }
  // The counter at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
// The counters of a reply.
using CounterHeaderRange = StoredRange<CounterHeaderStep>;

// View: a whole reply. See above.
class PerfDataView {
 public:
  // Views the reply that starts at byte 0 of `bytes`. Errors: truncated, outside, over_limit,
  // wrong_value, misaligned, disagrees: the first in reading order, with the field and its byte.
  [[nodiscard]] static std::expected<PerfDataView, Error> parse(Bytes bytes,
                                                                const Limits& limits = {}) noexcept;

  [[nodiscard]] std::int64_t perf_time() const noexcept;    // ticks
  [[nodiscard]] FileTime perf_time_100ns() const noexcept;  // UTC
  [[nodiscard]] std::int64_t perf_freq() const noexcept;    // ticks per second
  [[nodiscard]] SystemTime system_time() const noexcept;    // UTC
  // In the order of the query.
  [[nodiscard]] CounterHeaderRange counters() const noexcept;
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  explicit PerfDataView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
};

}  // namespace openperflib
