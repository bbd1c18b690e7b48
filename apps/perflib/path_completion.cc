#include "apps/perflib/path_completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/perflib/value_text.h"
#include "openperflib/base/utf16.h"

namespace openperflib::apps {
namespace {

constexpr auto kNone = std::string_view::npos;

// What may follow; `whole`: nothing comes after it.
struct Step {
  std::vector<std::string> texts;
  bool whole = false;
};

const CatalogueObject* find_object(std::string_view name, const PathNames& names) {
  const auto found = std::ranges::find_if(names.objects, [&](const CatalogueObject* object) {
    return equal_ignoring_case(object->name, name);
  });
  return found == names.objects.end() ? nullptr : *found;
}

bool is_fed(const CatalogueCounter& counter) noexcept {
  switch (counter.status) {
    case LinuxStatus::exact:
    case LinuxStatus::approx:
    case LinuxStatus::derived:
    case LinuxStatus::extension:
      return true;
    case LinuxStatus::optional:
    case LinuxStatus::none:
    case LinuxStatus::omit:
      return false;
  }
  return false;
}

Step counters(std::string_view head, std::string_view prefix, const CatalogueObject& object) {
  Step step{.texts = {}, .whole = true};
  for (const CatalogueCounter& counter : object.counters) {
    if (!is_fed(counter) || !matches_beginning(counter.name, prefix)) continue;
    step.texts.push_back(fmt::format("{}{}", head, counter.name));
  }
  return step;
}

// The instances there are, and all of them at once.
std::vector<std::string> instances(const CatalogueObject& object, const PathNames& names) {
  std::vector<std::string> list = names.instances(object);
  list.emplace_back("*");
  return list;
}

// Mount points as Linux writes them.
std::vector<std::string> native_instances(const CatalogueObject& object, const PathNames& names) {
  std::vector<std::string> list = instances(object, names);
  if (!has_mount_points(object.name_index)) return list;
  for (std::string& name : list) std::ranges::replace(name, '\\', '/');
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

// `path` begins with the backslash of the object; `machine` is what stands before it.
Step next_windows_step(std::string_view machine, std::string_view path, const PathNames& names) {
  const std::string_view body = path.substr(1);
  const std::size_t open = body.find('(');
  const std::size_t separator = body.find('\\');
  Step step;
  if (open == kNone && separator == kNone) {
    for (const CatalogueObject* object : names.objects) {
      if (!matches_beginning(object->name, body)) continue;
      step.texts.push_back(
          fmt::format("{}\\{}{}", machine, object->name, object->has_instances ? '(' : '\\'));
    }
    return step;
  }
  const std::size_t name_end = std::min(open, separator);
  const CatalogueObject* object = find_object(body.substr(0, name_end), names);
  if (object == nullptr || object->has_instances != (open < separator)) return step;
  const std::string head = fmt::format("{}{}", machine, path.substr(0, name_end + 2));
  const std::string_view rest = body.substr(name_end + 1);
  if (!object->has_instances) return counters(head, rest, *object);
  if (const std::size_t close = rest.rfind(")\\"); close != kNone) {
    return counters(head + std::string(rest.substr(0, close + 2)), rest.substr(close + 2), *object);
  }
  const bool native = rest.starts_with('/');
  return those_that_begin(head, rest, ")\\",
                          native ? native_instances(*object, names) : instances(*object, names));
}

// Where the instance ends that `rest` begins with: at the longest name there is, or at the first
// slash.
std::size_t instance_end(std::string_view rest, const std::vector<std::string>& names) {
  std::size_t end = 0;
  for (const std::string& name : names) {
    if (name.size() > end && matches_beginning(rest, name + "/")) end = name.size();
  }
  return end != 0 ? end : rest.find('/', 1);
}

Step next_shell_step(std::string_view path, const PathNames& names) {
  const std::size_t slash = path.find('/');
  Step step;
  if (slash == kNone) {
    for (const CatalogueObject* object : names.objects) {
      if (!matches_beginning(object->name, path)) continue;
      step.texts.push_back(fmt::format("{}/", object->name));
    }
    return step;
  }
  const CatalogueObject* object = find_object(path.substr(0, slash), names);
  if (object == nullptr) return step;
  const std::string head(path.substr(0, slash + 1));
  const std::string_view rest = path.substr(slash + 1);
  if (!object->has_instances) return counters(head, rest, *object);

  const std::vector<std::string> list = native_instances(*object, names);
  step = those_that_begin(head, rest, "/", list);
  const std::size_t end = instance_end(rest, list);
  if (end == kNone || end >= rest.size()) return step;
  Step last = counters(head + std::string(rest.substr(0, end + 1)), rest.substr(end + 1), *object);
  if (step.texts.empty()) return last;
  step.texts.insert(step.texts.end(), last.texts.begin(), last.texts.end());
  return step;
}

Step next_step(std::string_view word, const PathNames& names) {
  if (!word.starts_with('\\')) return next_shell_step(word, names);
  if (!word.starts_with("\\\\")) return next_windows_step({}, word, names);
  const std::size_t object = word.find('\\', 2);  // behind \\machine
  if (object == kNone) return {};
  return next_windows_step(word.substr(0, object), word.substr(object), names);
}

}  // namespace

bool matches_beginning(std::string_view name, std::string_view prefix) {
  return folded(name).starts_with(folded(prefix));
}

std::vector<std::string> path_completions(std::string_view word, const PathNames& names) {
  Step step = next_step(word, names);
  while (step.texts.size() == 1 && !step.whole) {
    Step further = next_step(step.texts.front(), names);
    if (further.texts.empty() || further.texts == step.texts) break;
    step = std::move(further);
  }
  return step.texts;
}

}  // namespace openperflib::apps
