#include <dlfcn.h>
#include <unistd.h>

#include <array>

#include "openperflib/log/sql/odbc_library_internal.h"

namespace openperflib {
namespace {

constexpr const char* kFile = "libodbc.so.2";

// Finds a function; false if the library lacks it.
template <typename Function>
bool find_function(void* library, const char* name, ForkSafe<Function>& into) {
  into = ForkSafe(reinterpret_cast<Function>(::dlsym(library, name)));
  return into != nullptr;
}

bool find_all(void* library, OdbcLibrary& odbc) {
  return find_function(library, "SQLAllocHandle", odbc.alloc_handle) &&
         find_function(library, "SQLFreeHandle", odbc.free_handle) &&
         find_function(library, "SQLSetEnvAttr", odbc.set_env_attr) &&
         find_function(library, "SQLSetConnectAttr", odbc.set_connect_attr) &&
         find_function(library, "SQLDriverConnect", odbc.driver_connect) &&
         find_function(library, "SQLDisconnect", odbc.disconnect) &&
         find_function(library, "SQLGetInfo", odbc.get_info) &&
         find_function(library, "SQLGetDiagRec", odbc.get_diag_rec) &&
         find_function(library, "SQLEndTran", odbc.end_tran) &&
         find_function(library, "SQLSetStmtAttr", odbc.set_stmt_attr) &&
         find_function(library, "SQLPrepare", odbc.prepare) &&
         find_function(library, "SQLExecute", odbc.execute) &&
         find_function(library, "SQLExecDirect", odbc.exec_direct) &&
         find_function(library, "SQLBindParameter", odbc.bind_parameter) &&
         find_function(library, "SQLBindCol", odbc.bind_col) &&
         find_function(library, "SQLFetch", odbc.fetch);
}

std::string folder_of(void* function) {
  Dl_info where{};
  if (::dladdr(function, &where) == 0 || where.dli_fname == nullptr) return {};
  const std::string path = where.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

}  // namespace

std::expected<OdbcLibrary, std::string> OdbcLibrary::load() {
  const ForkGate::Pass pass;
  void* const library = ::dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return std::unexpected(
        "databases need unixODBC, which is not installed here (Debian: libodbc2 and "
        "libsqliteodbc or odbc-postgresql)");
  }
  OdbcLibrary odbc;
  if (!find_all(library, odbc)) return std::unexpected("unixODBC on this machine is too old");
  odbc.folder = folder_of(::dlsym(library, "SQLAllocHandle"));
  return odbc;
}

std::string OdbcLibrary::driver(std::string_view file, std::string_view name) const {
  for (const std::string_view below : std::array<std::string_view, 2>{"odbc/", ""}) {
    const std::string path = folder + std::string(below) + std::string(file);
    if (!folder.empty() && ::access(path.c_str(), R_OK) == 0) return path;
  }
  return std::string(name);
}

}  // namespace openperflib
