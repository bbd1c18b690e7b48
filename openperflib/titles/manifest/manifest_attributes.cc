#include <algorithm>
#include <array>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/whole_number_internal.h"
#include "openperflib/titles/c_identifier_internal.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/manifest/c_symbol.h"
#include "openperflib/titles/manifest/manifest_attributes_internal.h"
#include "openperflib/titles/manifest/manifest_types_internal.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

using enum Presence;
using Set = ManifestCounterSet;
using Counter = ManifestCounter;
using Provider = ManifestProvider;

constexpr std::size_t kMostNameCharactersOfSet = 1023;
constexpr std::int32_t kMostScale = 10;
constexpr std::size_t kMostHexadecimalDigits = 8;

template <typename T>
struct Named {
  std::string_view name;
  T value;
};
constexpr auto kSchemas = std::to_array<Named<ManifestSchema>>(
    {{"1.1", ManifestSchema::v1_1}, {"2.0", ManifestSchema::v2_0}});
constexpr auto kCallbacks = std::to_array<Named<Provider::Callback>>(
    {{"default", Provider::Callback::standard}, {"custom", Provider::Callback::custom}});
constexpr auto kProviderTypes = std::to_array<Named<std::uint32_t>>(
    {{"userMode", PERF_PROVIDER_USER_MODE}, {"kernelMode", PERF_PROVIDER_KERNEL_MODE}});
constexpr auto kInstances = std::to_array<Named<std::uint32_t>>(
    {{"single", PERF_COUNTERSET_SINGLE_INSTANCE},
     {"multiple", PERF_COUNTERSET_MULTI_INSTANCES},
     {"globalAggregate", PERF_COUNTERSET_SINGLE_AGGREGATE},
     {"multipleAggregate", PERF_COUNTERSET_MULTI_AGGREGATE},
     {"globalAggregateHistory", PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY}});
constexpr auto kDetailLevels = std::to_array<Named<std::uint32_t>>(
    {{"standard", PERF_DETAIL_NOVICE}, {"advanced", PERF_DETAIL_ADVANCED}});
constexpr auto kAggregates =
    std::to_array<Named<std::uint32_t>>({{"sum", PERF_AGGREGATE_TOTAL},
                                         {"avg", PERF_AGGREGATE_AVG},
                                         {"min", PERF_AGGREGATE_MIN},
                                         {"max", PERF_AGGREGATE_MAX},
                                         {"undefined", PERF_AGGREGATE_UNDEFINED}});
constexpr auto kFlags =
    std::to_array<Named<std::uint64_t>>({{"reference", PERF_ATTRIB_BY_REFERENCE},
                                         {"noDisplay", PERF_ATTRIB_NO_DISPLAYABLE},
                                         {"noDigitGrouping", PERF_ATTRIB_NO_GROUP_SEPARATOR},
                                         {"displayAsHex", PERF_ATTRIB_DISPLAY_AS_HEX},
                                         {"displayAsReal", PERF_ATTRIB_DISPLAY_AS_REAL}});

