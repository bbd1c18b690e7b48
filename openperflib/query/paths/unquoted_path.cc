#include "openperflib/query/paths/unquoted_path.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {
namespace {

using Damage = UnquotedPath::Damage;

constexpr std::size_t kMostWords = 12;  // of one path
constexpr std::size_t kMostTried = 64;  // words that are not paths; more of them are something else
constexpr std::size_t kLongestTitle = 128;   // in bytes; no title is longer
constexpr std::size_t kLongestMachine = 64;  // of a name whose end is not marked by a backslash

bool is_counter_title(std::string_view text, const TitleTable& titles) {
  return text == "*" || !titles.positions(text).empty();
}

bool is_known(const PathPattern& path, const TitleTable& titles) {
  return std::ranges::any_of(path.objects(), [&](const NamePattern& object) {
    if (titles.positions(object.text()).empty()) return false;
    return std::ranges::any_of(path.requests_behind(object), [&](const auto& request) {
      return is_counter_title(request.counter.text(), titles);
    });
  });
}

bool is_known(std::string_view text, const TitleTable& titles) {
  const auto path = PathPattern::parse(text);
  return path.has_value() && is_known(*path, titles);
}

// "(instance)counter" or "counter", as it follows an object.
std::optional<CounterPath> read_after_object(std::string_view text, const TitleTable& titles) {
  CounterPath path;
  if (text.starts_with('(')) {
    const std::size_t close = text.rfind(')');
    if (close == std::string_view::npos) return std::nullopt;
    path.instance = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
  }
  if (!is_counter_title(text, titles)) return std::nullopt;
  path.counter = text;
  return path;
}

// "object(instance)counter", the longest object first: Processor Information before Processor.
std::optional<CounterPath> read_bare(std::string_view text, const TitleTable& titles) {
  for (std::size_t length = std::min(text.size(), kLongestTitle); length > 0; --length) {
    const std::string_view object = text.substr(0, length);
    if (titles.positions(object).empty()) continue;
    auto path = read_after_object(text.substr(length), titles);
    if (!path.has_value()) continue;
    path->object = object;
    return path;
  }
  return std::nullopt;
}

std::optional<std::string> with_lost_backslashes(std::string text, const TitleTable& titles) {
  const bool had_backslash = text.starts_with('\\');  // the one of two that the shell leaves
  std::erase(text, '\\');
  const std::size_t longest = had_backslash ? std::min(kLongestMachine, text.size()) : 0;
  for (std::size_t length = 0; length <= longest; ++length) {
    auto path = read_bare(std::string_view(text).substr(length), titles);
    if (!path.has_value()) continue;
    path->machine = text.substr(0, length);
    return write(*path);
  }
  return std::nullopt;
}

// The path that `words` were meant as, if they are one path.
std::optional<UnquotedPath> read_as_one(std::span<const std::string> words,
                                        const TitleTable& titles) {
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text.size() > kLongestPath) return std::nullopt;
  const auto meant = [&words, typed = text](std::string path, Damage damage) {
    return UnquotedPath{.typed = typed,
                        .path = std::move(path),
                        .first = 0,
                        .count = words.size(),
                        .damage = damage};
  };
  if (words.size() > 1 && is_known(text, titles)) return meant(std::move(text), Damage::split);
  std::string with_one_more = '\\' + text;
  if (is_known(with_one_more, titles)) {
    const bool was_machine = text.starts_with('\\');
    return meant(std::move(with_one_more),
                 was_machine ? Damage::removed_backslashes : Damage::no_first_backslash);
  }
  auto path = with_lost_backslashes(text, titles);
  // A text that lacks no backslash is not a path for another reason.
  if (!path.has_value() || *path == text) return std::nullopt;
  return meant(*std::move(path), Damage::removed_backslashes);
}

// The words that may belong to one path with the word at `index`: a backslash begins another one.
// None is before `earliest`.
struct Run {
  std::size_t begin;
  std::size_t end;
};

Run run_around(std::span<const std::string> words, std::size_t index, std::size_t earliest) {
  Run run{.begin = index, .end = index + 1};
  const auto is_first = [&words](std::size_t i) { return words[i].starts_with('\\'); };
  while (run.begin > earliest && !is_first(run.begin)) --run.begin;
  while (run.end < words.size() && !is_first(run.end)) ++run.end;
  return {.begin = std::max(run.begin, index - std::min(index, kMostWords)),
          .end = std::min(run.end, index + kMostWords)};
}

// The path that the word at `index` is a part of.
std::optional<UnquotedPath> path_around(std::span<const std::string> words, std::size_t index,
                                        std::size_t earliest, const TitleTable& titles) {
  const Run run = run_around(words, index, earliest);
  for (std::size_t first = index + 1; first-- > run.begin;) {
    for (std::size_t end = run.end; end > index; --end) {
      auto found = read_as_one(words.subspan(first, end - first), titles);
      if (!found.has_value()) continue;
      found->first = first;
      return found;
    }
  }
  return std::nullopt;
}

// The text in single quotes, escaped for a shell.
std::string in_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += "'\\'";
    quoted += c;
  }
  return quoted + '\'';
}

}  // namespace

std::vector<UnquotedPath> find_unquoted_paths(std::span<const std::string> words,
                                              const TitleTable& titles) {
  std::vector<UnquotedPath> all;
  std::size_t next = 0;  // the first word that no path has taken yet
  std::size_t tried = 0;
  for (std::size_t i = 0; i < words.size() && tried < kMostTried; ++i) {
    if (i < next || PathPattern::parse(words[i]).has_value()) continue;
    ++tried;
    auto found = path_around(words, i, next, titles);
    if (!found.has_value()) continue;
    next = found->first + found->count;
    all.push_back(*std::move(found));
  }
  return all;
}

std::string describe(const UnquotedPath& unquoted) {
  const std::string path = in_quotes(unquoted.path);
  switch (unquoted.damage) {
    case Damage::removed_backslashes:
      return fmt::format("the shell removed the backslashes; put the path in single quotes: {}",
                         path);
    case Damage::split:
      return fmt::format("the shell split the path at a space; put it in single quotes: {}", path);
    case Damage::no_first_backslash:
      break;
  }
  return fmt::format("a path begins with a backslash: {}", path);
}

}  // namespace openperflib
