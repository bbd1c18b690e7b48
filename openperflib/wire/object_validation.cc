// Validates one PERF_OBJECT_TYPE: its lengths, definitions, instances and counter blocks, in stored
// order. The walk is compiled once for each byte order, because it runs over every instance of
// every block that is read.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/counter_kind_internal.h"
#include "openperflib/wire/validation_internal.h"

namespace openperflib {
namespace {

namespace counter = layout::counter_definition;
namespace instance = layout::instance_definition;

template <ByteOrder order>
class ObjectValidator {
 public:
  ObjectValidator(const Rules& rules, BlockTally& tally) noexcept : rules_(rules), tally_(tally) {}

  std::expected<Bytes, Error> validate(Bytes rest, std::uint32_t lacking) noexcept {
    OPENPERFLIB_TRY(check_lengths(rest, lacking));
    OPENPERFLIB_TRY(check_counts());
    OPENPERFLIB_TRY(check_definitions());
    OPENPERFLIB_TRY(check_default_counter());
    OPENPERFLIB_TRY(check_content());
    OPENPERFLIB_TRY(check_shared_bytes());
    return object_;
  }

 private:
  [[nodiscard]] Claim claim(Bytes part, const members::Member& member) const noexcept {
    return rules_.claim<order>(part, member);
  }

  Verdict check_lengths(Bytes rest, std::uint32_t lacking) noexcept {
    constexpr std::uint64_t kLeast = layout::object_type::kSize;
    const Claim total = claim(rest, members::kObjectTotalByteLength);
    const Claim definitions = claim(rest, members::kObjectDefinitionLength);
    const Claim header = claim(rest, members::kObjectHeaderLength);
    const std::uint64_t room =
        checked_add<std::uint64_t>(rest.size(), lacking).value_or(rest.size());
    OPENPERFLIB_TRY(check_length(rules_, total, kLeast, room));
    object_ = rest.first(std::min<std::size_t>(rest.size(), total.value));
    is_cut_ = object_.size() < total.value;
    if (is_cut_) OPENPERFLIB_TRY(rules_.tolerate(Tolerance::last_object_cut, Errc::outside, total));
    OPENPERFLIB_TRY(check_length(rules_, definitions, kLeast, object_.size()));
    OPENPERFLIB_TRY(check_length(rules_, header, kLeast, definitions.value));
    definitions_ = object_.first(definitions.value).subspan(header.value);
    content_ = object_.subspan(definitions.value);
    return {};
  }

  // Counts are claims: they are checked against the bytes before any loop uses them.
  Verdict check_counts() noexcept {
    counters_ = claim(object_, members::kObjectNumCounters);
    instances_ = claim(object_, members::kObjectNumInstances);
    if (counters_.value > rules_.limits.counters) return fault(Errc::over_limit, counters_);
    if (counters_.value > definitions_.size() / counter::kSize) {
      return fault(Errc::outside, counters_);
    }
    const auto count = static_cast<std::int32_t>(instances_.value);
    if (count < PERF_METADATA_NO_INSTANCES) return fault(Errc::wrong_value, instances_);
    if (count < 0) return {};
    if (instances_.value > rules_.limits.instances) return fault(Errc::over_limit, instances_);
    if (!is_cut_ && instances_.value > content_.size() / layout::kLeastInstance) {
      return fault(Errc::outside, instances_);
    }
    return count_values();
  }

  // Definitions may share an offset, so that a few bytes could claim any number of values.
  Verdict count_values() noexcept {
    const std::uint64_t here =
        checked_mul<std::uint64_t>(counters_.value, instances_.value).value_or(~0ULL);
    if (!contains(tally_.values_left, 0, here)) return fault(Errc::over_limit, instances_);
    tally_.values_left -= here;
    return {};
  }

  Verdict check_definitions() noexcept {
    Bytes rest = definitions_;
    for (std::uint32_t i = 0; i < counters_.value; ++i) {
      if (!contains(rest.size(), 0, counter::kSize)) return fault(Errc::outside, counters_);
      const Claim length = claim(rest, members::kCounterByteLength);
      OPENPERFLIB_TRY(check_length(rules_, length, counter::kSize, rest.size()));
      OPENPERFLIB_TRY(check_definition(rest));
      rest = rest.subspan(length.value);
    }
    if (rest.empty()) return {};
    return fault(Errc::disagrees, claim(object_, members::kObjectDefinitionLength));
  }

  Verdict check_definition(Bytes definition) noexcept {
    const Claim title = claim(definition, members::kCounterNameTitleIndex);
    const auto type = load<std::uint32_t>(definition, counter::kCounterType, order);
    if (title.value == 0 && is_base_type(type)) {
      OPENPERFLIB_TRY(rules_.tolerate(Tolerance::base_without_title, Errc::wrong_value, title));
    }
    const Claim size = claim(definition, members::kCounterSize);
    const Claim offset = claim(definition, members::kCounterOffset);
    bytes_of_an_instance_ += std::max(size.value, 1U);  // of at most 64,000 definitions: it fits
    if (size.value == 0) return {};
    values_end_ = std::max(values_end_, end_of_value(offset, size));
    if (offset.value >= layout::counter_block::kSize) return {};
    return rules_.tolerate(Tolerance::value_over_block_length, Errc::out_of_range, offset);
  }

