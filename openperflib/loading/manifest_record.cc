#include <algorithm>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/loading/manifest_record_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kNoCounter = 0xFFFF'FFFF;

// A binary that the manifest names with a folder of its own lies there; environment variables of
// Windows are kept as they are written.
std::string identity_of(const std::string& binary, const std::string& folder) {
  const bool has_folder = binary.find_first_of("/\\") != std::string::npos;
  if (has_folder || folder.empty()) return binary;
  return folder.ends_with('/') ? folder + binary : folder + "/" + binary;
}

// The functions of the counters that have one, and of their bases: a base is aggregated as its
// numerator where it has no function of its own.
using Aggregates = std::unordered_map<std::uint32_t, std::uint32_t>;  // by id

Aggregates aggregates_of(const ManifestCounterSet& set) {
  Aggregates functions;
  for (const ManifestCounter& counter : set.counters) {
    if (counter.aggregate.has_value()) functions[counter.id] = *counter.aggregate;
  }
  for (const ManifestCounter& counter : set.counters) {
    const bool is_numerator = counter.base_id.has_value() && counter.aggregate.has_value();
    if (is_numerator) functions.try_emplace(*counter.base_id, *counter.aggregate);
  }
  return functions;
}

SetCounter counter_of(const ManifestCounter& counter, const Aggregates& functions) {
  const auto function = functions.find(counter.id);
  return {.id = counter.id,
          .type = counter.type,
          .attributes = counter.attributes,
          .detail_level = counter.detail_level,
          .scale = counter.default_scale,
          .base_id = counter.base_id.value_or(kNoCounter),
          .perf_time_id = counter.perf_time_id.value_or(kNoCounter),
          .perf_freq_id = counter.perf_freq_id.value_or(kNoCounter),
          .multi_id = counter.multi_counter_id.value_or(kNoCounter),
          .aggregate = function == functions.end() ? PERF_AGGREGATE_UNDEFINED : function->second};
}

void append_text(LanguageTexts& texts, std::uint32_t distance, std::string name, std::string help) {
  if (name.empty() && help.empty()) return;
  texts.texts.push_back({distance, std::move(name), std::move(help)});
}

LanguageTexts own_texts(const ManifestCounterSet& set) {
  LanguageTexts texts{kEnglish, {}};
  append_text(texts, 0, set.name, set.description);
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    const ManifestCounter& counter = set.counters[i];
    append_text(texts, RegisteredSet::counter_distance(i), counter.name, counter.description);
  }
  return texts;
}

std::string text_at(const TextsById& texts, const std::optional<std::uint32_t>& id) {
  const auto found = id.has_value() ? texts.find(*id) : texts.end();
  return found == texts.end() ? std::string() : found->second;
}

LanguageTexts translated(const ManifestCounterSet& set, LanguageId language,
                         const TextsById& texts) {
  LanguageTexts all{language, {}};
  append_text(all, 0, text_at(texts, set.text_ids.name), text_at(texts, set.text_ids.description));
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    const ManifestTextIds& ids = set.counters[i].text_ids;
    append_text(all, RegisteredSet::counter_distance(i), text_at(texts, ids.name),
                text_at(texts, ids.description));
  }
  return all;
}

SetRecord record_of(const ManifestCounterSet& set, const Translations& translations) {
  SetRecord record{.guid = set.guid, .uri = set.uri, .instance_type = set.instances};
  record.counters.reserve(set.counters.size());
  const Aggregates functions = aggregates_of(set);
  for (const ManifestCounter& counter : set.counters) {
    record.counters.push_back(counter_of(counter, functions));
  }
  record.languages.push_back(own_texts(set));
  for (const auto& [language, texts] : translations) {
    LanguageTexts all = translated(set, language, texts);
    const bool is_new = language != kEnglish && !all.texts.empty();
    if (is_new) record.languages.push_back(std::move(all));
  }
  std::ranges::sort(record.languages, {}, &LanguageTexts::language);
  return record;
}

}  // namespace

ProviderRecord record_of(const ManifestProvider& provider, const Translations& translations,
                         const std::string& folder) {
  ProviderRecord record{.guid = provider.guid,
                        .name = provider.name,
                        .identity = identity_of(provider.application_identity, folder),
                        .type = provider.type};
  for (const ManifestCounterSet& set : provider.sets) {
    record.sets.push_back(record_of(set, translations));
  }
  std::ranges::sort(record.sets, {}, &SetRecord::guid);
  return record;
}

}  // namespace openperflib
