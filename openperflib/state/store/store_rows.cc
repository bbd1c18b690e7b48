#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store/title_row_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// What read_content() refuses is damage, even if it is the work of this library.
std::int64_t column_of(ServiceKey key) { return static_cast<std::int64_t>(key); }

bool is_free(const std::vector<ServiceRange>& taken, const TitleRange& range) {
  return std::ranges::none_of(taken, [&](const ServiceRange& one) {
    return one.range.first <= range.last && range.first <= one.range.last;
  });
}

// A row of the table titles; empty: there is none.
using TitleRow = std::vector<std::byte>;

std::expected<TitleRow, StoreFault> title_row(const StoreDatabase& database, LanguageId language,
                                              TitleIndex first) {
  auto row = OPENPERFLIB_TRY(
      database.prepare("SELECT texts FROM titles WHERE language = ?1 AND first = ?2"));
  row.bind(1, std::int64_t{language}).bind(2, std::int64_t{first});
  if (!OPENPERFLIB_TRY(row.step())) return TitleRow();
  const auto texts = row.bytes(0);
  if (!texts.has_value()) return database.damaged_table("titles");
  return TitleRow(texts->begin(), texts->end());
}

std::expected<void, StoreFault> store_title_row(const StoreDatabase& database, LanguageId language,
                                                TitleIndex first, const TitleRow& row) {
  auto statement =
      OPENPERFLIB_TRY(database.prepare("INSERT OR REPLACE INTO titles VALUES(?1, ?2, ?3)"));
  statement.bind(1, std::int64_t{language}).bind(2, std::int64_t{first});
  return statement.bind(3, Bytes(row)).run();
}

// The distances of a service that have a text in some language.
std::expected<std::set<TitleIndex>, StoreFault> registered_distances(const StoreDatabase& database,
                                                                     TitleIndex first) {
  auto row = OPENPERFLIB_TRY(database.prepare("SELECT texts FROM titles WHERE first = ?1"));
  row.bind(1, std::int64_t{first});
  std::set<TitleIndex> distances;
  std::vector<RowTitle> titles;
  while (OPENPERFLIB_TRY(row.step())) {
    if (!read_title_row(row.bytes(0).value_or(Bytes()), titles))
      return database.damaged_table("titles");
    for (const RowTitle& title : titles) distances.insert(title.distance);
  }
  return distances;
}

// Replaces texts of one service in one language, and keeps the others.
std::expected<void, StoreFault> replace_in_row(const StoreDatabase& database, LanguageId language,
                                               TitleIndex first, std::span<const Title> titles) {
  const TitleRow old = OPENPERFLIB_TRY(title_row(database, language, first));
  std::vector<RowTitle> kept;
  if (!read_title_row(old, kept)) return database.damaged_table("titles");
  std::map<TitleIndex, RowTitle> texts;
  for (const RowTitle& title : kept) texts[title.distance] = title;
  for (const Title& title : titles) {
    const TitleIndex distance = title.index - title.index % 2 - first;
    RowTitle& place = texts[distance];
    place.distance = distance;
    (title.index % 2 == 0 ? place.name : place.help) = title.text;
  }
  TitleRow row;
  for (const auto& [distance, title] : texts) append_row_title(row, title);
  return store_title_row(database, language, first, row);
}

// The service whose range an index, name or help text, is in.
const ServiceRange* owner_of(std::span<const ServiceRange> ranges, TitleIndex index) {
  const auto owner = std::ranges::find_if(
      ranges, [&](const ServiceRange& one) { return one.range.contains(index); });
  return owner == ranges.end() ? nullptr : &*owner;
}

}  // namespace

std::expected<std::optional<ServiceRow>, StoreFault> find_service(const StoreDatabase& database,
                                                                  std::string_view service) {
  auto row = OPENPERFLIB_TRY(database.prepare(
      "SELECT name, keys, installation, first, last FROM services WHERE folded = ?1"));
  row.bind(1, service);
  if (!OPENPERFLIB_TRY(row.step())) return std::nullopt;
  const auto name = row.text(0);
  if (!name.has_value()) return database.damaged_table("services");
  return ServiceRow{std::string(*name),
                    row.number(1).value_or(0),
                    row.number(2).value_or(0),
                    {static_cast<TitleIndex>(row.number(3).value_or(0)),
                     static_cast<TitleIndex>(row.number(4).value_or(0))}};
}

