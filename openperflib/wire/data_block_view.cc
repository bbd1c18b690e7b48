#include "openperflib/wire/data_block_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/wire/system_time_internal.h"
#include "openperflib/wire/validation_internal.h"

namespace openperflib {
namespace {

namespace header = layout::data_block;
namespace object = layout::object_type;

constexpr auto kHeaderMembers = std::to_array<const members::Member*>(
    {&members::kSignature, &members::kLittleEndian, &members::kVersion, &members::kRevision,
     &members::kTotalByteLength, &members::kHeaderLength, &members::kNumObjectTypes,
     &members::kDefaultObject, &members::kSystemTime, &members::kPerfTime, &members::kPerfFreq,
     &members::kPerfTime100nSec, &members::kSystemNameLength, &members::kSystemNameOffset});

constexpr std::uint64_t kSignatureLittle = 0x0046'0052'0045'0050;  // "PERF" in UTF-16LE
constexpr std::uint64_t kSignatureBig = 0x4600'5200'4500'5000;     // "PERF" in UTF-16BE

// Bytes that Wine 8 leaves between the header and the first object without counting them.
constexpr std::uint32_t kHeaderTwice = header::kSize;

// The fault of a header truncated to `size` bytes: names the last member that begins in them.
std::unexpected<Error> cut_header(std::size_t size) noexcept {
  const members::Member* cut = kHeaderMembers.front();
  for (const members::Member* member : kHeaderMembers) {
    if (member->offset <= size) cut = member;
  }
  const auto missing = static_cast<std::uint32_t>(header::kSize - size);
  return std::unexpected(Error{Errc::truncated, missing, &cut->field, cut->offset});
}

// Numbers follow LittleEndian; texts follow the signature, which is itself a text.
std::expected<BlockOrders, Error> read_orders(Bytes input) noexcept {
  const auto signature = load<std::uint64_t>(input, header::kSignature);
  const auto little = load<std::uint32_t>(input, header::kLittleEndian);
  const Claim signed_as{static_cast<std::uint32_t>(signature), header::kSignature,
                        &members::kSignature.field};
  if (signature != kSignatureLittle && signature != kSignatureBig) {
    return fault(Errc::wrong_value, signed_as);
  }
  // The 1 of a big-endian machine reads as 0x01000000 and is refused like any other number.
  if (little > 1) {
    return fault(Errc::wrong_value, {little, header::kLittleEndian, &members::kLittleEndian.field});
  }
  const ByteOrder text = signature == kSignatureLittle ? ByteOrder::little : ByteOrder::big;
  if (little == 1 && text == ByteOrder::big) return fault(Errc::wrong_value, signed_as);
  return BlockOrders{little == 1 ? ByteOrder::little : ByteOrder::big, text};
}

// Sum of the lengths of `count` consecutive objects in `rest`; nullopt if one is not an object.
// Looks ahead because two known writers get TotalByteLength or the first object wrong.
std::optional<std::uint64_t> length_of_objects(Bytes rest, std::uint32_t count,
                                               ByteOrder order) noexcept {
  const std::size_t all = rest.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!contains(rest.size(), 0, object::kSize)) return std::nullopt;
    const auto length = load<std::uint32_t>(rest, object::kTotalByteLength, order);
    if (length < object::kSize || !contains(rest.size(), 0, length)) return std::nullopt;
    rest = rest.subspan(length);
  }
  return all - rest.size();
}

// Samba: TotalByteLength is the sum of the objects without the header.
bool leaves_header_out(const Rules& rules, const Claim& total) noexcept {
  const std::uint32_t length = rules.claim(rules.input, members::kHeaderLength).value;
  if (length < header::kSize || !contains(rules.input.size(), length, total.value)) return false;
  const std::uint32_t count = rules.claim(rules.input, members::kNumObjectTypes).value;
  return length_of_objects(rules.input.subspan(length), count, rules.orders.numbers) == total.value;
}

