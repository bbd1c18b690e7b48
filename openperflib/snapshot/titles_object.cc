#include "openperflib/snapshot/titles_object.h"

#include <algorithm>
#include <array>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/snapshot/number_counters_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr CounterDefinition kIndexDefinition = number_counter(title::kTitleIndex, 0);

std::optional<CounterDefinitionView> index_definition(const ObjectTypeView& object) {
  for (const CounterDefinitionView& counter : object.counters()) {
    if (counter.name_title_index() == title::kTitleIndex) return counter;
  }
  return std::nullopt;
}

// A character has at least one UTF-16 unit: a longer name is not decoded.
bool may_be_text(Bytes name) noexcept {
  return !name.empty() && name.size() / sizeof(char16_t) <= 2 * kLongestTitleText + 1;
}

std::size_t characters_of(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_title(std::string_view text) noexcept {
  return !text.empty() && characters_of(text) <= kLongestTitleText;
}

}  // namespace

bool serves_other_objects(TitleIndex object) noexcept {
  return object == title::kTitles || object == title::kCounterLinks;
}

bool describes_the_block(TitleIndex object) noexcept {
  return object == title::kCollectionStatus || serves_other_objects(object);
}

void write_titles(std::span<const Title> titles, DataBlockBuilder& builder) {
  builder.begin_object({.name_title_index = title::kTitles,
                        .help_title_index = title::kTitles + 1,
                        .detail_level = PERF_DETAIL_NOVICE,
                        .default_counter = 0,
                        .instances = Instances::multiple,
                        .counter_block_length = number_block_length(1)},
                       std::span(&kIndexDefinition, 1));
  for (const Title& one : titles) {
    if (!is_title(one.text)) continue;
    builder.begin_instance(one.text);
    builder.set(kIndexDefinition.offset, kIndexDefinition.size, one.index);
  }
  builder.end_object();
}

void read_titles(const DataBlockView& block, StringPool& texts, std::vector<Title>& titles) {
  titles.clear();
  texts.clear();
  const auto object = block.find(title::kTitles);
  if (!object.has_value()) return;
  const auto definition = index_definition(*object);
  if (!definition.has_value()) return;
  for (const InstanceView& instance : object->instances()) {
    const auto index = instance.counters.value(*definition);
    const Bytes name = instance.definition.name();
    if (!index.has_value() || !may_be_text(name)) continue;
    const std::string text = utf8_from_utf16(name, block.text_order()).text;
    if (is_title(text)) titles.push_back({static_cast<TitleIndex>(*index), texts.add(text)});
  }
  std::ranges::stable_sort(titles, {}, &Title::index);
  const auto repeated = std::ranges::unique(titles, {}, &Title::index);
  titles.erase(repeated.begin(), repeated.end());
}

std::optional<std::string_view> find_title(std::span<const Title> titles,
                                           TitleIndex index) noexcept {
  const auto found = std::ranges::lower_bound(titles, index, {}, &Title::index);
  if (found == titles.end() || found->index != index) return std::nullopt;
  return found->text;
}

}  // namespace openperflib
