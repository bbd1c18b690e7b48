#include "openperflib/view/text/value_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "openperflib/counter/cstatus.h"
#include "openperflib/counter/format_value.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/meanings/counter_meanings.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr double kBeyondMachines = 1e19;

std::string object_title(const Series& series, MachineNames machines) {
  if (machines == MachineNames::hidden) return fmt::format("\\{}", series.object);
  return fmt::format("\\\\{}\\{}", series.machine, series.object);
}

}  // namespace

bool has_mount_points(std::uint32_t object_title_index) noexcept {
  return object_title_index == title::kLogicalDisk || object_title_index == title::kLinuxFilesystem;
}

std::string title_instance(const Series& series) {
  std::string name(series.instance.value_or(""));
  if (has_mount_points(series.object_title_index)) std::ranges::replace(name, '\\', '/');
  const bool has_id = series.process_id != 0 && series.object_title_index != title::kProcessV2;
  const bool has_it_already =  // --names-with-ids
      name.ends_with(fmt::format("_{}", series.process_id));
  if (has_id && !has_it_already) return fmt::format("{}:{}", name, series.process_id);
  if (!series.parent.empty()) name = fmt::format("{}/{}", series.parent, name);
  return series.instance_number == 0 ? name : fmt::format("{}#{}", name, series.instance_number);
}

MachineNames machine_names_for(std::span<const Series> series) noexcept {
  const auto is_another = [&](const Series& one) { return one.machine != series.front().machine; };
  return std::ranges::any_of(series, is_another) ? MachineNames::shown : MachineNames::hidden;
}

std::string group_title(const Series& series, MachineNames machines) {
  const std::string object = object_title(series, machines);
  if (!series.instance.has_value()) return object;
  return fmt::format("{}({})", object, title_instance(series));
}

std::string list_title(const Series& series, MachineNames machines) {
  return fmt::format("{}(*)\\{}", object_title(series, machines), series.counter);
}

bool is_process_object(std::string_view object) noexcept {
  return equal_ignoring_case(object, "Process") || equal_ignoring_case(object, "Process V2") ||
         equal_ignoring_case(object, "Linux Process");
}

bool same_group(const Series& a, const Series& b) noexcept {
  return a.machine == b.machine && a.object == b.object && a.parent == b.parent &&
         a.instance == b.instance && a.instance_number == b.instance_number;
}

HumanText value_text(const Query& query, std::size_t series) {
  const Series& shown = query.binding().series()[series];
  const auto exact = exact_integer(shown.type, query.newer().counters[series]);
  const double number = query.row().values[series].number;
  if (!exact.has_value() || number < 0 || shown.shown_scale != 0) {
    return number_text(shown, number);
  }
  HumanText text = human_text(quantity_of(shown.type, shown.counter), *exact);
  const std::string_view meaning = meaning_of(shown, number);
  if (!meaning.empty()) text.unit = meaning;
  return text;
}

std::string why_missing(const Query& query, std::size_t series) {
  std::string reason = query.reason(series);
  if (reason.empty()) reason = explanation_of(query.row().values[series].status);
  return reason;
}

// A total of states is 0, which would be a state.
std::string_view meaning_of(const Series& series, double number) noexcept {
  if (series.instance == "_Total") return {};
  return value_meaning(series.object, series.counter, number);
}

std::string_view meaning_of(const Series& series, const Value& value) noexcept {
  return value.usable() ? meaning_of(series, value.number) : std::string_view();
}

bool is_state_of_process(const Series& series) noexcept {
  return equal_ignoring_case(series.object, "Linux Process") &&
         equal_ignoring_case(series.counter, "State");
}

bool is_usual_state(const Series& series, double number) noexcept {
  return is_state_of_process(series) && number < kFirstUnusualProcessState;
}

// A scaled number has the decimals that its reading had as a whole number: 13.81.
HumanText number_text(const Series& series, double number) {
  if (series.shown_scale < 0) {
    return {.number = fmt::format("{:.{}f}", number, -series.shown_scale), .unit = {}};
  }
  HumanText text = human_text(quantity_of(series.type, series.counter), number);
  const std::string_view meaning = meaning_of(series, number);
  if (!meaning.empty()) text.unit = meaning;
  return text;
}

std::string quantity_text(Quantity quantity, double number) {
  if (!std::isfinite(number)) return "?";
  if (std::abs(number) >= kBeyondMachines) return fmt::format("{:.3g}", number);
  return with_unit(human_text(quantity, number));
}

std::string aligned(const std::string& number, std::size_t before, std::size_t after) {
  const std::size_t point = std::min(number.find('.'), number.size());
  const std::size_t left = before > point ? before - point : 0;
  const std::size_t behind = number.size() - point;
  const std::size_t right = after > behind ? after - behind : 0;
  return std::string(left, ' ') + number + std::string(right, ' ');
}

}  // namespace openperflib
