// SqliteLibrary: the functions of SQLite, which is loaded when a store is read or changed for the
// first time.
//
// A fork waits while a thread is in one of them: a child can use SQLite too.
// Nothing is linked with it: on a machine without it everything runs as if nothing were registered.
// Source: docs/adr/0019-title-store-is-replaced-whole.md.
#pragma once

#include <sqlite3.h>

#include <optional>

#include "openperflib/os/process/fork_gate.h"

namespace openperflib {

// Value. The library stays loaded until the process ends.
struct SqliteLibrary {
  // nullopt: it is not installed, or is too old to open a database in memory (before 3.36, unless
  // it was built with that option).
  [[nodiscard]] static std::optional<SqliteLibrary> load();

  ForkSafe<decltype(&::sqlite3_open_v2)> open;
  ForkSafe<decltype(&::sqlite3_close_v2)> close;
  ForkSafe<decltype(&::sqlite3_errmsg)> errmsg;
  ForkSafe<decltype(&::sqlite3_db_config)> db_config;
  ForkSafe<decltype(&::sqlite3_limit)> limit;
  ForkSafe<decltype(&::sqlite3_progress_handler)> progress_handler;
  ForkSafe<decltype(&::sqlite3_exec)> exec;
  ForkSafe<decltype(&::sqlite3_prepare_v2)> prepare;
  ForkSafe<decltype(&::sqlite3_step)> step;
  ForkSafe<decltype(&::sqlite3_reset)> reset;
  ForkSafe<decltype(&::sqlite3_finalize)> finalize;
  ForkSafe<decltype(&::sqlite3_bind_int64)> bind_int64;
  ForkSafe<decltype(&::sqlite3_bind_text)> bind_text;
  ForkSafe<decltype(&::sqlite3_bind_blob)> bind_blob;
  ForkSafe<decltype(&::sqlite3_column_type)> column_type;
  ForkSafe<decltype(&::sqlite3_column_int64)> column_int64;
  ForkSafe<decltype(&::sqlite3_column_blob)> column_blob;
  ForkSafe<decltype(&::sqlite3_column_bytes)> column_bytes;
  ForkSafe<decltype(&::sqlite3_malloc64)> malloc64;
  ForkSafe<decltype(&::sqlite3_free)> free;
  ForkSafe<decltype(&::sqlite3_deserialize)> deserialize;
  ForkSafe<decltype(&::sqlite3_serialize)> serialize;
};

}  // namespace openperflib
