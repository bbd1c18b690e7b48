#include <dlfcn.h>

#include <bit>

#include "openperflib/state/store/sqlite_library_internal.h"

namespace openperflib {
namespace {

constexpr const char* kFile = "libsqlite3.so.0";

// Finds a function; false if the library lacks it.
template <typename Function>
bool find_function(void* library, const char* name, ForkSafe<Function>& into) {
  into = ForkSafe(std::bit_cast<Function>(::dlsym(library, name)));
  return into != nullptr;
}

bool find_connection(void* library, SqliteLibrary& sqlite) {
  return find_function(library, "sqlite3_open_v2", sqlite.open) &&
         find_function(library, "sqlite3_close_v2", sqlite.close) &&
         find_function(library, "sqlite3_errmsg", sqlite.errmsg) &&
         find_function(library, "sqlite3_db_config", sqlite.db_config) &&
         find_function(library, "sqlite3_limit", sqlite.limit) &&
         find_function(library, "sqlite3_progress_handler", sqlite.progress_handler) &&
         find_function(library, "sqlite3_malloc64", sqlite.malloc64) &&
         find_function(library, "sqlite3_free", sqlite.free) &&
         find_function(library, "sqlite3_deserialize", sqlite.deserialize) &&
         find_function(library, "sqlite3_serialize", sqlite.serialize);
}

bool find_statement(void* library, SqliteLibrary& sqlite) {
  return find_function(library, "sqlite3_exec", sqlite.exec) &&
         find_function(library, "sqlite3_prepare_v2", sqlite.prepare) &&
         find_function(library, "sqlite3_step", sqlite.step) &&
         find_function(library, "sqlite3_reset", sqlite.reset) &&
         find_function(library, "sqlite3_finalize", sqlite.finalize) &&
         find_function(library, "sqlite3_bind_int64", sqlite.bind_int64) &&
         find_function(library, "sqlite3_bind_text", sqlite.bind_text) &&
         find_function(library, "sqlite3_bind_blob", sqlite.bind_blob) &&
         find_function(library, "sqlite3_column_type", sqlite.column_type) &&
         find_function(library, "sqlite3_column_int64", sqlite.column_int64) &&
         find_function(library, "sqlite3_column_blob", sqlite.column_blob) &&
         find_function(library, "sqlite3_column_bytes", sqlite.column_bytes);
}

}  // namespace

std::optional<SqliteLibrary> SqliteLibrary::load() {
  const ForkGate::Pass pass;
  void* const library = ::dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  SqliteLibrary sqlite;
  if (library == nullptr || !find_connection(library, sqlite) || !find_statement(library, sqlite)) {
    return std::nullopt;
  }
  return sqlite;
}

}  // namespace openperflib