std::expected<void, StoreFault> store_service(const StoreDatabase& database,
                                              std::string_view service, const ServiceRow& row) {
  auto statement = OPENPERFLIB_TRY(
      database.prepare("INSERT OR REPLACE INTO services VALUES(?1, ?2, ?3, ?4, ?5, ?6)"));
  statement.bind(1, service).bind(2, std::string_view(row.name)).bind(3, row.keys);
  statement.bind(4, row.installation).bind(5, std::int64_t{row.range.first});
  return statement.bind(6, std::int64_t{row.range.last}).run();
}

std::expected<void, StoreFault> erase_service(const StoreDatabase& database,
                                              std::string_view service) {
  auto statement = OPENPERFLIB_TRY(database.prepare("DELETE FROM services WHERE folded = ?1"));
  return statement.bind(1, service).run();
}

std::expected<std::vector<RegisteredValue>, StoreFault> values_of(const StoreDatabase& database,
                                                                  std::string_view service,
                                                                  ServiceKey key) {
  auto row =
      OPENPERFLIB_TRY(database.prepare("SELECT name, type, content FROM key_values"
                                       " WHERE service = ?1 AND key = ?2 ORDER BY folded"));
  row.bind(1, service).bind(2, column_of(key));
  std::vector<RegisteredValue> values;
  while (OPENPERFLIB_TRY(row.step())) {
    const auto name = row.text(0);
    const auto content = row.bytes(2);
    if (!name.has_value() || !content.has_value()) return database.damaged_table("key_values");
    values.push_back({std::string(*name), static_cast<std::uint32_t>(row.number(1).value_or(0)),
                      std::vector<std::byte>(content->begin(), content->end())});
  }
  return values;
}

std::expected<void, StoreFault> store_value(const StoreDatabase& database, std::string_view service,
                                            ServiceKey key, const RegisteredValue& value) {
  auto statement = OPENPERFLIB_TRY(database.prepare(
      "INSERT INTO key_values VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(service, key, folded)"
      " DO UPDATE SET type = excluded.type, content = excluded.content"));
  const std::string name = folded(value.name);
  statement.bind(1, service).bind(2, column_of(key)).bind(3, std::string_view(name));
  statement.bind(4, std::string_view(value.name)).bind(5, std::int64_t{value.type});
  return statement.bind(6, Bytes(value.data)).run();
}

std::expected<bool, StoreFault> erase_value(const StoreDatabase& database, std::string_view service,
                                            ServiceKey key, std::string_view name) {
  const std::string folded_name = folded(name);
  auto found = OPENPERFLIB_TRY(
      database.prepare("SELECT 1 FROM key_values WHERE service = ?1 AND key = ?2 AND folded = ?3"));
  found.bind(1, service).bind(2, column_of(key)).bind(3, std::string_view(folded_name));
  if (!OPENPERFLIB_TRY(found.step())) return false;
  auto statement = OPENPERFLIB_TRY(
      database.prepare("DELETE FROM key_values WHERE service = ?1 AND key = ?2 AND folded = ?3"));
  statement.bind(1, service).bind(2, column_of(key)).bind(3, std::string_view(folded_name));
  OPENPERFLIB_TRY(statement.run());
  return true;
}

std::expected<void, StoreFault> erase_values(const StoreDatabase& database,
                                             std::string_view service, ServiceKey key) {
  auto statement =
      OPENPERFLIB_TRY(database.prepare("DELETE FROM key_values WHERE service = ?1 AND key = ?2"));
  return statement.bind(1, service).bind(2, column_of(key)).run();
}

std::expected<std::optional<TitleIndex>, StoreFault> free_run(const StoreDatabase& database,
                                                              StoreScope scope, TitleIndex length,
                                                              std::optional<TitleIndex> wanted) {
  const TitleRange whole = allocatable(scope);
  if (length > whole.last - whole.first) return std::nullopt;
  std::vector<ServiceRange> taken = OPENPERFLIB_TRY(ranges_of(database));
  if (wanted.has_value()) {
    const bool is_inside =
        *wanted % 2 == 0 && *wanted >= whole.first && *wanted <= whole.last - length;
    return is_inside && is_free(taken, {*wanted, *wanted + length}) ? wanted : std::nullopt;
  }
  TitleIndex first = whole.first;
  taken.push_back({{}, {whole.last + 2, whole.last + 2}});
  for (const auto& [service, range] : taken) {
    if (range.first > first && range.first - first > length) return first;
    first = std::max(first, range.last + 2);
  }
  return std::nullopt;
}

