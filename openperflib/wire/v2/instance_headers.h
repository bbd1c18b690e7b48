// Sequences of PERF_INSTANCE_HEADER: the active instances of a counter set.
//
// Source: docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/v2/perf_data_view.h"

namespace openperflib {

// Step over one PERF_INSTANCE_HEADER with its name.
struct InstanceHeaderStep {
  using Item = InstanceHeaderView;  // element of the range
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders /*orders*/) noexcept {
    return load<std::uint32_t>(rest, layout::instance_header::kStoredSize);
  }
  // The structure at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
// Instances without values.
using InstanceHeaderRange = StoredRange<InstanceHeaderStep>;

// The instances that fill `bytes`. Errors: truncated, wrong_value, misaligned, outside, each with
// its byte.
[[nodiscard]] std::expected<InstanceHeaderRange, Error> parse_instance_headers(
    Bytes bytes) noexcept;

// Bytes of a PERF_INSTANCE_HEADER with a name of so many code units, its NUL and padding.
[[nodiscard]] constexpr std::size_t instance_header_size(std::size_t name_units) noexcept {
  constexpr std::size_t kUnit = layout::kAlignment;
  const std::size_t length = layout::instance_header::kSize + (name_units + 1) * sizeof(char16_t);
  return (length + kUnit - 1) / kUnit * kUnit;
}

// Writes one to the start of `to`, which has instance_header_size() bytes or more. The name has no
// NUL and less than 2^31 units.
void store_instance_header(MutableBytes to, std::u16string_view name, std::uint32_t id) noexcept;
// Appends one.
void append_instance_header(std::vector<std::byte>& to, std::u16string_view name, std::uint32_t id);

}  // namespace openperflib
