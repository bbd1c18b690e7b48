// SqliteLibrary: the functions of SQLite, which is loaded when a store is read or changed for the
// first time.
//
// Nothing is linked with it: on a machine without it everything runs as if nothing were registered.
// Source: docs/adr/0019-title-store-is-replaced-whole.md.
#pragma once

#include <sqlite3.h>

#include <optional>

namespace openperflib {

// Value. The library stays loaded until the process ends.
struct SqliteLibrary {
  // nullopt: it is not installed, or is too old to open a database in memory (before 3.36, unless
  // it was built with that option).
  [[nodiscard]] static std::optional<SqliteLibrary> load();

  decltype(&::sqlite3_open_v2) open = nullptr;
  decltype(&::sqlite3_close_v2) close = nullptr;
  decltype(&::sqlite3_errmsg) errmsg = nullptr;
  decltype(&::sqlite3_db_config) db_config = nullptr;
  decltype(&::sqlite3_limit) limit = nullptr;
  decltype(&::sqlite3_progress_handler) progress_handler = nullptr;
  decltype(&::sqlite3_exec) exec = nullptr;
  decltype(&::sqlite3_prepare_v2) prepare = nullptr;
  decltype(&::sqlite3_step) step = nullptr;
  decltype(&::sqlite3_reset) reset = nullptr;
  decltype(&::sqlite3_finalize) finalize = nullptr;
  decltype(&::sqlite3_bind_int64) bind_int64 = nullptr;
  decltype(&::sqlite3_bind_text) bind_text = nullptr;
  decltype(&::sqlite3_bind_blob) bind_blob = nullptr;
  decltype(&::sqlite3_column_type) column_type = nullptr;
  decltype(&::sqlite3_column_int64) column_int64 = nullptr;
  decltype(&::sqlite3_column_blob) column_blob = nullptr;
  decltype(&::sqlite3_column_bytes) column_bytes = nullptr;
  decltype(&::sqlite3_malloc64) malloc64 = nullptr;
  decltype(&::sqlite3_free) free = nullptr;
  decltype(&::sqlite3_deserialize) deserialize = nullptr;
  decltype(&::sqlite3_serialize) serialize = nullptr;
};

}  // namespace openperflib
