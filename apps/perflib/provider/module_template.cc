#include "apps/perflib/provider/module_template.h"

#include <algorithm>
#include <array>

namespace openperflib::apps {
namespace {

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  return text;
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
  return text;
}

// The words that stand for the name, and what replaces them.
struct Replacement {
  std::string_view word;
  std::string by;
};

std::string replaced(std::string_view text, const std::array<Replacement, 3>& replacements) {
  std::string result;
  while (!text.empty()) {
    const auto* const found = std::ranges::find_if(
        replacements, [&](const Replacement& one) { return text.starts_with(one.word); });
    if (found == replacements.end()) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += found->by;
      text.remove_prefix(found->word.size());
    }
  }
  return result;
}

// C++ has its own module and build file; everything else is the same.
bool is_of(const TemplateFile& file, ModuleLanguage language) noexcept {
  const bool is_cxx = file.name.starts_with("v1_module_cxx/");
  if (language == ModuleLanguage::c) return !is_cxx;
  return is_cxx || (!file.name.ends_with("/CMakeLists.txt") && !file.name.ends_with("/disque.c"));
}

}  // namespace

bool is_module_name(std::string_view name) noexcept {
  constexpr std::size_t kLongest = 32;
  return !name.empty() && name.size() <= kLongest && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

std::vector<ModuleFile> module_files(std::string_view name, ModuleLanguage language) {
  const std::string given(name);
  const std::array<Replacement, 3> replacements = {
      {{"disque", in_small_letters(given)}, {"Disque", given}, {"DISQUE", in_capitals(given)}}};
  std::vector<ModuleFile> files;
  for (const TemplateFile& file : template_files()) {
    if (!is_of(file, language)) continue;
    const std::string_view base = file.name.substr(file.name.find('/') + 1);
    files.push_back({replaced(base, replacements), replaced(file.text, replacements)});
  }
  std::ranges::sort(files, {}, &ModuleFile::name);
  return files;
}

}  // namespace openperflib::apps
