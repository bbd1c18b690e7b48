#include "apps/completion/path_completion.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "apps/completion/typed_words.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

constexpr auto kNone = std::string_view::npos;

// What may follow; `whole`: nothing follows it.
struct Step {
  std::vector<std::string> texts;
  bool whole = false;
};

bool is_offered(const Names::Object& object) {
  return object.described == nullptr || object.described->is_collected;
}

bool is_offered(const Names::Counter& counter) {
  return counter.described == nullptr || counter.described->availability == Availability::usual;
}

const Names::Object* find_object(std::string_view name, const CompletionNames& names) {
  const Names::Object* const found = names.names.find(name);
  return found == nullptr || !is_offered(*found) ? nullptr : found;
}

Step counters(std::string_view head, std::string_view prefix, const Names::Object& object) {
  Step step{.texts = {}, .whole = true};
  for (const Names::Counter& counter : object.counters()) {
    if (!is_offered(counter) || !matches_beginning(counter.name(), prefix)) continue;
    step.texts.push_back(fmt::format("{}{}", head, counter.name()));
  }
  return step;
}

// The existing instances, and all of them at once.
std::vector<std::string> instances(const Names::Object& object, const CompletionNames& names) {
  std::vector<std::string> list = names.instances(object);
  list.emplace_back("*");
  return list;
}

// Mount points, which are the instances that begin with a backslash, written as on Linux.
std::vector<std::string> native_instances(const Names::Object& object,
                                          const CompletionNames& names) {
  std::vector<std::string> list = instances(object, names);
  for (std::string& name : list) {
    if (name.starts_with('\\')) std::ranges::replace(name, '\\', '/');
  }
  return list;
}

Step those_that_begin(std::string_view head, std::string_view prefix, std::string_view tail,
                      const std::vector<std::string>& names) {
  Step step;
  for (const std::string& name : names) {
    if (!matches_beginning(name, prefix)) continue;
    step.texts.push_back(fmt::format("{}{}{}", head, name, tail));
  }
  return step;
}

// `path` begins with the backslash of the object; `machine` is the text before it.
Step next_windows_step(std::string_view machine, std::string_view path,
                       const CompletionNames& names) {
  const std::string_view body = path.substr(1);
  const std::size_t open = body.find('(');
  const std::size_t separator = body.find('\\');
  Step step;
  if (open == kNone && separator == kNone) {
    for (const Names::Object& object : names.names.objects()) {
      if (!is_offered(object) || !matches_beginning(object.name(), body)) continue;
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
  if (!object->has_instances()) return counters(head, rest, *object);
  if (const std::size_t close = rest.rfind(")\\"); close != kNone) {
    return counters(head + std::string(rest.substr(0, close + 2)), rest.substr(close + 2), *object);
  }
  const bool native = rest.starts_with('/');
  return those_that_begin(head, rest, ")\\",
                          native ? native_instances(*object, names) : instances(*object, names));
}

// The end of the instance at the start of `rest`: after the longest existing name, or at the first
// slash.
std::size_t instance_end(std::string_view rest, const std::vector<std::string>& names) {
  std::size_t end = 0;
  for (const std::string& name : names) {
    if (name.size() > end && matches_beginning(rest, name + "/")) end = name.size();
  }
  return end != 0 ? end : rest.find('/', 1);
}

Step next_shell_step(std::string_view path, const CompletionNames& names) {
  const std::size_t slash = path.find('/');
  Step step;
  if (slash == kNone) {
    for (const Names::Object& object : names.names.objects()) {
      if (!is_offered(object) || !matches_beginning(object.name(), path)) continue;
      step.texts.push_back(fmt::format("{}/", object.name()));
    }
    return step;
  }
  const Names::Object* object = find_object(path.substr(0, slash), names);
  if (object == nullptr) return step;
  const std::string head(path.substr(0, slash + 1));
  const std::string_view rest = path.substr(slash + 1);
  if (!object->has_instances()) return counters(head, rest, *object);

  const std::vector<std::string> list = native_instances(*object, names);
  step = those_that_begin(head, rest, "/", list);
  const std::size_t end = instance_end(rest, list);
  if (end == kNone || end >= rest.size()) return step;
  Step last = counters(head + std::string(rest.substr(0, end + 1)), rest.substr(end + 1), *object);
  if (step.texts.empty()) return last;
  step.texts.insert(step.texts.end(), last.texts.begin(), last.texts.end());
  return step;
}

Step next_step(std::string_view word, const CompletionNames& names) {
  if (!word.starts_with('\\')) return next_shell_step(word, names);
  if (!word.starts_with("\\\\")) return next_windows_step({}, word, names);
  const std::size_t object = word.find('\\', 2);  // after \\machine
  if (object == kNone) return {};
  return next_windows_step(word.substr(0, object), word.substr(object), names);
}

}  // namespace

bool matches_beginning(std::string_view name, std::string_view prefix) {
  return folded(name).starts_with(folded(prefix));
}

std::vector<std::string> object_completions(std::string_view word, const CompletionNames& names) {
  std::vector<std::string> objects;
  for (const Names::Object& object : names.names.objects()) {
    if (!is_offered(object) || !matches_beginning(object.name(), word)) continue;
    objects.emplace_back(object.name());
  }
  remove_untypeable(objects);
  return objects;
}

std::vector<std::string> path_completions(std::string_view word, const CompletionNames& names) {
  Step step = next_step(word, names);
  while (step.texts.size() == 1 && !step.whole) {
    Step further = next_step(step.texts.front(), names);
    if (further.texts.empty() || further.texts == step.texts) break;
    step = std::move(further);
  }
  remove_untypeable(step.texts);
  return step.texts;
}

}  // namespace openperflib::apps
