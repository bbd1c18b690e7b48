#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store/stored_text_internal.h"

namespace openperflib {
namespace {

// A counter in the column `counters`.
constexpr std::size_t kId = 0, kType = 4, kAttributes = 8, kDetailLevel = 16, kScale = 20,
                      kBaseId = 24, kTimeId = 28, kFreqId = 32, kMultiId = 36, kAggregate = 40;
constexpr std::size_t kCounterLength = 44;

constexpr char kProviderSign = '/';  // which no name of a service has

bool is_32_bits(std::int64_t number) {
  return number >= 0 && number <= std::numeric_limits<std::uint32_t>::max();
}

std::vector<std::byte> bytes_of(const std::vector<SetCounter>& counters) {
  std::vector<std::byte> bytes(counters.size() * kCounterLength);
  MutableBytes rest(bytes);
  for (const SetCounter& counter : counters) {
    store(rest, kId, counter.id);
    store(rest, kType, counter.type);
    store(rest, kAttributes, counter.attributes);
    store(rest, kDetailLevel, counter.detail_level);
    store(rest, kScale, counter.scale);
    store(rest, kBaseId, counter.base_id);
    store(rest, kTimeId, counter.perf_time_id);
    store(rest, kFreqId, counter.perf_freq_id);
    store(rest, kMultiId, counter.multi_id);
    store(rest, kAggregate, counter.aggregate);
    rest = rest.subspan(kCounterLength);
  }
  return bytes;
}

// `rest` has whole counters.
std::vector<SetCounter> counters_in(Bytes rest) {
  std::vector<SetCounter> counters;
  counters.reserve(rest.size() / kCounterLength);
  for (; !rest.empty(); rest = rest.subspan(kCounterLength)) {
    counters.push_back({.id = load<std::uint32_t>(rest, kId),
                        .type = load<std::uint32_t>(rest, kType),
                        .attributes = load<std::uint64_t>(rest, kAttributes),
                        .detail_level = load<std::uint32_t>(rest, kDetailLevel),
                        .scale = load<std::int32_t>(rest, kScale),
                        .base_id = load<std::uint32_t>(rest, kBaseId),
                        .perf_time_id = load<std::uint32_t>(rest, kTimeId),
                        .perf_freq_id = load<std::uint32_t>(rest, kFreqId),
                        .multi_id = load<std::uint32_t>(rest, kMultiId),
                        .aggregate = load<std::uint32_t>(rest, kAggregate)});
  }
  return counters;
}

bool are_distinct(const std::vector<SetCounter>& counters) {
  std::set<std::uint32_t> ids;
  return std::ranges::all_of(
      counters, [&](const SetCounter& counter) { return ids.insert(counter.id).second; });
}

// Each counter has an id of its own, and the set has titles for itself and for each of them.
bool is_counter_list(const std::vector<SetCounter>& counters, const TitleRange& range) {
  return !counters.empty() && counters.size() <= kMostSetCounters &&
         range.last - range.first == 2 * counters.size() && are_distinct(counters);
}

bool is_range(std::int64_t first, std::int64_t last, StoreScope scope) {
  const TitleRange whole = allocatable(scope);
  return first >= whole.first && last >= first && last <= whole.last && first % 2 == 0;
}

// Written as this library writes it, so that each GUID has one row.
std::optional<Guid> stored_guid(const std::optional<std::string_view>& text) {
  const auto guid = text.has_value() ? guid_of(*text) : std::nullopt;
  return guid.has_value() && guid_text(*guid) == *text ? guid : std::nullopt;
}

std::optional<RegisteredProvider> provider_row(const StoreStatement& row, StoreScope scope) {
  const auto guid = stored_guid(row.text(0));
  const auto name = row.text(1);
  const auto identity = row.text(2);
  const std::int64_t type = row.number(3).value_or(-1);
  const bool is_valid = guid.has_value() && name.has_value() && is_title(*name) &&
                        identity.has_value() && is_title(*identity) && is_32_bits(type);
  if (!is_valid) return std::nullopt;
  return RegisteredProvider{*guid, scope, std::string(*name), std::string(*identity),
                            static_cast<std::uint32_t>(type)};
}

std::optional<RegisteredSet> set_row(const StoreStatement& row, StoreScope scope) {
  const auto guid = stored_guid(row.text(0));
  const auto provider = stored_guid(row.text(1));
  const auto uri = row.text(2);
  const std::int64_t type = row.number(3).value_or(-1);
  const std::int64_t first = row.number(4).value_or(-1);
  const std::int64_t last = row.number(5).value_or(-1);
  const auto counters = row.bytes(6);
  const bool is_valid = guid.has_value() && provider.has_value() && uri.has_value() &&
                        is_title(*uri) && is_32_bits(type) && is_range(first, last, scope) &&
                        counters.has_value() && counters->size() % kCounterLength == 0;
  if (!is_valid) return std::nullopt;
  RegisteredSet set{.guid = *guid,
                    .provider = *provider,
                    .scope = scope,
                    .uri = std::string(*uri),
                    .instance_type = static_cast<std::uint32_t>(type),
                    .range = {static_cast<TitleIndex>(first), static_cast<TitleIndex>(last)},
                    .counters = counters_in(*counters),
                    .name = {}};
  return is_counter_list(set.counters, set.range) ? std::optional(std::move(set)) : std::nullopt;
}

bool is_valid(const SymbolText& text, const SetRecord& set) {
  return text.distance % 2 == 0 && text.distance <= 2 * set.counters.size() &&
         is_title(text.name) && is_title(text.help);
}

bool is_valid(const LanguageTexts& language, const SetRecord& set) {
  const bool is_in_order =
      std::ranges::adjacent_find(language.texts, std::ranges::greater_equal(),
                                 &SymbolText::distance) == language.texts.end();
  return language.language != 0 && is_in_order &&
         std::ranges::all_of(language.texts,
                             [&](const SymbolText& text) { return is_valid(text, set); });
}

bool is_valid(const SetRecord& set) {
  const bool is_in_order =
      std::ranges::adjacent_find(set.languages, std::ranges::greater_equal(),
                                 &LanguageTexts::language) == set.languages.end();
  return is_in_order && is_title(set.uri) && !set.counters.empty() &&
         set.counters.size() <= kMostSetCounters && are_distinct(set.counters) &&
         std::ranges::all_of(
             set.languages, [&](const LanguageTexts& language) { return is_valid(language, set); });
}

// The texts of a set in one language; those that have neither name nor help are left out.
std::expected<LanguageTexts, StoreFault> texts_in(const StoreDatabase& database,
                                                  const TitleRange& range, LanguageId language) {
  const auto names =
      OPENPERFLIB_TRY(titles_of(database, range, {language, TitleKind::names})).texts;
  const auto helps =
      OPENPERFLIB_TRY(titles_of(database, range, {language, TitleKind::helps})).texts;
  LanguageTexts texts{language, {}};
  for (std::size_t i = 0; i < names.size() && i < helps.size(); ++i) {
    if (names[i].text.empty() && helps[i].text.empty()) continue;
    texts.texts.push_back({names[i].distance, names[i].text, helps[i].text});
  }
  return texts;
}

std::expected<std::vector<LanguageId>, StoreFault> stored_languages(const StoreDatabase& database) {
  auto row =
      OPENPERFLIB_TRY(database.prepare("SELECT DISTINCT language FROM titles ORDER BY language"));
  std::vector<LanguageId> languages;
  while (OPENPERFLIB_TRY(row.step())) {
    languages.push_back(static_cast<LanguageId>(row.number(0).value_or(0)));
  }
  return languages;
}

std::expected<SetRecord, StoreFault> record_of(const StoreDatabase& database,
                                               const RegisteredSet& set,
                                               const std::vector<LanguageId>& languages) {
  SetRecord record{.guid = set.guid,
                   .uri = set.uri,
                   .instance_type = set.instance_type,
                   .counters = set.counters,
                   .languages = {},
                   .first = set.range.first};
  for (const LanguageId language : languages) {
    LanguageTexts texts = OPENPERFLIB_TRY(texts_in(database, set.range, language));
    if (!texts.texts.empty()) record.languages.push_back(std::move(texts));
  }
  return record;
}

}  // namespace

bool is_valid(const ProviderRecord& provider) {
  const bool is_in_order = std::ranges::adjacent_find(provider.sets, std::ranges::greater_equal(),
                                                      &SetRecord::guid) == provider.sets.end();
  return is_in_order && is_title(provider.name) && is_title(provider.identity) &&
         std::ranges::all_of(provider.sets, [](const SetRecord& set) { return is_valid(set); });
}

std::expected<void, StoreFault> store_provider(const StoreDatabase& database,
                                               const ProviderRecord& provider) {
  auto statement =
      OPENPERFLIB_TRY(database.prepare("INSERT INTO providers VALUES(?1, ?2, ?3, ?4)"));
  const std::string guid = guid_text(provider.guid);
  statement.bind(1, std::string_view(guid)).bind(2, std::string_view(provider.name));
  statement.bind(3, std::string_view(provider.identity)).bind(4, std::int64_t{provider.type});
  return statement.run();
}

std::expected<void, StoreFault> store_set(const StoreDatabase& database, const Guid& provider,
                                          const SetRecord& set) {
  auto statement = OPENPERFLIB_TRY(
      database.prepare("INSERT INTO counter_sets VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"));
  const std::string guid = guid_text(set.guid);
  const std::string owner = guid_text(provider);
  const auto counters = bytes_of(set.counters);
  const auto last = set.first + static_cast<TitleIndex>(2 * set.counters.size());
  statement.bind(1, std::string_view(guid)).bind(2, std::string_view(owner));
  statement.bind(3, std::string_view(set.uri)).bind(4, std::int64_t{set.instance_type});
  statement.bind(5, std::int64_t{set.first}).bind(6, std::int64_t{last}).bind(7, Bytes(counters));
  OPENPERFLIB_TRY(statement.run());
  return store_titles(database, set.first, {.languages = set.languages});
}

std::expected<void, StoreFault> erase_provider(const StoreDatabase& database,
                                               const Guid& provider) {
  auto statement = OPENPERFLIB_TRY(database.prepare("DELETE FROM providers WHERE guid = ?1"));
  const std::string guid = guid_text(provider);
  return statement.bind(1, std::string_view(guid)).run();
}

std::expected<void, StoreFault> erase_set(const StoreDatabase& database, const RegisteredSet& set) {
  OPENPERFLIB_TRY(erase_titles(database, set.range));
  auto statement = OPENPERFLIB_TRY(database.prepare("DELETE FROM counter_sets WHERE guid = ?1"));
  const std::string guid = guid_text(set.guid);
  return statement.bind(1, std::string_view(guid)).run();
}

std::expected<std::vector<RegisteredProvider>, StoreFault> read_providers(
    const StoreDatabase& database, StoreScope scope) {
  auto row = OPENPERFLIB_TRY(
      database.prepare("SELECT guid, name, identity, type FROM providers ORDER BY guid"));
  std::vector<RegisteredProvider> providers;
  while (OPENPERFLIB_TRY(row.step())) {
    auto provider = provider_row(row, scope);
    if (!provider.has_value() || std::cmp_greater_equal(providers.size(), kMostProviders)) {
      return database.damaged_table("providers");
    }
    providers.push_back(*std::move(provider));
  }
  std::ranges::sort(providers, {}, &RegisteredProvider::guid);
  const bool is_repeated =
      std::ranges::adjacent_find(providers, {}, &RegisteredProvider::guid) != providers.end();
  if (is_repeated) return database.damaged_table("providers");
  return providers;
}

std::expected<std::vector<RegisteredSet>, StoreFault> read_sets(
    const StoreDatabase& database, StoreScope scope,
    const std::vector<RegisteredProvider>& providers) {
  auto row = OPENPERFLIB_TRY(
      database.prepare("SELECT guid, provider, uri, instance_type, first, last, counters"
                       " FROM counter_sets ORDER BY guid"));
  std::vector<RegisteredSet> sets;
  while (OPENPERFLIB_TRY(row.step())) {
    auto set = set_row(row, scope);
    const bool is_valid =
        set.has_value() &&
        std::ranges::binary_search(providers, set->provider, {}, &RegisteredProvider::guid) &&
        std::cmp_less(sets.size(), kMostSets);
    if (!is_valid) return database.damaged_table("counter_sets");
    sets.push_back(*std::move(set));
  }
  std::ranges::sort(sets, {}, &RegisteredSet::guid);
  const bool is_repeated = std::ranges::adjacent_find(sets, {}, &RegisteredSet::guid) != sets.end();
  if (is_repeated) return database.damaged_table("counter_sets");
  return sets;
}

std::expected<std::optional<ProviderRecord>, StoreFault> find_record(const StoreDatabase& database,
                                                                     StoreScope scope,
                                                                     const Guid& provider) {
  const auto providers = OPENPERFLIB_TRY(read_providers(database, scope));
  const auto found = std::ranges::lower_bound(providers, provider, {}, &RegisteredProvider::guid);
  if (found == providers.end() || found->guid != provider) return std::nullopt;
  ProviderRecord record{provider, found->name, found->identity, found->type, {}};
  const auto languages = OPENPERFLIB_TRY(stored_languages(database));
  for (const RegisteredSet& set : OPENPERFLIB_TRY(read_sets(database, scope, providers))) {
    if (set.provider != provider) continue;
    record.sets.push_back(OPENPERFLIB_TRY(record_of(database, set, languages)));
  }
  return record;
}

std::string provider_key(const Guid& provider) { return kProviderSign + guid_text(provider); }

std::optional<Guid> provider_of_key(std::string_view key) {
  return key.starts_with(kProviderSign) ? guid_of(key.substr(1)) : std::nullopt;
}

}  // namespace openperflib
