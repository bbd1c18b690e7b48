// Log sets in databases: SQL:DSN!SET.
#include <cstring>
#include <optional>
#include <string>

#include "openperflib/base/guid.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_log_calls_internal.h"
#include "openperflib/compat/pdh/pdh_logs.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/pdh/name_list.h"

namespace openperflib::compat {
namespace {

using FoundName = std::expected<SqlLogName, PdhStatus>;

// A data source of ODBC is taken with and without the prefix.
FoundName database_of(const std::string& source) {
  auto name = SqlLogName::parse(SqlLogName::is_one(source) ? source : "SQL:" + source);
  if (!name.has_value() || source.empty()) return std::unexpected(PDH_INVALID_DATASOURCE);
  return *std::move(name);
}

// Errors: PDH_SQL_CONNECT_FAILED, PDH_INVALID_SQLDB.
PdhStatus verify(const SqlLogName& database) {
  const auto has_tables = has_sql_log_tables(database);
  if (!has_tables.has_value()) return PDH_SQL_CONNECT_FAILED;
  return *has_tables ? kPdhSuccess : PDH_INVALID_SQLDB;
}

PdhStatus create_tables(const SqlLogName& database) {
  if (make_sql_log_tables(database).has_value()) return kPdhSuccess;
  return has_sql_log_tables(database).has_value() ? PDH_SQL_EXEC_DIRECT_FAILED
                                                  : PDH_SQL_CONNECT_FAILED;
}

// work(database), for the name of one.
template <typename Char, typename Work>
PDH_STATUS with_database(const Char* source, Work work) {
  if (source == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    const FoundName database = database_of(utf8_of(source));
    return database.has_value() ? work(*database) : database.error();
  });
}

template <typename Char>
PDH_STATUS list_sets(const Char* source, const TextRoom<Char>& room) {
  if (!room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_database(source, [&](const SqlLogName& database) -> PdhStatus {
    if (const PdhStatus verified = verify(database); verified != kPdhSuccess) return verified;
    const auto sets = list_sql_log_sets(database);
    if (!sets.has_value()) return PDH_SQL_EXEC_DIRECT_FAILED;
    NameList names;
    for (const SqlLogSet& set : *sets) names.add(set.name);
    return give(names.text(), room);
  });
}

// The set that a log is. Error: PDH_NOT_IMPLEMENTED.
FoundName set_of(const OpenLog& log) {
  if (log.is_written()) {
    const LogTarget& target = log.output->target();
    if (target.is_set()) return *target.set;
  } else if (log.source.logs().size() == 1 && SqlLogName::is_one(log.source.logs().front())) {
    if (auto name = SqlLogName::parse(log.source.logs().front())) return *std::move(name);
  }
  return std::unexpected(PDH_NOT_IMPLEMENTED);
}

// Databases store it with and without braces.
std::optional<Guid> stored_guid_of(std::string text) {
  std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
  return guid_of("{" + text + "}");
}

PdhStatus give_run(const SqlLogName& set, GUID* guid, int* run_id) {
  const auto run = find_sql_log_run(set);
  if (!run.has_value()) return PDH_SQL_EXEC_DIRECT_FAILED;
  const auto stored = stored_guid_of(run->guid);
  if (!stored.has_value()) return PDH_INVALID_SQLDB;
  static_assert(sizeof(GUID) == sizeof(stored->bytes));
  std::memcpy(guid, stored->bytes.data(), sizeof(GUID));
  *run_id = run->run_id;
  return kPdhSuccess;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhEnumLogSetNamesW(LPCWSTR source, LPWSTR names, LPDWORD size) {
  return list_sets(source, TextRoom<WCHAR>{names, size});
}

PDH_STATUS PdhEnumLogSetNamesA(LPCSTR source, LPSTR names, LPDWORD size) {
  return list_sets(source, TextRoom<CHAR>{names, size});
}

PDH_STATUS PdhVerifySQLDBW(LPCWSTR source) { return with_database(source, verify); }
PDH_STATUS PdhVerifySQLDBA(LPCSTR source) { return with_database(source, verify); }
PDH_STATUS PdhCreateSQLTablesW(LPCWSTR source) { return with_database(source, create_tables); }
PDH_STATUS PdhCreateSQLTablesA(LPCSTR source) { return with_database(source, create_tables); }

PDH_STATUS PdhGetLogSetGUID(PDH_HLOG log, GUID* guid, int* run_id) {
  if (guid == nullptr || run_id == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_log(log, [&](OpenLog& open) -> PdhStatus {
    const FoundName set = set_of(open);
    return set.has_value() ? give_run(*set, guid, run_id) : set.error();
  });
}

PDH_STATUS PdhSetLogSetRunID(PDH_HLOG log, int run_id) {
  return with_pdh_log(log, [&](OpenLog& open) -> PdhStatus {
    const FoundName set = set_of(open);
    if (!set.has_value()) return set.error();
    return set_sql_log_run(*set, run_id).has_value() ? kPdhSuccess : PDH_SQL_EXEC_DIRECT_FAILED;
  });
}
