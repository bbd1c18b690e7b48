#include "apps/perflib/run/usage_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace openperflib::apps {
namespace {

// A message of CLI11 is FIRST BETWEEN SECOND; ours has {0} and {1} in their places.
struct LibraryMessage {
  std::string_view kind;
  std::string_view between;
  const char* ours;
};
constexpr auto kMessages = std::to_array<LibraryMessage>({
    {"ExcludesError", " excludes ", "{0} cannot be combined with {1}"},
    {"ArgumentMismatch", ": At Most ", "{0} can be given only once"},
    {"ArgumentMismatch", ": At least ", "{0} needs a value"},
    {"ArgumentMismatch", ": 1 required ", "{0} needs a value: {1}"},
    {"ArgumentMismatch", " was given a disallowed flag override", "{0} takes no value"},
    {"ConversionError", " = ", "{0}: {1} is not a number that it accepts"},
});

// "LOG" of "LOG [TEXT...]", the arguments of a usage line: what is in brackets may be left out.
std::string without_optional(std::string_view arguments) {
  std::string rest;
  bool is_optional = false;
  for (const char c : arguments) {
    is_optional = is_optional || c == '[';
    const bool is_second_blank = c == ' ' && (rest.empty() || rest.back() == ' ');
    if (!is_optional && !is_second_blank) rest += c;
    if (c == ']') is_optional = false;
  }
  while (rest.ends_with(' ')) rest.pop_back();
  return rest;
}

// What CLI11 writes before and after the parts that matter.
std::string_view without_frame(std::string_view part) {
  constexpr std::string_view kBefore = "Could not convert: ";
  constexpr std::string_view kAfter = " missing";
  if (part.starts_with(kBefore)) part.remove_prefix(kBefore.size());
  if (part.ends_with(kAfter)) part.remove_suffix(kAfter.size());
  return part;
}

// Where the description begins: after the first two blanks that follow a name.
std::size_t description_of(std::string_view line) {
  const std::size_t name = line.find_first_not_of(' ');
  if (name == std::string_view::npos) return 0;
  const std::size_t gap = line.find("  ", name);
  if (gap == std::string_view::npos) return name;
  const std::size_t text = line.find_first_not_of(' ', gap);
  return text == std::string_view::npos ? name : text;
}

// Adds a line as lines that are not longer than `columns`, if their words allow it.
void add_broken(std::string_view line, std::size_t columns, std::string& text) {
  const std::size_t indent = description_of(line);
  std::size_t first = indent;  // a line is not broken before its description
  while (line.size() > columns) {
    std::size_t end = line.rfind(' ', columns);
    if (end == std::string_view::npos || end <= first) end = line.find(' ', columns);
    if (end == std::string_view::npos) break;
    text.append(line.substr(0, end)).append("\n").append(indent, ' ');
    line.remove_prefix(end + 1);
    if (first != 0) columns -= std::min(columns, std::exchange(first, 0));
  }
  text.append(line).append("\n");
}

}  // namespace

std::string usage_text(std::string_view kind, std::string_view text) {
  constexpr std::string_view kRequired = " is required";
  if (kind == "RequiredError" && text.ends_with(kRequired)) {
    text.remove_suffix(kRequired.size());
    return fmt::format("{}{}", without_optional(text), kRequired);
  }
  for (const LibraryMessage& message : kMessages) {
    const std::size_t at = text.find(message.between);
    if (kind != message.kind || at == std::string_view::npos) continue;
    return fmt::format(fmt::runtime(message.ours), without_frame(text.substr(0, at)),
                       without_frame(text.substr(at + message.between.size())));
  }
  return std::string(text);
}

std::string help_in_columns(std::string_view help, std::size_t columns) {
  std::string text;
  while (!help.empty() && !help.starts_with("Examples:\n")) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    add_broken(help.substr(0, end), columns, text);
    help.remove_prefix(std::min(end + 1, help.size()));
  }
  return text.append(help);
}

std::string not_one_of(std::string_view word, std::span<const std::string> allowed) {
  if (std::ranges::find(allowed, word) != allowed.end()) return {};
  std::string names;
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    names += i == 0 ? "" : i + 1 == allowed.size() ? " and " : ", ";
    names += allowed[i];
  }
  return fmt::format("{} is not one of {}", word, names);
}

}  // namespace openperflib::apps
