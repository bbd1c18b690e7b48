// OdbcLibrary: the functions of unixODBC, found when somebody asks for a database for the first
// time.
//
// The tools do not link it: a machine without it runs them, and lacks databases alone.
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
  // Errors: in words, that it is not installed, and as what it can be.
  [[nodiscard]] static std::expected<OdbcLibrary, std::string> load();

  // The path of a driver's file that lies where distributions put them, beside the library; `name`
  // where there is none: odbcinst.ini may know one by it.
  [[nodiscard]] std::string driver(std::string_view file, std::string_view name) const;

  std::string folder;  // where it lies
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
