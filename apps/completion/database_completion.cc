#include "apps/completion/database_completion.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/view/text/typed_words.h"

namespace openperflib::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPrefix = 4;  // "SQL:"

bool is_database(const fs::path& path) {
  constexpr std::string_view kMagic = "SQLite format 3";
  std::array<char, kMagic.size()> first{};
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  return file.read(first.data(), first.size()) &&
         std::string_view(first.data(), first.size()) == kMagic;
}

std::vector<std::string> files(const std::string& prefix, const std::string& begun) {
  const std::size_t slash = begun.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : begun.substr(0, slash + 1);
  const std::string name = begun.substr(folder.size());
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (!file.starts_with(name)) continue;
    if (entry->is_directory(error)) {
      found.push_back(fmt::format("{}{}{}/", prefix, folder, file));
    } else if (is_database(entry->path())) {
      found.push_back(fmt::format("{}{}{}!", prefix, folder, file));
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> sets(const std::string& word, std::size_t mark) {
  std::vector<std::string> found;
  const auto name = SqlLogName::parse(word.substr(0, mark));
  if (!name.has_value() || name->kind != SqlLogName::Kind::file || !is_database(name->database))
    return found;
  const auto listed = list_sql_log_sets(*name);
  if (!listed.has_value()) return found;
  for (const SqlLogSet& set : *listed) {
    if (set.name.starts_with(word.substr(mark + 1))) {
      found.push_back(fmt::format("{}!{}", word.substr(0, mark), set.name));
    }
  }
  return found;
}

std::vector<std::string> files_and_sets(const std::string& word) {
  const std::size_t mark = word.rfind('!');
  if (mark != std::string::npos) return sets(word, mark);
  std::vector<std::string> found = files(word.substr(0, kPrefix), word.substr(kPrefix));
  const bool is_one_file = found.size() == 1 && found.front().ends_with('!');
  if (!is_one_file) return found;
  std::vector<std::string> further = sets(found.front(), found.front().size() - 1);
  return further.empty() ? found : further;
}

}  // namespace

std::vector<std::string> database_completions(const std::string& word) {
  if (!SqlLogName::is_one(word)) return {};
  std::vector<std::string> words = files_and_sets(word);
  remove_untypeable(words);
  return words;
}

}  // namespace openperflib::apps
