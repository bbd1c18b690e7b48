#include "apps/logman/log_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace openperflib::logman {
namespace {

constexpr std::size_t kDigits = 6;

std::string version_text(const CollectionSet& set, std::uint32_t number, FileTime now_local) {
  const SystemTime now = system_time_from(now_local);
  switch (set.version) {
    case NameVersion::number: return fmt::format("_{:06}", number);
    case NameVersion::date:
      return fmt::format("_{:02}{:02}{:02}{:02}", now.month, now.day, now.hour, now.minute);
    case NameVersion::none: break;
  }
  return {};
}

// The number of "NAME_000017.blg"; 0: it is no such file.
std::uint32_t number_of(const CollectionSet& set, std::string_view file) {
  const std::string_view extension = extension_of(set.format);
  const std::string head = set.file_name + '_';
  if (!file.starts_with(head) || !file.ends_with(extension)) return 0;
  file.remove_prefix(head.size());
  if (file.size() != kDigits + extension.size()) return 0;
  std::uint32_t number = 0;
  const auto [read_to, error] = std::from_chars(file.data(), file.data() + kDigits, number);
  return error == std::errc() && read_to == file.data() + kDigits ? number : 0;
}

}  // namespace

std::string log_path(const CollectionSet& set, std::uint32_t number, FileTime now_local) {
  return fmt::format("{}/{}{}{}", set.folder == "/" ? "" : set.folder, set.file_name,
                     version_text(set, number, now_local), extension_of(set.format));
}

std::string numbered_log_path(const CollectionSet& set, std::uint32_t number, FileTime now_local) {
  CollectionSet numbered = set;
  numbered.file_name += version_text(set, number, now_local);
  numbered.version = NameVersion::number;
  return log_path(numbered, number, now_local);
}

std::uint32_t newest_log_number(const CollectionSet& set) {
  std::error_code error;
  std::filesystem::directory_iterator files(set.folder, error);
  std::uint32_t newest = 0;
  for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    newest = std::max(newest, number_of(set, files->path().filename().string()));
  }
  return newest;
}

}  // namespace openperflib::logman
