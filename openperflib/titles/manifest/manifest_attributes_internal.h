// The attributes of a manifest's elements: how each is written, and where it goes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// Which elements must have an attribute, and which must not.
enum class Presence : std::uint8_t {
  optional,
  required,
  required_in_user_mode,
  required_in_kernel_mode,
  text,         // required since 2.0, but not of a counter without display
  text_id,      // the same, and not allowed before 2.0
  description,  // empty if it is missing, which is noted: of a set always, of a counter since 2.0
  description_id,  // required since 2.0 if there is a description, and not allowed before
  only_before,     // not allowed since 2.0
};

// The rule that a value breaks, if it breaks one; after a note, the value is good.
using BrokenRule = std::optional<TitleRule>;

template <typename Record>
struct AttributeRow {
  std::string_view name;
  Presence presence;
  // Stores what the value means, as far as it can be read.
  BrokenRule (*store)(Record& record, const std::string& value);
};

// The records of <counters>, <counterAttribute>, and the elements that only enclose others.
struct ManifestCounters {
  ManifestSchema schema = ManifestSchema::v2_0;
  std::size_t line = 1;
};
struct ManifestAttribute {
  std::uint64_t flag = 0;
  std::size_t line = 1;
};
struct ManifestGroup {
  std::size_t line = 1;
};

// The attributes of the element that has this record.
template <typename Record>
using AttributeRows = std::span<const AttributeRow<Record>>;
template <typename Record>
[[nodiscard]] AttributeRows<Record> attributes_of() noexcept;
template <>
AttributeRows<ManifestCounters> attributes_of() noexcept;
template <>
AttributeRows<ManifestProvider> attributes_of() noexcept;
template <>
AttributeRows<ManifestCounterSet> attributes_of() noexcept;
template <>
AttributeRows<ManifestStruct> attributes_of() noexcept;
template <>
AttributeRows<ManifestCounter> attributes_of() noexcept;
template <>
AttributeRows<ManifestAttribute> attributes_of() noexcept;
template <>
AttributeRows<ManifestGroup> attributes_of() noexcept;

// The names that an attribute may have as its value, for numbers in messages.
[[nodiscard]] std::string_view instances_name(std::uint32_t instances) noexcept;
[[nodiscard]] std::string_view attribute_name(std::uint64_t flag) noexcept;

// Decimal, or hexadecimal with 0x and one to eight digits.
[[nodiscard]] std::optional<std::uint32_t> manifest_number_of(std::string_view text) noexcept;

// Not empty, without blanks and control characters, each % before two hexadecimal digits, and at
// most one #.
[[nodiscard]] bool is_uri(std::string_view text) noexcept;

}  // namespace openperflib
