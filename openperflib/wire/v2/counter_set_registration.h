// PERF_COUNTERSET_REG_INFO with its PERF_COUNTER_REG_INFO: what is registered of a counter set.
//
// Source: docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/base/guid.h"
#include "openperflib/base/limits.h"
#include "openperflib/wire/stored_range.h"
#include "openperflib/wire/v2/consumer_layout.h"

namespace openperflib {

// Value: the contents of a PERF_COUNTER_REG_INFO. An id of 0xFFFFFFFF: there is no such counter.
struct CounterRegistration {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t id = 0;
  std::uint32_t type = 0;
  std::uint64_t attributes = 0;
  std::uint32_t detail_level = 100;
  std::int32_t default_scale = 0;  // a power of ten
  std::uint32_t base_id = kNone;
  std::uint32_t perf_time_id = kNone;
  std::uint32_t perf_freq_id = kNone;
  std::uint32_t multi_id = kNone;
  std::uint32_t aggregate = 0;  // PERF_AGGREGATE_...
  bool operator==(const CounterRegistration&) const = default;
};

// View: a PERF_COUNTER_REG_INFO.
class CounterRegView {
 public:
  // `bytes`: all 48 of them.
  explicit CounterRegView(Bytes bytes) noexcept : bytes_(bytes) {}
  [[nodiscard]] CounterRegistration read() const noexcept;

 private:
  Bytes bytes_;
};
// Step over one PERF_COUNTER_REG_INFO.
struct CounterRegStep {
  using Item = CounterRegView;  // element of the range
  [[nodiscard]] static std::size_t length(Bytes /*rest*/, BlockOrders /*orders*/) noexcept {
    return layout::counter_reg_info::kSize;
  }
  // The structure at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
// The counters of a set.
using CounterRegRange = StoredRange<CounterRegStep>;

// View: a PERF_COUNTERSET_REG_INFO with its counters.
class CounterSetRegView {
 public:
  // Errors: truncated, over_limit.
  [[nodiscard]] static std::expected<CounterSetRegView, Error> parse(
      Bytes bytes, const Limits& limits = {}) noexcept;
  [[nodiscard]] Guid set() const noexcept { return load_guid(bytes_, 0); }
  // PERF_DETAIL_...: the least of its counters.
  [[nodiscard]] std::uint32_t detail_level() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_set_reg_info::kDetailLevel);
  }
  // PERF_COUNTERSET_SINGLE_INSTANCE, ...
  [[nodiscard]] std::uint32_t instance_type() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_set_reg_info::kInstanceType);
  }
  [[nodiscard]] CounterRegRange counters() const noexcept;

 private:
  explicit CounterSetRegView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
};

// Appends a PERF_COUNTERSET_REG_INFO, which so many PERF_COUNTER_REG_INFO must follow.
void append_counter_set_reg(std::vector<std::byte>& to, const Guid& set, std::uint32_t detail_level,
                            std::uint32_t counters, std::uint32_t instance_type);
// Appends a PERF_COUNTER_REG_INFO.
void append_counter_reg(std::vector<std::byte>& to, const CounterRegistration& counter);

}  // namespace openperflib