// Where the block ends: after TotalByteLength bytes, or where a known writer means it to end.
std::expected<Bytes, Error> find_extent(const Rules& rules) noexcept {
  const Claim total = rules.claim(rules.input, members::kTotalByteLength);
  const Bytes input = rules.input;
  if (!contains(rules.limits.bytes, 0, total.value)) return fault(Errc::over_limit, total);
  if (!contains(input.size(), 0, total.value)) return fault(Errc::outside, total);
  if (total.value == input.size()) return input;
  if (rules.strict()) return fault(Errc::disagrees, total);
  Bytes block = input.first(total.value);
  if (leaves_header_out(rules, total)) {
    const std::uint32_t length = rules.claim(input, members::kHeaderLength).value;
    block = input.first(checked_add<std::uint64_t>(length, total.value).value_or(total.value));
    OPENPERFLIB_TRY(rules.tolerate(Tolerance::total_length_without_header, Errc::disagrees, total));
  }
  if (!contains(block.size(), 0, header::kSize)) return fault(Errc::out_of_range, total);
  if (block.size() != input.size()) {
    OPENPERFLIB_TRY(rules.tolerate(Tolerance::bytes_after_the_block, Errc::disagrees, total));
  }
  return block;
}

Verdict check_machine_name(const Rules& rules, std::uint32_t header_length) noexcept {
  const Claim length = rules.claim(rules.input, members::kSystemNameLength);
  const Claim offset = rules.claim(rules.input, members::kSystemNameOffset);
  if (!contains(header_length, offset.value, length.value)) {
    return fault(Errc::outside, contains(header_length, offset.value, 0) ? length : offset);
  }
  if (!rules.looks_for_anomalies()) return {};
  const Bytes name = rules.input.subspan(offset.value, length.value);
  if (!is_undecodable(name, rules.orders.text)) return {};
  return rules.tolerate(Tolerance::undecodable_name, Errc::wrong_value, offset);
}

// Validates HeaderLength, NumObjectTypes and the name; returns what follows the header in `block`.
std::expected<Bytes, Error> check_header(const Rules& rules, Bytes block) noexcept {
  const Claim length = rules.claim(block, members::kHeaderLength);
  OPENPERFLIB_TRY(check_length(rules, length, header::kSize, block.size()));
  const Bytes objects = block.subspan(length.value);
  const Claim count = rules.claim(block, members::kNumObjectTypes);
  if (count.value > rules.limits.objects) return fault(Errc::over_limit, count);
  if (count.value > objects.size() / object::kSize) return fault(Errc::outside, count);
  OPENPERFLIB_TRY(check_machine_name(rules, length.value));
  return objects;
}

// Whether `rest` begins with the header of an object, judging by its three lengths.
bool looks_like_object(Bytes rest, ByteOrder order) noexcept {
  if (!contains(rest.size(), 0, object::kSize)) return false;
  const auto total = load<std::uint32_t>(rest, object::kTotalByteLength, order);
  const auto definitions = load<std::uint32_t>(rest, object::kDefinitionLength, order);
  const auto length = load<std::uint32_t>(rest, object::kHeaderLength, order);
  return object::kSize <= length && length <= definitions && definitions <= total;
}

// Wine 8: no object where the first one should be, but one 88 bytes later.
bool has_objects_late(const Rules& rules, Bytes objects) noexcept {
  if (rules.strict() || !contains(objects.size(), kHeaderTwice, object::kSize)) return false;
  const Bytes lengths = objects.first(object::kObjectNameTitleIndex);
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  return std::ranges::all_of(lengths, is_zero) &&
         looks_like_object(objects.subspan(kHeaderTwice), rules.orders.numbers);
}

// Validates `count` objects; they must fill `objects` exactly.
Verdict check_objects(const Rules& rules, Bytes objects, const Claim& count,
                      std::uint32_t lacking) noexcept {
  BlockTally tally{ParentCounts(objects, rules.orders.numbers), rules.limits.values};
  Bytes rest = objects;
  for (std::uint32_t i = 0; i < count.value; ++i) {
    if (!contains(rest.size(), 0, object::kSize)) return fault(Errc::outside, count);
    const std::uint32_t may_lack = i + 1 == count.value ? lacking : 0;
    const Bytes taken = OPENPERFLIB_TRY(validate_object(rules, tally, rest, may_lack));
    rest = rest.subspan(taken.size());
  }
  if (rest.empty()) return {};
  return fault(Errc::disagrees, rules.claim(rules.input, members::kTotalByteLength));
}

}  // namespace

