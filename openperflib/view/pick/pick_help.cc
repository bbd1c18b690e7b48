#include "openperflib/view/pick/pick_help.h"

#include "openperflib/query/catalogue_counters.h"

namespace openperflib {
namespace {

// The index of the help text that belongs to a name, in a log that has names only.
TitleIndex help_index_of(std::string_view name, const TitleTable& titles) {
  const auto positions = titles.positions(name);
  return positions.empty() ? 0 : titles.names()[positions.front()].index + 1;
}

}  // namespace

std::string pick_help(const Catalog::Object& object, const Catalog::Counter* counter,
                      const TitleTable& titles) {
  const std::string_view name = counter == nullptr ? object.name : counter->name;
  TitleIndex index = counter == nullptr ? object.help_index : counter->help_index;
  if (index == 0) index = help_index_of(name, titles);
  const auto help = titles.help(index);
  if (help.has_value() || counter == nullptr) return std::string(help.value_or(""));
  Series series;
  series.object = object.name;
  series.counter = counter->name;
  return std::string(summary_by_names(series));
}

}  // namespace openperflib
