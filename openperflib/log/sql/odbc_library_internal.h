// OdbcLibrary: the functions of unixODBC, which is loaded when a database is used for the first
// time.
//
// A fork waits while a thread is in one of them: a child can use databases too.
// The tools are not linked with it: on a machine without it they run, and lack only databases.
// Source: docs/adr/0010-odbc-when-asked-for.md.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/os/process/fork_gate.h"

namespace openperflib {

// Value. The library stays loaded until the process ends: drivers leave threads and handlers
// behind.
struct OdbcLibrary {
  // Errors: a text that it is not installed, and which package provides it.
  [[nodiscard]] static std::expected<OdbcLibrary, std::string> load();

  // The path of a driver file in the folder where distributions put them, next to the library;
  // `name` if there is none: odbcinst.ini may know the driver by it.
  [[nodiscard]] std::string driver(std::string_view file, std::string_view name) const;

  std::string folder;  // of the library
  ForkSafe<decltype(&::SQLAllocHandle)> alloc_handle;
  ForkSafe<decltype(&::SQLFreeHandle)> free_handle;
  ForkSafe<decltype(&::SQLSetEnvAttr)> set_env_attr;
  ForkSafe<decltype(&::SQLSetConnectAttr)> set_connect_attr;
  ForkSafe<decltype(&::SQLDriverConnect)> driver_connect;
  ForkSafe<decltype(&::SQLDisconnect)> disconnect;
  ForkSafe<decltype(&::SQLGetInfo)> get_info;
  ForkSafe<decltype(&::SQLGetDiagRec)> get_diag_rec;
  ForkSafe<decltype(&::SQLEndTran)> end_tran;
  ForkSafe<decltype(&::SQLSetStmtAttr)> set_stmt_attr;
  ForkSafe<decltype(&::SQLPrepare)> prepare;
  ForkSafe<decltype(&::SQLExecute)> execute;
  ForkSafe<decltype(&::SQLExecDirect)> exec_direct;
  ForkSafe<decltype(&::SQLBindParameter)> bind_parameter;
  ForkSafe<decltype(&::SQLBindCol)> bind_col;
  ForkSafe<decltype(&::SQLFetch)> fetch;
};

}  // namespace openperflib
