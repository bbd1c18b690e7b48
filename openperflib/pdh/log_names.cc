#include <algorithm>
#include <unordered_set>
#include <vector>

#include "openperflib/pdh/log_names_internal.h"
#include "openperflib/pdh/machine_names_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

std::vector<std::string_view> machines_of(const Catalog& catalog) {
  std::vector<std::string_view> machines;
  for (const Catalog::Object& object : catalog.objects()) {
    const bool is_known = std::ranges::any_of(
        machines, [&](std::string_view one) { return equal_ignoring_case(one, object.machine); });
    if (!is_known) machines.push_back(object.machine);
  }
  return machines;
}

}  // namespace

NameList LogNames::machines() const {
  NameList names;
  for (const std::string_view machine : machines_of(catalog_)) {
    if (!machine.empty()) names.add("\\\\" + std::string(machine));
  }
  return names;
}

std::expected<std::string_view, PdhStatus> LogNames::machine(std::string_view asked) const {
  const std::vector<std::string_view> machines = machines_of(catalog_);
  const bool is_here = is_name_of_machine(asked, this_machine_);
  for (const std::string_view one : machines) {
    if (equal_ignoring_case(one, asked) || (is_here && is_name_of_machine(one, this_machine_))) {
      return one;
    }
  }
  if (!asked.empty() || machines.empty()) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  return machines.front();
}

NameList LogNames::objects(std::string_view machine, std::uint32_t detail_level) const {
  NameList names;
  std::unordered_set<std::string_view> known;
  for (const Catalog::Object& object : catalog_.objects()) {
    if (!equal_ignoring_case(object.machine, machine) || object.detail_level > detail_level ||
        describes_the_block(object.title_index) || !known.insert(object.name).second) {
      continue;
    }
    names.add(object.name);
  }
  return names;
}

std::string LogNames::default_object(std::string_view machine) const {
  const auto processor = titles_.name(title::kProcessor);
  const Catalog::Object* const usual = find_object(catalog_, processor.value_or(""), machine);
  if (usual != nullptr) return std::string(usual->name);
  for (const Catalog::Object& object : catalog_.objects()) {
    const bool is_there = equal_ignoring_case(object.machine, machine);
    if (is_there && !describes_the_block(object.title_index)) return std::string(object.name);
  }
  return {};
}

std::optional<ObjectItems> LogNames::items(std::string_view machine,
                                           std::string_view object) const {
  const Catalog::Object* const found = find_object(catalog_, object, machine);
  return found == nullptr ? std::nullopt : std::optional(items_of(*found, titles_));
}

ExpandedPath LogNames::expand(const PathPattern& path, const PathExpansion& expansion,
                              const std::function<void(const CounterPath& path)>& take) const {
  const auto its_machine = machine(path.machine());
  if (!its_machine.has_value()) return ExpandedPath{.match = PathMatch::no_machine};
  const PathSelection selection{.object = path.objects().front(),
                                .instance = path.single_request()->instance,
                                .counter = path.single_request()->counter,
                                .machine = *its_machine};
  return openperflib::expand(selection, catalog_, titles_, expansion, take);
}

}  // namespace openperflib
