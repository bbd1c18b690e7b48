#include <filesystem>
#include <system_error>

#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::compat {
namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

}  // namespace

std::string log_name_of(std::string text) {
  if (text.empty()) return text;
  if (!SqlLogName::is_one(text)) return absolute(text);
  const auto name = SqlLogName::parse(text);
  if (!name.has_value() || name->kind != SqlLogName::Kind::file) return text;
  const std::string set = name->set.empty() ? std::string() : "!" + name->set;
  return "SQL:" + absolute(name->database) + set;
}

}  // namespace openperflib::compat
