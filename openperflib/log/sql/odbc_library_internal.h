// OdbcLibrary: the functions of unixODBC, which is loaded when a database is used for the first
// time.
//
// The tools are not linked with it: on a machine without it they run, and lack only databases.
// Source: docs/adr/0010-odbc-when-asked-for.md.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <expected>
#include <string>
#include <string_view>

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
  decltype(&::SQLAllocHandle) alloc_handle = nullptr;
  decltype(&::SQLFreeHandle) free_handle = nullptr;
  decltype(&::SQLSetEnvAttr) set_env_attr = nullptr;
  decltype(&::SQLSetConnectAttr) set_connect_attr = nullptr;
  decltype(&::SQLDriverConnect) driver_connect = nullptr;
  decltype(&::SQLDisconnect) disconnect = nullptr;
  decltype(&::SQLGetInfo) get_info = nullptr;
  decltype(&::SQLGetDiagRec) get_diag_rec = nullptr;
  decltype(&::SQLEndTran) end_tran = nullptr;
  decltype(&::SQLSetStmtAttr) set_stmt_attr = nullptr;
  decltype(&::SQLPrepare) prepare = nullptr;
  decltype(&::SQLExecute) execute = nullptr;
  decltype(&::SQLExecDirect) exec_direct = nullptr;
  decltype(&::SQLBindParameter) bind_parameter = nullptr;
  decltype(&::SQLBindCol) bind_col = nullptr;
  decltype(&::SQLFetch) fetch = nullptr;
};

}  // namespace openperflib
