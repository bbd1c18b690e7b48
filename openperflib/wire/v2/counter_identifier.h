// PERF_COUNTER_IDENTIFIER: what a query of counter sets asks for.
//
// Source: docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/base/guid.h"
#include "openperflib/wire/stored_range.h"
#include "openperflib/wire/v2/consumer_layout.h"

namespace openperflib {

// Value: the contents of a block.
struct CounterIdentifier {
  static constexpr std::uint32_t kAny = 0xFFFF'FFFF;  // of both ids
  Guid set = {};
  std::uint32_t counter_id = kAny;
  std::uint32_t instance_id = kAny;
  // A name or a pattern, without its NUL; nullopt: the block has none.
  std::optional<std::u16string> instance = {};
  bool operator==(const CounterIdentifier&) const = default;
};

// View: one block of foreign bytes.
class CounterIdentifierView {
 public:
  explicit CounterIdentifierView(Bytes bytes) noexcept : bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  [[nodiscard]] Guid set() const noexcept {
    return load_guid(bytes_, layout::counter_identifier::kCounterSetGuid);
  }
  [[nodiscard]] std::uint32_t status() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_identifier::kStatus);
  }
  [[nodiscard]] std::uint32_t index() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_identifier::kIndex);
  }
  // nullopt: it is corrupt: its size is not a multiple of 8, or its name has no NUL.
  [[nodiscard]] std::optional<CounterIdentifier> read() const;

 private:
  Bytes bytes_;
};
struct CounterIdentifierStep {
  using Item = CounterIdentifierView;
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders /*orders*/) noexcept {
    return load<std::uint32_t>(rest, layout::counter_identifier::kStoredSize);
  }
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
using CounterIdentifierRange = StoredRange<CounterIdentifierStep>;

// The blocks that fill `bytes`, at least one. Errors: truncated, wrong_value: a block shorter than
// 40 bytes; outside, each with its byte.
[[nodiscard]] std::expected<CounterIdentifierRange, Error> parse_counter_identifiers(
    Bytes bytes) noexcept;

// Bytes of a block with this contents.
[[nodiscard]] std::size_t counter_identifier_size(const CounterIdentifier& identifier) noexcept;
// Appends a block.
void append_counter_identifier(std::vector<std::byte>& to, const CounterIdentifier& identifier,
                               std::uint32_t status, std::uint32_t index);
// Writes the member Status of the block at the start of `block`.
inline void store_identifier_status(MutableBytes block, std::uint32_t status) noexcept {
  store(block, layout::counter_identifier::kStatus, status);
}

}  // namespace openperflib
