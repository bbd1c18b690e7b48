#include "apps/program/windows_path.h"

#include <fmt/core.h>

namespace openperflib::apps {

std::string windows_path_remark(std::string_view path) {
  const bool has_folder = path.find('/') != std::string_view::npos;
  if (has_folder || path.find('\\') == std::string_view::npos) return {};
  return fmt::format(
      "{} looks like a Windows path; on Linux it is the name of a file in the current folder",
      path);
}

}  // namespace openperflib::apps