std::expected<DataBlockView, Error> DataBlockView::parse(Bytes bytes, const Limits& limits,
                                                         Conformance conformance,
                                                         ToleranceReport* report) noexcept {
  if (report != nullptr) report->clear();
  if (!contains(bytes.size(), 0, header::kSize)) return cut_header(bytes.size());
  const BlockOrders orders = OPENPERFLIB_TRY(read_orders(bytes));
  const Rules rules{bytes, orders, limits, conformance, report};
  const Bytes block = OPENPERFLIB_TRY(find_extent(rules));
  Bytes objects = OPENPERFLIB_TRY(check_header(rules, block));
  const Claim count = rules.claim(block, members::kNumObjectTypes);
  const bool late = count.value != 0 && has_objects_late(rules, objects);
  if (late) {
    const Claim length = rules.claim(block, members::kHeaderLength);
    OPENPERFLIB_TRY(rules.tolerate(Tolerance::objects_after_header_twice, Errc::disagrees, length));
    objects = objects.subspan(kHeaderTwice);
  }
  OPENPERFLIB_TRY(check_objects(rules, objects, count, late ? kHeaderTwice : 0));
  return DataBlockView(block, orders, static_cast<std::uint32_t>(rules.offset_of(objects)));
}

ByteOrder DataBlockView::byte_order() const noexcept { return orders_.numbers; }

ByteOrder DataBlockView::text_order() const noexcept { return orders_.text; }

std::uint32_t DataBlockView::version() const noexcept {
  return member<std::uint32_t>(header::kVersion);
}

std::uint32_t DataBlockView::revision() const noexcept {
  return member<std::uint32_t>(header::kRevision);
}

std::uint32_t DataBlockView::total_byte_length() const noexcept {
  return member<std::uint32_t>(header::kTotalByteLength);
}

std::uint32_t DataBlockView::header_length() const noexcept {
  return member<std::uint32_t>(header::kHeaderLength);
}

std::int32_t DataBlockView::default_object() const noexcept {
  return member<std::int32_t>(header::kDefaultObject);
}

SystemTime DataBlockView::system_time() const noexcept {
  return load_system_time(bytes_, header::kSystemTime, orders_.numbers);
}

std::int64_t DataBlockView::perf_time() const noexcept {
  return member<std::int64_t>(header::kPerfTime);
}

std::int64_t DataBlockView::perf_freq() const noexcept {
  return member<std::int64_t>(header::kPerfFreq);
}

FileTime DataBlockView::perf_time_100ns() const noexcept {
  return member<std::int64_t>(header::kPerfTime100nSec);
}

Bytes DataBlockView::machine_name() const noexcept {
  const Bytes name = bytes_.subspan(member<std::uint32_t>(header::kSystemNameOffset),
                                    member<std::uint32_t>(header::kSystemNameLength));
  constexpr std::size_t kUnit = sizeof(char16_t);
  const bool ends_with_nul =
      contains(name.size(), 0, kUnit) && load<std::uint16_t>(name, name.size() - kUnit) == 0;
  return ends_with_nul ? name.first(name.size() - kUnit) : name;
}

std::uint32_t DataBlockView::object_count() const noexcept {
  return member<std::uint32_t>(header::kNumObjectTypes);
}

ObjectRange DataBlockView::objects() const noexcept {
  return {bytes_.subspan(objects_offset_), object_count(), orders_};
}

std::optional<ObjectTypeView> DataBlockView::find(std::uint32_t name_title_index) const noexcept {
  for (const ObjectTypeView object : objects()) {
    if (object.name_title_index() == name_title_index) return object;
  }
  return std::nullopt;
}

bool DataBlockView::has(const ParentInstance& parent) const noexcept {
  const std::optional<ObjectTypeView> object = find(parent.object_title_index);
  return object.has_value() && parent.instance < object->instance_count().value_or(0);
}

}  // namespace openperflib
