#include "openperflib/wire/v2/counter_identifier.h"

#include <cstring>

#include "openperflib/base/try_internal.h"
#include "openperflib/wire/v2/part_reader_internal.h"

namespace openperflib {
namespace {

namespace block = layout::counter_identifier;

// The name up to its NUL; nullopt: it has none.
std::optional<std::u16string> read_name(Bytes bytes) {
  std::u16string name(bytes.size() / sizeof(char16_t), u'\0');
  std::memcpy(name.data(), bytes.data(), name.size() * sizeof(char16_t));
  const std::size_t end = name.find(u'\0');
  if (end == std::u16string::npos) return std::nullopt;
  name.resize(end);
  return name;
}

}  // namespace

std::optional<CounterIdentifier> CounterIdentifierView::read() const {
  if (bytes_.size() % layout::kAlignment != 0) return std::nullopt;
  CounterIdentifier read{.set = load_guid(bytes_, block::kCounterSetGuid),
                         .counter_id = load<std::uint32_t>(bytes_, block::kCounterId),
                         .instance_id = load<std::uint32_t>(bytes_, block::kInstanceId)};
  if (bytes_.size() == block::kSize) return read;
  read.instance = read_name(bytes_.subspan(block::kSize));
  if (!read.instance.has_value()) return std::nullopt;
  return read;
}

std::expected<CounterIdentifierRange, Error> parse_counter_identifiers(Bytes bytes) noexcept {
  PartReader reader(bytes);
  std::uint32_t count = 0;
  do {
    OPENPERFLIB_TRY(reader.take(members::kIdentifierSize, block::kSize, Lengths::any));
    ++count;
  } while (!reader.rest().empty());
  return CounterIdentifierRange(bytes, count, {});
}

std::size_t counter_identifier_size(const CounterIdentifier& identifier) noexcept {
  if (!identifier.instance.has_value()) return block::kSize;
  constexpr std::size_t kUnit = layout::kAlignment;
  const std::size_t name = (identifier.instance->size() + 1) * sizeof(char16_t);
  return block::kSize + (name + kUnit - 1) / kUnit * kUnit;
}

void append_counter_identifier(std::vector<std::byte>& to, const CounterIdentifier& identifier,
                               std::uint32_t status, std::uint32_t index) {
  const std::size_t start = to.size();
  const std::size_t size = counter_identifier_size(identifier);
  to.resize(start + size);
  const MutableBytes bytes = MutableBytes(to).subspan(start);
  store_guid(bytes, block::kCounterSetGuid, identifier.set);
  store(bytes, block::kStatus, status);
  store(bytes, block::kStoredSize, static_cast<std::uint32_t>(size));
  store(bytes, block::kCounterId, identifier.counter_id);
  store(bytes, block::kInstanceId, identifier.instance_id);
  store(bytes, block::kIndex, index);
  if (!identifier.instance.has_value() || identifier.instance->empty()) return;
  std::memcpy(&bytes[block::kSize], identifier.instance->data(),
              identifier.instance->size() * sizeof(char16_t));
}

}  // namespace openperflib