constexpr bool is_hexadecimal(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// One function for each way to write a value; kMember is where it goes.

template <const auto& kNames, TitleRule kRule, auto kMember, typename Record>
BrokenRule named(Record& record, const std::string& value) {
  const auto* const at = std::ranges::find(kNames, value, [](const auto& row) { return row.name; });
  if (at == kNames.end()) return kRule;
  record.*kMember = at->value;
  return std::nullopt;
}

template <auto kMember, typename Record>
BrokenRule guid(Record& record, const std::string& value) {
  const auto guid = guid_of(value);
  if (!guid.has_value()) return TitleRule::guid_invalid;
  record.*kMember = *guid;
  return std::nullopt;
}

template <auto kMember, typename Record>
BrokenRule number(Record& record, const std::string& value) {
  const auto number = manifest_number_of(trimmed(value));
  if (!number.has_value()) return TitleRule::number_of_manifest_invalid;
  record.*kMember = *number;
  return std::nullopt;
}

template <auto kMember, typename Record>
BrokenRule text_id_of(Record& record, const std::string& value) {
  return number<kMember>(record.text_ids, value);
}

template <auto kMember, typename Record>
BrokenRule symbol(Record& record, const std::string& value) {
  if (!is_c_symbol(value)) return TitleRule::symbol_invalid;
  record.*kMember = value;
  return std::nullopt;
}

// Blanks around it do not belong to it, as in XML Schema.
template <auto kMember, typename Record>
BrokenRule uri(Record& record, const std::string& value) {
  const std::string_view uri = trimmed(value);
  if (!is_uri(uri)) return TitleRule::uri_invalid;
  record.*kMember = uri;
  return std::nullopt;
}

template <auto kMember, typename Record>
BrokenRule any_text(Record& record, const std::string& value) {
  record.*kMember = value;
  if (has_control_character(value)) return TitleRule::control_character;
  return std::nullopt;
}

template <auto kMember, typename Record>
BrokenRule some_text(Record& record, const std::string& value) {
  if (value.empty()) return TitleRule::attribute_empty;
  return any_text<kMember>(record, value);
}

template <auto kMember, typename Record>
BrokenRule name(Record& record, const std::string& value) {
  if (character_count(value) > kMostNameCharactersOfSet) return TitleRule::set_name_too_long;
  return some_text<kMember>(record, value);
}

// Other versions than the two that are published are read as the nearest of them.
BrokenRule schema_version(ManifestCounters& counters, const std::string& value) {
  const auto known = std::ranges::find(kSchemas, value, &Named<ManifestSchema>::name);
  if (known != kSchemas.end()) {
    counters.schema = known->value;
    return std::nullopt;
  }
  const std::string_view text = trimmed(value);
  const std::size_t point = std::min(text.find('.'), text.size());
  const auto major = whole_number<std::uint32_t>(text.substr(0, point));
  const bool has_minor =
      point == text.size() || whole_number<std::uint32_t>(text.substr(point + 1)).has_value();
  if (!major.has_value() || !has_minor) return TitleRule::schema_version_invalid;
  counters.schema = *major < 2 ? ManifestSchema::v1_1 : ManifestSchema::v2_0;
  return TitleRule::schema_version_other;
}

BrokenRule type(Counter& counter, const std::string& value) {
  const ManifestType* const row = find_manifest_type(value);
  if (row == nullptr) return TitleRule::counter_type_invalid;
  counter.type = row->type;
  return std::nullopt;
}

BrokenRule scale(Counter& counter, const std::string& value) {
  const std::string_view text = trimmed(value);
  const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
  const auto number = whole_number<std::int32_t>(text.substr(has_plus ? 1 : 0));
  const bool is_scale = number.has_value() && *number >= -kMostScale && *number <= kMostScale;
  if (!is_scale) return TitleRule::scale_invalid;
  counter.default_scale = *number;
  return std::nullopt;
}

constexpr auto kOfCounters = std::to_array<AttributeRow<ManifestCounters>>({
    {"schemaVersion", required, schema_version},
});

constexpr auto kOfProvider = std::to_array<AttributeRow<Provider>>({
    {"providerGuid", required, guid<&Provider::guid>},
    {"applicationIdentity", required, some_text<&Provider::application_identity>},
    {"symbol", required_in_user_mode, symbol<&Provider::symbol>},
    {"callback", optional, named<kCallbacks, TitleRule::callback_invalid, &Provider::callback>},
    {"providerType", optional,
     named<kProviderTypes, TitleRule::provider_type_invalid, &Provider::type>},
    {"providerName", optional, some_text<&Provider::name>},
    {"resourceBase", only_before, number<&Provider::resource_base>},
});

constexpr auto kOfSet = std::to_array<AttributeRow<Set>>({
    {"guid", required, guid<&Set::guid>},
    {"uri", required, uri<&Set::uri>},
    {"name", required, name<&Set::name>},
    {"symbol", required, symbol<&Set::symbol>},
    {"description", description, any_text<&Set::description>},
    {"nameID", text_id, text_id_of<&ManifestTextIds::name>},
    {"descriptionID", description_id, text_id_of<&ManifestTextIds::description>},
    {"instances", optional, named<kInstances, TitleRule::instances_invalid, &Set::instances>},
});

constexpr auto kOfStruct = std::to_array<AttributeRow<ManifestStruct>>({
    {"name", required, symbol<&ManifestStruct::name>},
    {"type", required, symbol<&ManifestStruct::type>},
});

constexpr auto kOfCounter = std::to_array<AttributeRow<Counter>>({
    {"id", required, number<&Counter::id>},
    {"uri", required, uri<&Counter::uri>},
    {"type", required, type},
    {"detailLevel", required,
     named<kDetailLevels, TitleRule::detail_level_invalid, &Counter::detail_level>},
    {"name", text, name<&Counter::name>},
    {"description", description, any_text<&Counter::description>},
    {"nameID", text_id, text_id_of<&ManifestTextIds::name>},
    {"descriptionID", description_id, text_id_of<&ManifestTextIds::description>},
    {"symbol", optional, symbol<&Counter::symbol>},
    {"baseID", optional, number<&Counter::base_id>},
    {"perfTimeID", optional, number<&Counter::perf_time_id>},
    {"perfFreqID", optional, number<&Counter::perf_freq_id>},
    {"multiCounterID", optional, number<&Counter::multi_counter_id>},
    {"defaultScale", optional, scale},
    {"aggregate", optional, named<kAggregates, TitleRule::aggregate_invalid, &Counter::aggregate>},
    {"struct", optional, symbol<&Counter::struct_name>},
    {"field", required_in_kernel_mode, symbol<&Counter::field>},
});

constexpr auto kOfAttribute = std::to_array<AttributeRow<ManifestAttribute>>({
    {"name", required, named<kFlags, TitleRule::attribute_name_invalid, &ManifestAttribute::flag>},
});

template <typename Rows, typename T>
std::string_view name_in(const Rows& rows, T value) noexcept {
  for (const auto& row : rows) {
    if (row.value == value) return row.name;
  }
  return {};
}

}  // namespace

