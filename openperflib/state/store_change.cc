#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/store_change_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

bool is_installable(const SymbolText& text, TitleIndex last_distance) {
  return text.distance % 2 == 0 && text.distance <= last_distance && is_title(text.name) &&
         is_title(text.help);
}

bool is_installable(const LanguageTexts& language, TitleIndex last_distance) {
  const bool is_in_order =
      std::ranges::adjacent_find(language.texts, std::ranges::greater_equal(),
                                 &SymbolText::distance) == language.texts.end();
  return language.language != 0 && is_in_order &&
         std::ranges::all_of(language.texts, [&](const SymbolText& text) {
           return is_installable(text, last_distance);
         });
}

bool is_installable(const ServiceTitles& titles) {
  const bool is_in_order =
      std::ranges::adjacent_find(titles.languages, std::ranges::greater_equal(),
                                 &LanguageTexts::language) == titles.languages.end();
  return is_in_order && !titles.languages.empty() && titles.last_distance % 2 == 0 &&
         std::ranges::all_of(titles.languages,
                             [&](const LanguageTexts& language) {
                               return is_installable(language, titles.last_distance);
                             }) &&
         std::ranges::all_of(titles.objects, [&](TitleIndex object) {
           return object % 2 == 0 && object <= titles.last_distance;
         });
}

std::string object_list(const ServiceTitles& titles, TitleIndex first) {
  std::string list;
  for (const TitleIndex object : titles.objects) {
    if (!list.empty()) list += ' ';
    list += std::to_string(first + object);
  }
  return list;
}

// What lodctr writes into the key Performance.
std::expected<void, StoreFault> store_numbers(const StoreDatabase& database,
                                              std::string_view service, const TitleRange& range,
                                              const ServiceTitles& titles) {
  std::vector<RegisteredValue> values = {
      number_value("First Counter", range.first), number_value("Last Counter", range.last),
      number_value("First Help", range.first + 1), number_value("Last Help", range.last + 1)};
  if (titles.has_objects) {
    values.push_back(text_value("Object List", object_list(titles, range.first)));
  }
  for (const RegisteredValue& value : values) {
    OPENPERFLIB_TRY(store_value(database, service, ServiceKey::performance, value));
  }
  return {};
}

}  // namespace

std::expected<void, StoreFault> StoreChange::begin(bool is_new) {
  if (is_new) {
    // Later than every number of a store that was here before, so that none is used again.
    next = now_ns();
  } else {
    StringPool texts;
    next = OPENPERFLIB_TRY(read_content(database, scope, texts)).next;
  }
  return database.run("BEGIN");
}

std::expected<void, StoreFault> StoreChange::commit() {
  if (broken.has_value()) return std::unexpected(*broken);
  const auto services = OPENPERFLIB_TRY(count_of(database, "services"));
  const auto values = OPENPERFLIB_TRY(count_of(database, "key_values"));
  const auto providers = OPENPERFLIB_TRY(count_of(database, "providers"));
  const auto sets = OPENPERFLIB_TRY(count_of(database, "counter_sets"));
  if (services > kMostServices || values > kMostValues || providers > kMostProviders ||
      sets > kMostSets) {
    return std::unexpected(fault_about(StoreErrc::invalid, database.file()));
  }
  OPENPERFLIB_TRY(store_next(database, ++next));  // no two stores are alike
  OPENPERFLIB_TRY(database.run("COMMIT"));
  return database.compact();
}

std::expected<bool, StoreFault> StoreChange::is_empty() const {
  const auto services = OPENPERFLIB_TRY(count_of(database, "services"));
  const auto providers = OPENPERFLIB_TRY(count_of(database, "providers"));
  return services == 0 && providers == 0 && OPENPERFLIB_TRY(count_of(database, "key_values")) == 0;
}

