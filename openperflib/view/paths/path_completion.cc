#include "openperflib/view/paths/path_completion.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/view/text/typed_words.h"

namespace openperflib {
namespace {

constexpr auto kNotFound = std::string_view::npos;

// What a word may become next.
struct CompletionStep {
  std::vector<std::string> texts;
  bool is_last = false;  // they are whole paths
};

bool is_offered(const Names::Object& object) {
  return object.described == nullptr || object.described->is_collected;
}

bool is_offered(const Names::Counter& counter) {
  return counter.described == nullptr || counter.described->availability == Availability::usual;
}

const Names::Object* find_object(std::string_view name, const KnownNames& names) {
  const Names::Object* const found = names.names.find(name);
  return found == nullptr || !is_offered(*found) ? nullptr : found;
}

CompletionStep next_counters(std::string_view head, std::string_view prefix,
                             const Names::Object& object) {
  CompletionStep step{.texts = {}, .is_last = true};
  for (const Names::Counter& counter : object.counters()) {
    if (!is_offered(counter) || !begins_ignoring_case(counter.name(), prefix)) continue;
    step.texts.push_back(fmt::format("{}{}", head, counter.name()));
  }
  return step;
}

// The existing instances, and all of them at once.
std::vector<std::string> offered_instances(const Names::Object& object, const KnownNames& names) {
  std::vector<std::string> list = names.instances(object);
  list.emplace_back("*");
  return list;
}

// Mount points, which are the instances that begin with a backslash, written as on Linux.
std::vector<std::string> native_instances(const Names::Object& object, const KnownNames& names) {
  std::vector<std::string> list = offered_instances(object, names);
  for (std::string& name : list) {
    if (name.starts_with('\\')) std::ranges::replace(name, '\\', '/');
  }
  return list;
}

CompletionStep those_that_begin(std::string_view head, std::string_view prefix,
                                std::string_view tail, const std::vector<std::string>& names) {
  CompletionStep step;
  for (const std::string& name : names) {
    if (!begins_ignoring_case(name, prefix)) continue;
    step.texts.push_back(fmt::format("{}{}{}", head, name, tail));
  }
  return step;
}

// `path` begins with the backslash of the object; `machine` is the text before it.
CompletionStep next_windows_step(std::string_view machine, std::string_view path,
                                 const KnownNames& names) {
  const std::string_view body = path.substr(1);
  const std::size_t open = body.find('(');
  const std::size_t separator = body.find('\\');
  CompletionStep step;
  if (open == kNotFound && separator == kNotFound) {
    for (const Names::Object& object : names.names.objects()) {
      if (!is_offered(object) || !begins_ignoring_case(object.name(), body)) continue;
      const char next = object.has_instances() ? '(' : '\\';
      step.texts.push_back(fmt::format("{}\\{}{}", machine, object.name(), next));
    }
    return step;
  }
  const std::size_t name_end = std::min(open, separator);
  const Names::Object* object = find_object(body.substr(0, name_end), names);
  if (object == nullptr || object->has_instances() != (open < separator)) return step;
  const std::string head = fmt::format("{}{}", machine, path.substr(0, name_end + 2));
  const std::string_view rest = body.substr(name_end + 1);
  if (!object->has_instances()) return next_counters(head, rest, *object);
  if (const std::size_t close = rest.rfind(")\\"); close != kNotFound) {
    return next_counters(head + std::string(rest.substr(0, close + 2)), rest.substr(close + 2),
                         *object);
  }
  const bool native = rest.starts_with('/');
  return those_that_begin(
      head, rest, ")\\",
      native ? native_instances(*object, names) : offered_instances(*object, names));
}

// The end of the instance at the start of `rest`: after the longest existing name, or at the first
// slash.
std::size_t instance_end(std::string_view rest, const std::vector<std::string>& names) {
  std::size_t end = 0;
  for (const std::string& name : names) {
    if (name.size() > end && begins_ignoring_case(rest, name + "/")) end = name.size();
  }
  return end != 0 ? end : rest.find('/', 1);
}

CompletionStep next_shell_step(std::string_view path, const KnownNames& names) {
  const std::size_t slash = path.find('/');
  CompletionStep step;
  if (slash == kNotFound) {
    for (const Names::Object& object : names.names.objects()) {
      if (!is_offered(object) || !begins_ignoring_case(object.name(), path)) continue;
      step.texts.push_back(fmt::format("{}/", object.name()));
    }
    return step;
  }
  const Names::Object* object = find_object(path.substr(0, slash), names);
  if (object == nullptr) return step;
  const std::string head(path.substr(0, slash + 1));
  const std::string_view rest = path.substr(slash + 1);
  if (!object->has_instances()) return next_counters(head, rest, *object);

  const std::vector<std::string> list = native_instances(*object, names);
  step = those_that_begin(head, rest, "/", list);
  const std::size_t end = instance_end(rest, list);
  if (end == kNotFound || end >= rest.size()) return step;
  CompletionStep last =
      next_counters(head + std::string(rest.substr(0, end + 1)), rest.substr(end + 1), *object);
  if (step.texts.empty()) return last;
  step.texts.insert(step.texts.end(), last.texts.begin(), last.texts.end());
  return step;
}

CompletionStep next_step(std::string_view word, const KnownNames& names) {
  if (!word.starts_with('\\')) return next_shell_step(word, names);
  if (!word.starts_with("\\\\")) return next_windows_step({}, word, names);
  const std::size_t object = word.find('\\', 2);  // after \\machine
  if (object == kNotFound) return {};
  return next_windows_step(word.substr(0, object), word.substr(object), names);
}

}  // namespace

std::vector<std::string> object_completions(std::string_view word, const KnownNames& names) {
  std::vector<std::string> objects;
  for (const Names::Object& object : names.names.objects()) {
    if (!is_offered(object) || !begins_ignoring_case(object.name(), word)) continue;
    objects.emplace_back(object.name());
  }
  remove_untypeable(objects);
  return objects;
}

std::vector<std::string> path_completions(std::string_view word, const KnownNames& names) {
  CompletionStep step = next_step(word, names);
  while (step.texts.size() == 1 && !step.is_last) {
    CompletionStep further = next_step(step.texts.front(), names);
    if (further.texts.empty() || further.texts == step.texts) break;
    step = std::move(further);
  }
  remove_untypeable(step.texts);
  return step.texts;
}

}  // namespace openperflib
