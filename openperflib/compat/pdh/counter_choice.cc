#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/compat/pdh/counter_choice_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib::compat {
namespace {

std::string_view detail_name(std::uint32_t level) {
  if (level == 0 || level > PERF_DETAIL_EXPERT) return "wizard";
  if (level > PERF_DETAIL_ADVANCED) return "expert";
  return level > PERF_DETAIL_NOVICE ? "advanced" : "novice";
}

// perflib writes a * or ? of a name as [*] or [?]; for PDH each name is itself.
std::string as_in_pdh(std::string path) {
  for (const std::string_view escaped : {"[*]", "[?]"}) {
    for (std::size_t at = path.find(escaped); at != std::string::npos;
         at = path.find(escaped, at + 1)) {
      path.replace(at, escaped.size(), escaped.substr(1, 1));
    }
  }
  return path;
}

// All instances are meant.
bool has_all_instances(const CounterPath& path) { return path.instance == "*"; }

void add_once(std::string path, std::vector<std::string>& paths) {
  if (std::ranges::find(paths, path) == paths.end()) paths.push_back(std::move(path));
}

}  // namespace

std::optional<std::string> CounterChoice::begin() const {
  auto path = CounterPath::parse(initial_path);
  if (!path.has_value()) return std::nullopt;
  if (source.is_real_time()) path->machine.clear();
  return write(*path);
}

std::vector<std::string> CounterChoice::arguments(SourceNames& names) const {
  std::vector<std::string> words = {"--detail=" + std::string(detail_name(detail_level))};
  const auto add = [&words](bool is_wanted, std::string word) {
    if (is_wanted) words.push_back(std::move(word));
  };
  add(!has_index, "--no-index");
  add(is_single, "--single");
  add(has_fixed_detail, "--fixed-detail");
  add(has_costly_objects, "--costly");
  add(is_of_objects, "--objects");
  add(!title.empty(), "--title=" + title);
  for (const std::string& log : source.logs()) words.push_back("--log=" + log);
  const auto path = begin();
  add(path.has_value(), "--path=" + path.value_or(""));
  if (!has_fixed_machine || source.is_real_time()) return words;
  const auto initial = CounterPath::parse(initial_path);
  const auto machine =
      names.machine_of(source, initial.has_value() ? initial->machine : std::string());
  add(machine.has_value(), "--machine=" + machine.value_or(""));
  return words;
}

void CounterChoice::add_path(const std::string& line, SourceNames& names,
                             std::vector<std::string>& paths) const {
  auto path = CounterPath::parse(as_in_pdh(line));
  if (!path.has_value()) return;
  if (is_local) {
    path->machine.clear();
  } else if (path->machine.empty()) {
    path->machine = names.machine_of(source, "").value_or("");
  }
  if (keeps_wildcards || is_of_objects || !has_all_instances(*path)) {
    return add_once(write(*path), paths);
  }
  const auto expanded = names.expand(source, write(*path), {});
  if (!expanded.has_value()) return;
  for (const std::string& text : expanded->names()) {
    auto one = CounterPath::parse(text);
    if (!one.has_value()) continue;
    if (is_local) one->machine.clear();
    if (!has_index) one->index = 0;
    add_once(write(*one), paths);
  }
}

NameList CounterChoice::paths(const std::vector<std::string>& lines, SourceNames& names) const {
  std::vector<std::string> all;
  for (const std::string& line : lines) add_path(line, names, all);
  if (is_single && all.size() > 1) all.resize(1);
  NameList list;
  for (const std::string& path : all) list.add(path);
  return list;
}

}  // namespace openperflib::compat