  // Values may share bytes, so that a few could claim gigabytes of text: the sizes of all values
  // together are limited to a multiple of the object's own bytes. Real objects stay below 2 times.
  Verdict check_shared_bytes() const noexcept {
    constexpr std::uint64_t kMostReadings = 16;
    const auto count = static_cast<std::int32_t>(instances_.value);
    const std::uint64_t blocks = count == PERF_NO_INSTANCES ? 1 : count < 0 ? 0 : instances_.value;
    const std::uint64_t here =
        checked_mul<std::uint64_t>(bytes_of_an_instance_, blocks).value_or(~0ULL);
    const std::uint64_t most = kMostReadings * object_.size();
    return contains(most, 0, here) ? Verdict{} : fault(Errc::over_limit, instances_);
  }

  static std::uint64_t end_of_value(const Claim& offset, const Claim& size) noexcept {
    return checked_add<std::uint64_t>(offset.value, size.value).value_or(~0ULL);
  }

  Verdict check_default_counter() const noexcept {
    const Claim claimed = claim(object_, members::kObjectDefaultCounter);
    const bool is_none = claimed.value == ~0U;
    if (is_none || claimed.value < counters_.value || !rules_.looks_for_anomalies()) return {};
    const bool is_title = has_title(claimed.value);
    // An object without definitions has no ordinal; 0 is accepted.
    if (counters_.value == 0 && claimed.value == 0) return {};
    return rules_.tolerate(
        is_title ? Tolerance::default_counter_is_title : Tolerance::default_counter_unknown,
        Errc::out_of_range, claimed);
  }

  [[nodiscard]] bool has_title(std::uint32_t title) const noexcept {
    Bytes rest = definitions_;
    while (!rest.empty()) {
      if (load<std::uint32_t>(rest, counter::kCounterNameTitleIndex, order) == title) return true;
      rest = rest.subspan(load<std::uint32_t>(rest, counter::kByteLength, order));
    }
    return false;
  }

  Verdict check_content() noexcept {
    Bytes rest = content_;
    switch (static_cast<std::int32_t>(instances_.value)) {
      case PERF_METADATA_MULTIPLE_INSTANCES:
      case PERF_METADATA_NO_INSTANCES:
        break;
      case PERF_NO_INSTANCES:
        OPENPERFLIB_TRY(check_counter_block(rest));
        break;
      default:
        OPENPERFLIB_TRY(check_instances(rest));
    }
    if (rest.empty()) return {};
    return fault(Errc::disagrees, claim(object_, members::kObjectTotalByteLength));
  }

  Verdict check_instances(Bytes& rest) noexcept {
    for (std::uint32_t i = 0; i < instances_.value; ++i) {
      if (!contains(rest.size(), 0, layout::kLeastInstance)) [[unlikely]] {
        return is_cut_ ? drop_cut_instance(rest) : fault(Errc::outside, instances_);
      }
      const Claim length = claim(rest, members::kInstanceByteLength);
      OPENPERFLIB_TRY(check_length(rules_, length, instance::kSize, rest.size()));
      const Bytes definition = rest.first(length.value);
      OPENPERFLIB_TRY(check_name(definition));
      OPENPERFLIB_TRY(check_parent(definition));
      if (is_cut_ && !contains(rest.size(), length.value, layout::counter_block::kSize)) {
        return drop_cut_instance(rest);
      }
      rest = rest.subspan(length.value);
      OPENPERFLIB_TRY(check_counter_block(rest));
    }
    return {};
  }

  // The remaining bytes of a truncated object are not a whole instance and are dropped.
  static Verdict drop_cut_instance(Bytes& rest) noexcept {
    rest = {};
    return {};
  }

  Verdict check_name(Bytes definition) const noexcept {
    const Claim offset = claim(definition, members::kNameOffset);
    const Claim length = claim(definition, members::kNameLength);
    if (!contains(definition.size(), offset.value, length.value)) [[unlikely]] {
      return fault(Errc::outside, contains(definition.size(), offset.value, 0) ? length : offset);
    }
    if (length.value > rules_.limits.name_bytes) return fault(Errc::over_limit, length);
    if (!rules_.looks_for_anomalies()) return {};
    const auto code_page = load<std::uint32_t>(object_, layout::object_type::kCodePage, order);
    const Bytes name = definition.subspan(offset.value, length.value);
    if (code_page != 0 || !is_undecodable(name, rules_.orders.text)) return {};
    return rules_.tolerate(Tolerance::undecodable_name, Errc::wrong_value, offset);
  }