template <>
AttributeRows<ManifestCounters> attributes_of() noexcept {
  return kOfCounters;
}
template <>
AttributeRows<Provider> attributes_of() noexcept {
  return kOfProvider;
}
template <>
AttributeRows<Set> attributes_of() noexcept {
  return kOfSet;
}
template <>
AttributeRows<ManifestStruct> attributes_of() noexcept {
  return kOfStruct;
}
template <>
AttributeRows<Counter> attributes_of() noexcept {
  return kOfCounter;
}
template <>
AttributeRows<ManifestAttribute> attributes_of() noexcept {
  return kOfAttribute;
}
template <>
AttributeRows<ManifestGroup> attributes_of() noexcept {
  return {};
}

std::string_view instances_name(std::uint32_t instances) noexcept {
  return name_in(kInstances, instances);
}

std::string_view attribute_name(std::uint64_t flag) noexcept { return name_in(kFlags, flag); }

std::optional<std::uint32_t> manifest_number_of(std::string_view text) noexcept {
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  if (!has_prefix) return whole_number<std::uint32_t>(text);
  text.remove_prefix(2);
  if (text.size() > kMostHexadecimalDigits) return std::nullopt;
  return whole_number<std::uint32_t>(text, 16);
}

bool is_uri(std::string_view text) noexcept {
  if (text.empty() || text.contains(' ') || has_control_character(text)) return false;
  if (std::ranges::count(text, '#') > 1) return false;
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1)) {
    const std::string_view digits = text.substr(at + 1, 2);
    if (digits.size() != 2 || !std::ranges::all_of(digits, is_hexadecimal)) return false;
  }
  return true;
}

}  // namespace openperflib
