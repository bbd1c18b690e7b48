#include "openperflib/wire/v2/counter_strings.h"

#include <cstring>

#include "openperflib/base/try_internal.h"
#include "openperflib/wire/v2/part_reader_internal.h"

namespace openperflib {
namespace {

namespace buffer = layout::string_buffer;

// Bytes of the text at `offset` without its NUL; nullopt: it has none.
std::optional<std::size_t> text_length(Bytes bytes, std::size_t offset) noexcept {
  for (std::size_t at = offset; contains(bytes.size(), at, sizeof(char16_t));
       at += sizeof(char16_t)) {
    if (load<std::uint16_t>(bytes, at) == 0) return at - offset;
  }
  return std::nullopt;
}

std::uint32_t offset_of(Bytes bytes, std::uint32_t row) noexcept {
  return load<std::uint32_t>(bytes, buffer::kSize + row * buffer::kRowSize + buffer::kRowOffset);
}

// Whether all offsets from the start of the buffer are after the rows, at `texts`.
bool count_from_start(Bytes bytes, std::uint32_t rows, std::size_t texts) noexcept {
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (offset_of(bytes, i) < texts) return false;
  }
  return true;
}

}  // namespace

std::expected<CounterStringsView, Error> CounterStringsView::parse(Bytes bytes) noexcept {
  const PartReader start(bytes);
  PartReader reader = start;
  const Bytes all =
      OPENPERFLIB_TRY(reader.take(members::kStringBufferSize, buffer::kSize, Lengths::any));
  const auto rows = load<std::uint32_t>(all, buffer::kCounters);
  if (rows > (all.size() - buffer::kSize) / buffer::kRowSize) {
    return start.fault(Errc::outside, members::kStringBufferCount, rows);
  }
  const std::size_t texts = row(rows);
  const std::size_t base = count_from_start(all, rows, texts) ? 0 : texts;
  std::size_t work = all.size();  // a text may be used several times, but not without end
  for (std::uint32_t i = 0; i < rows; ++i) {
    const std::uint32_t offset = offset_of(all, i);
    if (offset == buffer::kNoText) continue;
    const PartReader place(all.subspan(row(i)), row(i));
    if (!contains(all.size(), base + offset, sizeof(char16_t))) {
      return place.fault(Errc::outside, members::kStringOffset, offset);
    }
    const auto length = text_length(all, base + offset);
    if (!length.has_value()) return place.fault(Errc::missing, members::kStringOffset, offset);
    if (*length > work) return place.fault(Errc::over_limit, members::kStringOffset, offset);
    work -= *length;
  }
  return CounterStringsView(all, base);
}

std::optional<Bytes> CounterStringsView::text(std::uint32_t position) const noexcept {
  const std::uint32_t offset = offset_of(bytes_, position);
  if (offset == buffer::kNoText) return std::nullopt;
  const std::size_t start = base_ + offset;
  return bytes_.subspan(start, text_length(bytes_, start).value_or(0));
}

void append_utf16(std::vector<std::byte>& to, std::u16string_view text) {
  const Bytes bytes = std::as_bytes(std::span(text));
  to.insert(to.end(), bytes.begin(), bytes.end());
  to.insert(to.end(), sizeof(char16_t), std::byte{0});
}

void append_counter_strings(std::vector<std::byte>& to, std::span<const CounterString> strings) {
  const std::size_t start = to.size();
  to.resize(start + buffer::kSize + strings.size() * buffer::kRowSize);
  for (std::size_t i = 0; i < strings.size(); ++i) {
    const std::size_t row = start + buffer::kSize + i * buffer::kRowSize;
    const bool has_text = !strings[i].text.empty();
    const auto offset = static_cast<std::uint32_t>(to.size() - start);
    store(MutableBytes(to), row + buffer::kRowCounterId, strings[i].counter_id);
    store(MutableBytes(to), row + buffer::kRowOffset, has_text ? offset : buffer::kNoText);
    if (has_text) append_utf16(to, strings[i].text);
  }
  to.resize((to.size() + layout::kAlignment - 1) / layout::kAlignment * layout::kAlignment);
  store(MutableBytes(to), start + buffer::kStoredSize,
        static_cast<std::uint32_t>(to.size() - start));
  store(MutableBytes(to), start + buffer::kCounters, static_cast<std::uint32_t>(strings.size()));
}

}  // namespace openperflib