  Verdict check_parent(Bytes definition) noexcept {
    const Claim object = claim(definition, members::kParentObjectTitle);
    if (object.value == 0 || !rules_.looks_for_anomalies()) return {};
    const std::optional<std::uint32_t> count = tally_.parents.instances_of(object.value);
    if (!count.has_value()) {
      return rules_.strict() ? fault(Errc::over_limit, object) : Verdict{};
    }
    const Claim position = claim(definition, members::kParentInstance);
    if (position.value < *count) return {};
    return rules_.tolerate(Tolerance::parent_out_of_range, Errc::out_of_range,
                           *count == 0 ? object : position);
  }

  // Inlined into the walk over the instances: a Verdict that is returned goes through memory.
  [[gnu::always_inline]] Verdict check_counter_block(Bytes& rest) const noexcept {
    if (!contains(rest.size(), 0, layout::counter_block::kSize)) [[unlikely]] {
      return is_cut_ ? drop_cut_instance(rest) : no_counter_block(rest);
    }
    const Claim length = claim(rest, members::kBlockByteLength);
    const std::uint64_t left = is_cut_ ? ~0ULL : rest.size();
    OPENPERFLIB_TRY(check_length(rules_, length, layout::counter_block::kSize, left));
    if (!contains(length.value, 0, values_end_)) [[unlikely]]
      return blame_value(length.value);
    rest = rest.subspan(std::min<std::size_t>(rest.size(), length.value));
    return {};
  }

  [[nodiscard]] Verdict no_counter_block(Bytes rest) const noexcept {
    const auto missing = static_cast<std::uint32_t>(layout::counter_block::kSize - rest.size());
    return fault(Errc::truncated,
                 {missing, rules_.offset_of(rest), &members::kBlockByteLength.field});
  }

  // Blames the first definition whose value is not inside a counter block of that length.
  [[nodiscard]] Verdict blame_value(std::uint32_t block_length) const noexcept {
    Bytes rest = definitions_;
    while (true) {
      const Claim size = claim(rest, members::kCounterSize);
      const Claim offset = claim(rest, members::kCounterOffset);
      if (size.value != 0 && !contains(block_length, offset.value, size.value)) {
        return fault(Errc::outside, contains(block_length, offset.value, 0) ? size : offset);
      }
      rest = rest.subspan(load<std::uint32_t>(rest, counter::kByteLength, order));
    }
  }

  const Rules& rules_;
  BlockTally& tally_;
  Bytes object_;
  Bytes definitions_;  // the bytes between header and data
  Bytes content_;
  Claim counters_{};
  Claim instances_{};
  std::uint64_t values_end_ = 0;  // how long a counter block must be for all values
  std::uint64_t bytes_of_an_instance_ =
      0;  // the sizes of all its values, each counted as at least 1
  bool is_cut_ = false;
};

// Whether one of four code units may be a surrogate. In a big-endian unit, the deciding bits are in
// the low byte.
bool has_surrogate(std::uint64_t units, ByteOrder order) noexcept {
  constexpr std::uint64_t kEach = 0x0001'0001'0001'0001;
  constexpr std::uint64_t kTopOfEach = 0x8000'8000'8000'8000;
  const std::uint64_t top = kEach * (order == ByteOrder::little ? 0xF800 : 0x00F8);
  const std::uint64_t surrogate = kEach * (order == ByteOrder::little ? 0xD800 : 0x00D8);
  const std::uint64_t zero_if_surrogate = (units & top) ^ surrogate;
  return ((zero_if_surrogate - kEach) & ~zero_if_surrogate & kTopOfEach) != 0;
}

// Tests four code units at once; a remainder is tested with the last four, some of them again.
bool has_surrogate(Bytes name, ByteOrder order) noexcept {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::size_t size = name.size() - name.size() % sizeof(char16_t);
  if (size < kWord) {
    std::uint64_t units = 0;
    for (std::size_t at = 0; at < size; at += sizeof(char16_t)) {
      units = units << 16 | load<std::uint16_t>(name, at);
    }
    return has_surrogate(units, order);
  }
  for (std::size_t left = size; left >= kWord; left -= kWord) {
    if (has_surrogate(load<std::uint64_t>(name, size - left), order)) return true;
  }
  return has_surrogate(load<std::uint64_t>(name, size - kWord), order);
}

}  // namespace

// Surrogates are rare: only a name that has one is decoded.
bool is_undecodable(Bytes name, ByteOrder order) noexcept {
  return has_surrogate(name, order) && utf8_from_utf16(name, order).replaced != 0;
}

std::expected<Bytes, Error> validate_object(const Rules& rules, BlockTally& tally, Bytes rest,
                                            std::uint32_t lacking) noexcept {
  return rules.orders.numbers == ByteOrder::little
             ? ObjectValidator<ByteOrder::little>(rules, tally).validate(rest, lacking)
             : ObjectValidator<ByteOrder::big>(rules, tally).validate(rest, lacking);
}

}  // namespace openperflib
