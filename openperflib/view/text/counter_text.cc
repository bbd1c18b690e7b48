#include "openperflib/view/text/counter_text.h"

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The counters of the instance at that position.
std::optional<CounterBlockView> block_of(const ObjectTypeView& object, std::uint32_t position) {
  if (const auto single = object.single()) return single;
  std::uint32_t at = 0;
  for (const InstanceView& instance : object.instances()) {
    if (at++ == position) return instance.counters;
  }
  return std::nullopt;
}

}  // namespace

std::string decoded_text(const ObjectTypeView& object, CounterType type, Bytes data,
                         CodePageDecoder decode) {
  constexpr std::uint32_t kUnicode = 0;
  if ((type.bits() & 0x000F0000U) == kUnicode)
    return utf8_from_utf16(data, object.byte_order()).text;
  const std::string_view whole = as_text(data);
  const std::string_view text = whole.substr(0, whole.find('\0'));
  auto decoded = decode == nullptr ? std::nullopt : decode(object.code_page(), as_bytes(text));
  return decoded.has_value() ? *std::move(decoded) : valid_utf8(text).text;
}

std::optional<std::string> text_of(const Snapshot& snapshot, const Series& series,
                                   CodePageDecoder decode) {
  const std::uint32_t title = series.object_title_index;
  if (!series.type.is_text() || series.counter_ordinal == Series::kNoOrdinal) return std::nullopt;
  if (!usable(snapshot.status(title, series.counter_ordinal, series.instance_position))) {
    return std::nullopt;
  }
  const auto object = snapshot.view().find(title);
  if (!object.has_value()) return std::nullopt;
  const auto block = block_of(*object, series.instance_position);
  if (!block.has_value()) return std::nullopt;
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& counter : object->counters()) {
    if (ordinal++ == series.counter_ordinal) {
      return decoded_text(*object, series.type, block->data(counter), decode);
    }
  }
  return std::nullopt;
}

}  // namespace openperflib
