#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store_content_internal.h"
#include "openperflib/state/store_rows_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// What read_content() refuses is damage, even if it is the work of this library.
std::unexpected<StoreFault> damaged(const StoreDatabase& database, const char* table) {
  return std::unexpected(database.damaged(std::string("the table ") + table + " is damaged"));
}

std::int64_t column_of(ServiceKey key) { return static_cast<std::int64_t>(key); }

bool is_free(const std::vector<ServiceRange>& taken, const TitleRange& range) {
  return std::ranges::none_of(taken, [&](const ServiceRange& one) {
    return one.range.first <= range.last && range.first <= one.range.last;
  });
}

std::expected<std::vector<TitleIndex>, StoreFault> registered_indices(
    const StoreDatabase& database) {
  auto row =
      OPENPERFLIB_TRY(database.prepare("SELECT DISTINCT number FROM titles ORDER BY number"));
  std::vector<TitleIndex> indices;
  while (OPENPERFLIB_TRY(row.step())) {
    indices.push_back(static_cast<TitleIndex>(row.number(0).value_or(0)));
  }
  return indices;
}

}  // namespace

std::expected<std::optional<ServiceRow>, StoreFault> find_service(const StoreDatabase& database,
                                                                  std::string_view service) {
  auto row = OPENPERFLIB_TRY(database.prepare(
      "SELECT name, keys, installation, first, last FROM services WHERE folded = ?1"));
  row.bind(1, service);
  if (!OPENPERFLIB_TRY(row.step())) return std::nullopt;
  const auto name = row.text(0);
  if (!name.has_value()) return damaged(database, "services");
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
    if (!name.has_value() || !content.has_value()) return damaged(database, "key_values");
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
  auto statement = OPENPERFLIB_TRY(database.prepare("INSERT INTO titles VALUES(?1, ?2, ?3, ?4)"));
  for (const LanguageTexts& language : titles.languages) {
    for (const SymbolText& text : language.texts) {
      statement.bind(1, std::int64_t{language.language});
      statement.bind(2, std::int64_t{first} + text.distance);
      statement.bind(3, std::string_view(text.name)).bind(4, std::string_view(text.help));
      OPENPERFLIB_TRY(statement.run());
    }
  }
  return {};
}

std::expected<std::vector<TitleIndex>, StoreFault> replace_titles(const StoreDatabase& database,
                                                                  LanguageId language,
                                                                  std::span<const Title> titles) {
  const auto registered = OPENPERFLIB_TRY(registered_indices(database));
  auto name = OPENPERFLIB_TRY(
      database.prepare("INSERT INTO titles VALUES(?1, ?2, ?3, '') ON CONFLICT(language, number)"
                       " DO UPDATE SET name = excluded.name"));
  auto help = OPENPERFLIB_TRY(
      database.prepare("INSERT INTO titles VALUES(?1, ?2, '', ?3) ON CONFLICT(language, number)"
                       " DO UPDATE SET help = excluded.help"));
  std::vector<TitleIndex> replaced;
  for (const Title& title : titles) {
    const TitleIndex index = title.index - title.index % 2;
    if (!std::ranges::binary_search(registered, index)) continue;
    replaced.push_back(title.index);
    StoreStatement& statement = title.index % 2 == 0 ? name : help;
    statement.bind(1, std::int64_t{language}).bind(2, std::int64_t{index}).bind(3, title.text);
    OPENPERFLIB_TRY(statement.run());
  }
  return replaced;
}

std::expected<KeptTitles, StoreFault> titles_of(const StoreDatabase& database,
                                                const TitleRange& range,
                                                const TitlesOfLanguage& table) {
  auto row = OPENPERFLIB_TRY(
      database.prepare("SELECT number, name, help FROM titles"
                       " WHERE language = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number"));
  row.bind(1, std::int64_t{table.language});
  row.bind(2, std::int64_t{range.first}).bind(3, std::int64_t{range.last});
  KeptTitles titles{table, {}};
  while (OPENPERFLIB_TRY(row.step())) {
    const auto text = row.text(table.kind == TitleKind::names ? 1 : 2);
    if (!text.has_value()) return damaged(database, "titles");
    const auto index = static_cast<TitleIndex>(row.number(0).value_or(range.first));
    titles.texts.push_back({index - range.first, std::string(*text)});
  }
  return titles;
}

std::expected<std::vector<ServiceRange>, StoreFault> ranges_of(const StoreDatabase& database) {
  auto row = OPENPERFLIB_TRY(database.prepare(
      "SELECT folded, first, last FROM services WHERE installation <> 0 ORDER BY first"));
  std::vector<ServiceRange> ranges;
  while (OPENPERFLIB_TRY(row.step())) {
    const auto service = row.text(0);
    if (!service.has_value()) return damaged(database, "services");
    ranges.push_back({std::string(*service),
                      {static_cast<TitleIndex>(row.number(1).value_or(0)),
                       static_cast<TitleIndex>(row.number(2).value_or(0))}});
  }
  return ranges;
}

std::expected<void, StoreFault> erase_titles(const StoreDatabase& database,
                                             const TitleRange& range) {
  auto statement =
      OPENPERFLIB_TRY(database.prepare("DELETE FROM titles WHERE number BETWEEN ?1 AND ?2"));
  return statement.bind(1, std::int64_t{range.first}).bind(2, std::int64_t{range.last}).run();
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
