#include "openperflib/os/process/program_name.h"

namespace openperflib {

std::string_view program_name(std::string_view exe, std::string_view comm) noexcept {
  constexpr std::string_view kDeleted = " (deleted)";
  if (exe.ends_with(kDeleted)) exe.remove_suffix(kDeleted.size());
  exe.remove_prefix(exe.rfind('/') + 1);  // npos + 1 is 0: a link without a folder
  return exe.empty() ? comm : exe;
}

}  // namespace openperflib