std::expected<void, StoreFault> store_titles(const StoreDatabase& database, TitleIndex first,
                                             const ServiceTitles& titles) {
  for (const LanguageTexts& language : titles.languages) {
    if (language.texts.empty()) continue;
    TitleRow row;
    for (const SymbolText& text : language.texts) {
      append_row_title(row, {text.distance, text.name, text.help});
    }
    OPENPERFLIB_TRY(store_title_row(database, language.language, first, row));
  }
  return {};
}

std::expected<std::vector<TitleIndex>, StoreFault> replace_titles(const StoreDatabase& database,
                                                                  LanguageId language,
                                                                  std::span<const Title> titles) {
  const auto ranges = OPENPERFLIB_TRY(ranges_of(database));
  std::map<TitleIndex, std::vector<Title>> by_service;  // by the first index
  for (const Title& title : titles) {
    const ServiceRange* const owner = owner_of(ranges, title.index);
    if (owner != nullptr) by_service[owner->range.first].push_back(title);
  }
  std::vector<TitleIndex> replaced;
  for (auto& [first, texts] : by_service) {
    const auto registered = OPENPERFLIB_TRY(registered_distances(database, first));
    std::erase_if(texts, [&, begin = first](const Title& title) {
      return !registered.contains(title.index - title.index % 2 - begin);
    });
    if (texts.empty()) continue;
    OPENPERFLIB_TRY(replace_in_row(database, language, first, texts));
    std::ranges::transform(texts, std::back_inserter(replaced), &Title::index);
  }
  return replaced;
}

std::expected<KeptTitles, StoreFault> titles_of(const StoreDatabase& database,
                                                const TitleRange& range,
                                                const TitlesOfLanguage& table) {
  const TitleRow row = OPENPERFLIB_TRY(title_row(database, table.language, range.first));
  std::vector<RowTitle> texts;
  if (!read_title_row(row, texts)) return database.damaged_table("titles");
  KeptTitles titles{table, {}};
  for (const RowTitle& one : texts) {
    const std::string_view text = table.kind == TitleKind::names ? one.name : one.help;
    titles.texts.push_back({one.distance, std::string(text)});
  }
  return titles;
}

std::expected<std::vector<ServiceRange>, StoreFault> ranges_of(const StoreDatabase& database) {
  auto row = OPENPERFLIB_TRY(
      database.prepare("SELECT folded, first, last FROM services WHERE installation <> 0 UNION ALL"
                       " SELECT '/' || provider, first, last FROM counter_sets ORDER BY first"));
  std::vector<ServiceRange> ranges;
  while (OPENPERFLIB_TRY(row.step())) {
    const auto service = row.text(0);
    if (!service.has_value()) return database.damaged_table("services");
    ranges.push_back({std::string(*service),
                      {static_cast<TitleIndex>(row.number(1).value_or(0)),
                       static_cast<TitleIndex>(row.number(2).value_or(0))}});
  }
  return ranges;
}

std::expected<void, StoreFault> erase_titles(const StoreDatabase& database,
                                             const TitleRange& range) {
  auto statement = OPENPERFLIB_TRY(database.prepare("DELETE FROM titles WHERE first = ?1"));
  return statement.bind(1, std::int64_t{range.first}).run();
}

std::expected<void, StoreFault> store_next(const StoreDatabase& database, std::int64_t next) {
  auto statement =
      OPENPERFLIB_TRY(database.prepare("INSERT OR REPLACE INTO state VALUES('next', ?1)"));
  return statement.bind(1, next).run();
}

std::expected<std::int64_t, StoreFault> count_of(const StoreDatabase& database,
                                                 std::string_view table) {
  const std::string sql = "SELECT count(*) FROM " + std::string(table);
  auto row = OPENPERFLIB_TRY(database.prepare(sql.c_str()));
  (void)OPENPERFLIB_TRY(row.step());
  return row.number(0).value_or(0);
}

}  // namespace openperflib
