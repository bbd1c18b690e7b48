#include "apps/lodctr/completion.h"

#include <array>
#include <string>
#include <vector>

#include "apps/drop_in/messages.h"
#include "openperflib/text/utf16.h"

namespace openperflib::lodctr {
namespace {

using Words = std::vector<std::string>;

constexpr auto kLodctrOptionWords = std::to_array<std::string_view>(
    {"?", "C:", "D:", "E:", "H:", "L:", "M:", "Q", "R", "S:", "T:"});
constexpr auto kUnlodctrOptionWords = std::to_array<std::string_view>({"?", "G:", "M:", "P:"});
constexpr std::string_view kOfServices = "tedq";
constexpr std::string_view kOfFiles = "srchm";
constexpr std::string_view kFiles = "<files>\n";  // a word that no name is: names of files

// Returns the words that begin with `word`, ignoring case, one per line.
std::string lines_of(const Words& words, std::string_view word) {
  std::string lines;
  for (const std::string& one : words) {
    if (begins_ignoring_case(one, word)) lines += one + '\n';
  }
  return lines;
}

Words services(TitleStore& store, std::string_view before) {
  Words names;
  const auto registration = store.read();
  for (const RegisteredService& service : registration->services()) {
    names.push_back(std::string(before) + service.name);
  }
  return names;
}

bool is_in(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

Words options(std::span<const std::string_view> known, char sign) {
  Words words;
  for (const std::string_view option : known) words.push_back(sign + std::string(option));
  return words;
}

// The value of an option, whose text before it is `before`.
std::string value_lines(TitleStore& store, char letter, std::string_view before,
                        std::string_view word) {
  if (is_in(kOfServices, letter)) return lines_of(services(store, before), word);
  const bool is_own_word = before.empty();  // shells list files only for whole words
  return is_own_word && is_in(kOfFiles, letter) ? std::string(kFiles) : std::string();
}

std::string lodctr_lines(TitleStore& store, std::span<char* const> words) {
  const std::string_view word = words.empty() ? std::string_view() : words.back();
  const auto option = option_of(word);
  if (option.has_value() && word.size() > 2) {
    return value_lines(store, option->letter, word.substr(0, 3), word);
  }
  const auto before = words.size() < 2 ? std::nullopt : option_of(words[words.size() - 2]);
  if (before.has_value() && before->value.empty() && !word.starts_with('-')) {
    return value_lines(store, before->letter, {}, word);
  }
  const bool begins_option = word.starts_with('-') || word == "/";
  std::string lines =
      begins_option ? lines_of(options(kLodctrOptionWords, word.front()), word) : std::string();
  if (!word.starts_with('-')) lines += kFiles;
  return lines;
}

// The GUIDs of all providers and, where sets are asked for, of these, too; or names of providers.
Words providers(TitleStore& store, char letter, std::string_view before) {
  Words words;
  const auto registration = store.read();
  for (const RegisteredProvider& provider : registration->providers()) {
    words.push_back(std::string(before) + guid_text(provider.guid));
    if (letter == 'p') words.push_back(std::string(before) + provider.name);
  }
  if (letter == 'p') return words;
  for (const RegisteredSet& set : registration->sets()) {
    words.push_back(std::string(before) + guid_text(set.guid));
  }
  return words;
}

std::string removed_lines(TitleStore& store, char letter, std::string_view before,
                          std::string_view word) {
  if (letter == 'm') return before.empty() ? std::string(kFiles) : std::string();
  return lines_of(providers(store, letter, before), word);
}

std::string unlodctr_lines(TitleStore& store, std::span<char* const> words) {
  const std::string_view word = words.empty() ? std::string_view() : words.back();
  const auto option = unlodctr_option_of(word);
  if (option.has_value() && word.size() > 2) {
    return removed_lines(store, option->letter, word.substr(0, 3), word);
  }
  const auto before = words.size() < 2 ? std::nullopt : unlodctr_option_of(words[words.size() - 2]);
  if (before.has_value() && before->value.empty()) {
    return removed_lines(store, before->letter, {}, word);
  }
  const bool begins_option = word.starts_with('-') || word == "/";
  if (begins_option) return lines_of(options(kUnlodctrOptionWords, word.front()), word);
  return lines_of(services(store, {}), word);
}

}  // namespace

Outcome complete_lodctr(TitleStore& store, std::span<char* const> words) {
  return drop_in::print(lodctr_lines(store, words));
}

Outcome complete_unlodctr(TitleStore& store, std::span<char* const> words) {
  return drop_in::print(unlodctr_lines(store, words));
}

}  // namespace openperflib::lodctr