std::expected<TextChange, StoreFault> text_change_of(const StoreDatabase& database,
                                                     StoreScope scope, const std::string& service,
                                                     const std::set<TitlesOfLanguage>& replaced) {
  TextChange change{service, std::nullopt, false, std::nullopt, {}, std::nullopt};
  if (const auto provider = provider_of_key(service)) {
    change.provider = OPENPERFLIB_TRY(find_record(database, scope, *provider));
    return change;
  }
  KeptValues values;
  if (service.empty()) {
    values.keys[0] = OPENPERFLIB_TRY(values_of(database, service, ServiceKey::service));
    if (!values.keys[0]->empty()) change.values = std::move(values);
    return change;
  }
  const auto row = OPENPERFLIB_TRY(find_service(database, service));
  if (!row.has_value()) return change;
  change.has_titles = row->installation != 0;
  values.service = row->name;
  for (std::size_t i = 0; i < kServiceKeys; ++i) {
    const auto key = static_cast<ServiceKey>(i);
    if ((row->keys & key_bit(key)) == 0) continue;
    values.keys[i] = OPENPERFLIB_TRY(values_of(database, service, key));
  }
  change.values = std::move(values);
  if (!change.has_titles) return change;
  for (const TitlesOfLanguage& table : replaced) {
    change.replaced.push_back(OPENPERFLIB_TRY(titles_of(database, row->range, table)));
  }
  return change;
}

std::expected<std::vector<TextChange>, StoreFault> StoreChange::text_changes() const {
  std::vector<TextChange> changes;
  for (const auto& [service, texts] : touched) {
    changes.push_back(OPENPERFLIB_TRY(text_change_of(database, scope, service, texts.replaced)));
    if (changes.back().has_titles) changes.back().sources = texts.sources;
  }
  return changes;
}

std::expected<TitleRange, StoreFault> StoreChange::install(const ServiceTitles& titles,
                                                           KeptSources sources,
                                                           std::optional<TitleIndex> wanted) {
  const std::string service = folded(titles.driver_name);
  auto row = OPENPERFLIB_TRY(find_service(database, service));
  if (!row.has_value())
    return std::unexpected(fault_about(StoreErrc::no_service, titles.driver_name));
  if (row->installation != 0) {
    return std::unexpected(fault_about(StoreErrc::already_installed, titles.driver_name));
  }
  if (!is_installable(titles) || sources.ini.size() > kLargestSource ||
      sources.header.size() > kLargestSource) {
    return std::unexpected(fault_about(StoreErrc::invalid, titles.driver_name));
  }
  const auto first = OPENPERFLIB_TRY(free_run(database, scope, titles.last_distance, wanted));
  if (!first.has_value()) {
    return std::unexpected(fault_about(StoreErrc::no_free_run, titles.driver_name));
  }
  row->range = {*first, *first + titles.last_distance};
  row->installation = next++;
  row->keys |= key_bit(ServiceKey::performance);
  OPENPERFLIB_TRY(store_service(database, service, *row));
  OPENPERFLIB_TRY(store_titles(database, *first, titles));
  OPENPERFLIB_TRY(store_numbers(database, service, row->range, titles));
  touched[service] = {.sources = std::move(sources)};
  return row->range;
}

std::expected<void, StoreFault> StoreChange::replace(LanguageId language,
                                                     std::span<const Title> titles) {
  const auto replaced = OPENPERFLIB_TRY(replace_titles(database, language, titles));
  const auto ranges = OPENPERFLIB_TRY(ranges_of(database));
  for (const TitleIndex index : replaced) {
    const auto after = std::ranges::upper_bound(
        ranges, index, {}, [](const ServiceRange& one) { return one.range.first; });
    if (after == ranges.begin()) continue;
    const auto owner = std::prev(after);
    if (!owner->range.contains(index)) continue;
    const TitleKind kind = index % 2 == 0 ? TitleKind::names : TitleKind::helps;
    touched[owner->service].replaced.insert({language, kind});
  }
  return {};
}

}  // namespace openperflib
