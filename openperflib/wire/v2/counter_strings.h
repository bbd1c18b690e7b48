// PERF_STRING_BUFFER_HEADER with its PERF_STRING_COUNTER_HEADER: names or help texts of counters.
//
// Source: docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/v2/consumer_layout.h"

namespace openperflib {

// View of foreign bytes. Texts are UTF-16.
class CounterStringsView {
 public:
  // Offsets count from the start of the buffer, or, as [MS-PCQ] has it, from the end of the rows:
  // the one that leads all of them into the texts. Errors: truncated, wrong_value, outside,
  // missing: a text without a NUL; each with its byte.
  [[nodiscard]] static std::expected<CounterStringsView, Error> parse(Bytes bytes) noexcept;

  // The number of rows: counters, also those without a text.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return load<std::uint32_t>(bytes_, layout::string_buffer::kCounters);
  }
  // `position`: below size(), also for text().
  [[nodiscard]] std::uint32_t counter_id(std::uint32_t position) const noexcept {
    return load<std::uint32_t>(bytes_, row(position) + layout::string_buffer::kRowCounterId);
  }
  // Without its NUL; nullopt: the counter has none.
  [[nodiscard]] std::optional<Bytes> text(std::uint32_t position) const noexcept;

 private:
  CounterStringsView(Bytes bytes, std::size_t base) noexcept : bytes_(bytes), base_(base) {}
  // The offset of a row in the buffer.
  [[nodiscard]] static std::size_t row(std::uint32_t position) noexcept {
    return layout::string_buffer::kSize + position * layout::string_buffer::kRowSize;
  }
  Bytes bytes_;
  std::size_t base_;  // of the offsets
};

// Value.
struct CounterString {
  std::uint32_t counter_id = 0;
  std::u16string text = {};  // empty: none
};
// Appends a buffer, whose offsets count from its start.
void append_counter_strings(std::vector<std::byte>& to, std::span<const CounterString> strings);
// Appends a text with its NUL.
void append_utf16(std::vector<std::byte>& to, std::u16string_view text);

}  // namespace openperflib
