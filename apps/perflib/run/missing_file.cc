#include "apps/perflib/run/missing_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "openperflib/query/catalog/suggestions.h"

namespace openperflib::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLookedAt = 10'000;  // names of a folder

// "C:\PerfLogs\x.blg", "c:/x.blg", "\\web1\c$\x.blg", "logs\x.blg".
bool is_windows_path(std::string_view name) {
  const bool has_drive = name.size() > 2 && name[1] == ':' && (name[2] == '\\' || name[2] == '/');
  return has_drive || name.find('\\') != std::string_view::npos;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
  for (; !error && entry != fs::directory_iterator() && names.size() < kMostLookedAt;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  return names;
}

}  // namespace

std::string missing_file_advice(const std::string& name) {
  if (name.empty()) return {};
  if (is_windows_path(name)) return "; it looks like a Windows path: copy the file to this machine";
  const fs::path path(name);
  const std::vector<std::string> names = names_in(path.parent_path());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto nearest = nearest_names(path.filename().string(), views, 1);
  if (nearest.empty() || nearest.front() == path.filename().string()) return {};
  return fmt::format("; did you mean {}?", (path.parent_path() / nearest.front()).string());
}

}  // namespace openperflib::apps
