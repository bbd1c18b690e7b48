#include "openperflib/query/catalog/series.h"

#include <string>

#include "openperflib/base/fnv1a.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

CounterPathTexts texts_of(const Series& series, std::string_view machine) {
  return {.machine = series.machine.empty() ? machine : series.machine,
          .object = series.object,
          .parent = series.parent,
          .instance = series.instance,
          .index = series.instance_number,
          .counter = series.counter};
}

CounterPath parts_of(const Series& series, std::string_view machine) {
  const CounterPathTexts texts = texts_of(series, machine);
  CounterPath path;
  path.machine = texts.machine;
  path.object = texts.object;
  path.parent = texts.parent;
  path.instance = texts.instance;
  path.index = texts.index;
  path.counter = texts.counter;
  return path;
}

}  // namespace

std::string original_path_of(const Series& series, std::string_view machine) {
  if (series.original_object.empty() && series.original_counter.empty()) return {};
  Series original = series;
  if (!series.original_object.empty()) original.object = series.original_object;
  if (!series.original_counter.empty()) original.counter = series.original_counter;
  return path_of(original, machine);
}

std::uint64_t hash_of_name(const Series& series) noexcept {
  std::uint64_t sum = fnv1a_step(kFnv1aBegin<std::uint64_t>, series.path);
  for (const std::string_view part :
       {series.machine, series.object, series.parent, series.instance.value_or(std::string_view()),
        series.counter}) {
    sum = fnv1a_of_list(sum, folded(part));
  }
  return fnv1a_step(sum, series.instance_number) + (series.instance.has_value() ? 1U : 0U);
}

bool have_same_name(const Series& a, const Series& b) noexcept {
  return a.instance_number == b.instance_number &&
         a.instance.has_value() == b.instance.has_value() &&
         equal_ignoring_case(a.counter, b.counter) && equal_ignoring_case(a.object, b.object) &&
         equal_ignoring_case(a.instance.value_or(std::string_view()),
                             b.instance.value_or(std::string_view())) &&
         equal_ignoring_case(a.parent, b.parent) && equal_ignoring_case(a.machine, b.machine);
}

std::string path_of(const Series& series, std::string_view machine) {
  return write(texts_of(series, machine));
}

std::string exact_path_of(const Series& series, std::string_view machine) {
  return write(literal_pattern(parts_of(series, machine)));
}

}  // namespace openperflib
