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
  // `bytes`: the Size bytes of the block, at least 40.
  explicit CounterIdentifierView(Bytes bytes) noexcept : bytes_(bytes) {}
  // In bytes, with the name and its padding.
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  // The counter set.
  [[nodiscard]] Guid set() const noexcept {
    return load_guid(bytes_, layout::counter_identifier::kCounterSetGuid);
  }
  // A Win32 code: what became of the request to add or remove it; without a meaning before that.
  [[nodiscard]] std::uint32_t status() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_identifier::kStatus);
  }
  // The place of its block in the reply; without a meaning in what is to be added.
  [[nodiscard]] std::uint32_t index() const noexcept {
    return load<std::uint32_t>(bytes_, layout::counter_identifier::kIndex);
  }
  // nullopt: it is corrupt: its size is not a multiple of 8, or its name has no NUL.
  [[nodiscard]] std::optional<CounterIdentifier> read() const;

 private:
  Bytes bytes_;
};
// Step over one PERF_COUNTER_IDENTIFIER.
struct CounterIdentifierStep {
  using Item = CounterIdentifierView;  // element of the range
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders /*orders*/) noexcept {
    return load<std::uint32_t>(rest, layout::counter_identifier::kStoredSize);
  }
  // The block at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return Item(rest.first(length(rest, orders)));
  }
};
// The blocks of a request or of a query.
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
