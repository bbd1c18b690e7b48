#include "openperflib/query/paths/counter_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/whole_number_internal.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/query/paths/path_parts_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr Field kPath{"counter path", "text",
                      R"(write \Object(instance)\Counter or \Object\Counter)"};
// The objects whose instances belong to those of another one: of processes, of jobs.
constexpr auto kChildren = std::to_array<std::string_view>(
    {"Thread", "Thread Details", "Image", "Full Image", "Heap", "Job Object Details"});

// Takes "\\machine" from the front of `rest`. `at`: the byte of the path that `rest` starts at.
std::expected<std::string_view, Error> take_machine(std::string_view& rest, std::size_t& at) {
  if (!rest.starts_with("\\\\")) return std::string_view{};
  const std::size_t end = rest.find('\\', 2);
  if (end == kNotFound) return path_fault(Errc::syntax, at + rest.size());  // no object follows
  if (end == 2) return path_fault(Errc::syntax, at + 2);
  const std::string_view machine = rest.substr(2, end - 2);
  rest.remove_prefix(end);
  at += end;
  return machine;
}

// Splits "object(instance)" into `parts`.
std::expected<void, Error> split_object(std::string_view text, std::size_t at, PathParts& parts) {
  const std::size_t open = text.find('(');
  parts.object = text.substr(0, open);
  if (parts.object.empty()) return path_fault(Errc::syntax, at);
  const std::size_t stray = parts.object.find('\\');
  if (stray != kNotFound) return path_fault(Errc::syntax, at + stray);
  if (open == kNotFound) return {};
  const std::size_t close = text.rfind(')');
  if (close == kNotFound || close < open) return path_fault(Errc::syntax, at + text.size());
  if (close + 1 != text.size()) return path_fault(Errc::syntax, at + close + 1);
  if (close == open + 1) return path_fault(Errc::syntax, at + close);
  parts.instance = text.substr(open + 1, close - open - 1);
  return {};
}

}  // namespace

std::unexpected<Error> path_fault(Errc code, std::size_t offset) {
  return std::unexpected(Error{code, 0, &kPath, offset});
}

std::expected<void, Error> check_path_text(std::string_view text) {
  if (text.empty()) return path_fault(Errc::syntax, 0);
  // A UTF-16 unit is at most 3 bytes of UTF-8: a longer text is refused without decoding it.
  if (text.size() >= 3 * kLongestPath || utf16_from_utf8(text).size() >= kLongestPath) {
    return path_fault(Errc::over_limit, kLongestPath - 1);
  }
  const std::size_t nul = text.find('\0');
  if (nul != kNotFound) return path_fault(Errc::syntax, nul);
  return {};
}

NumberedName split_number(std::string_view text) noexcept {
  const std::size_t mark = text.rfind('#');
  if (mark == kNotFound || mark == 0) return {text, std::nullopt};  // "#0" would leave no name
  const auto number = whole_number<std::uint32_t>(text.substr(mark + 1));
  return number.has_value() ? NumberedName{text.substr(0, mark), number}
                            : NumberedName{text, std::nullopt};
}

std::expected<PathParts, Error> split_path(std::string_view text) {
  if (!text.starts_with('\\')) return path_fault(Errc::syntax, 0);
  PathParts parts;
  std::string_view rest = text;
  std::size_t at = 0;
  parts.machine = OPENPERFLIB_TRY(take_machine(rest, at));
  const std::size_t last = rest.rfind('\\');
  parts.counter = rest.substr(last + 1);
  if (parts.counter.empty()) return path_fault(Errc::syntax, text.size());
  if (last == 0) return path_fault(Errc::syntax, text.size());  // one name instead of two
  const auto object = split_object(rest.substr(1, last - 1), at + 1, parts);
  if (!object.has_value()) return std::unexpected(object.error());
  return parts;
}

bool is_child_object(std::string_view object) noexcept {
  return std::ranges::any_of(
      kChildren, [&](std::string_view one) { return equal_ignoring_case(one, object); });
}

ObjectParents parents_of_object(std::string_view object, const TitleTable& titles) {
  const bool is_known = !titles.positions(object).empty();
  return is_known && !is_child_object(object) ? ObjectParents::none : ObjectParents::possible;
}

// The parent comes first: "a/#0" is an instance called "#0".
InstanceParts split_instance(std::string_view text, ObjectParents parents) noexcept {
  InstanceParts parts;
  const std::size_t slash = parents == ObjectParents::possible ? text.find('/') : kNotFound;
  if (slash != kNotFound && slash != 0 && slash + 1 != text.size()) {
    parts.parent = text.substr(0, slash);
    text.remove_prefix(slash + 1);
  }
  const NumberedName numbered = split_number(text);
  parts.name = numbered.name;
  parts.index = numbered.number.value_or(0);
  return parts;
}

std::expected<CounterPath, Error> CounterPath::parse(std::string_view text, ObjectParents parents) {
  const auto checked = check_path_text(text);
  if (!checked.has_value()) return std::unexpected(checked.error());
  const PathParts parts = OPENPERFLIB_TRY(split_path(text));
  CounterPath path;
  path.machine = parts.machine;
  path.object = parts.object;
  path.counter = parts.counter;
  if (!parts.instance.has_value()) return path;
  const InstanceParts instance = split_instance(*parts.instance, parents);
  path.parent = instance.parent;
  path.instance = instance.name;
  path.index = instance.index;
  return path;
}

CounterPath literal_pattern(CounterPath path) {
  for (std::string* name : {&path.machine, &path.object, &path.parent, &path.counter}) {
    *name = literal_pattern(*name);
  }
  if (path.instance.has_value()) path.instance = literal_pattern(*path.instance);
  return path;
}

std::string write(const CounterPathTexts& path) {
  constexpr std::size_t kMarks = 8;  // four backslashes, parentheses, a slash and a #
  const fmt::format_int index(path.index);
  const std::string_view instance = path.instance.value_or(std::string_view());
  std::string text;
  text.reserve(path.machine.size() + path.object.size() + path.parent.size() + instance.size() +
               index.size() + path.counter.size() + kMarks);
  if (!path.machine.empty()) text.append("\\\\").append(path.machine);
  text.append("\\").append(path.object);
  if (path.instance.has_value()) {
    text += '(';
    if (!path.parent.empty()) text.append(path.parent).append("/");
    text += instance;
    if (path.index != 0) text.append("#").append(index.data(), index.size());
    text += ')';
  }
  text.append("\\").append(path.counter);
  return text;
}

std::string write(const CounterPath& path) {
  return write(CounterPathTexts{.machine = path.machine,
                                .object = path.object,
                                .parent = path.parent,
                                .instance = path.instance,
                                .index = path.index,
                                .counter = path.counter});
}

}  // namespace openperflib
