#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/cpu_idle_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr Field kTimeField{"cpuidle", "time"};
constexpr Field kUsageField{"cpuidle", "usage"};

// The number of the first C<digits> in a name.
std::optional<unsigned> c_number(std::string_view name) noexcept {
  for (std::size_t at = name.find('C'); at != std::string_view::npos; at = name.find('C', at + 1)) {
    unsigned number = 0;
    const char* const begin = name.data() + at + 1;
    const auto result = std::from_chars(begin, name.data() + name.size(), number);
    if (result.ptr == begin) continue;
    return result.ec == std::errc() ? number : 3;  // too many digits: a deep state
  }
  return std::nullopt;
}

std::vector<std::uint32_t> state_numbers(const std::vector<char>& names) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t at = 0; at < names.size();) {
    const std::string_view name(names.data() + at);
    const auto number = numbered_name(name, "state");
    if (number.has_value()) numbers.push_back(*number);
    at += name.size() + 1;
  }
  std::ranges::sort(numbers);
  return numbers;
}

void add_reading(CollectContext& context, Reading& sum, const Reading& reading) {
  if (!sum.has_value()) return;
  if (!reading.has_value()) {
    sum = reading;
  } else if (const auto total = checked_add(*sum, *reading); total.has_value()) {
    *sum = *total;
  } else {
    sum = std::unexpected(context.reasons.add("sums of idle states above 2^64-1: cpuidle",
                                              MissingReason::out_of_range));
  }
}

void fill(IdleSums& sums, const Reading& reading) noexcept {
  sums.time_us.fill(reading);
  sums.usage.fill(reading);
  sums.all_time_us = sums.all_usage = reading;
}

}  // namespace

IdleClass idle_class(std::string_view name, bool is_first_that_counts) noexcept {
  if (name == "POLL" || name == "snooze") return IdleClass::uncounted;
  const auto number = c_number(name);
  if (!number.has_value()) return is_first_that_counts ? IdleClass::c1 : IdleClass::c3;
  if (*number == 0) return IdleClass::uncounted;
  return static_cast<IdleClass>(std::min(*number, 3U) - 1);
}

CpuIdle::CpuIdle(CollectContext& context, std::uint32_t cpu)
    : folder_(fmt::format("sys/devices/system/cpu/cpu{}/cpuidle", cpu)) {
  std::vector<char> names;
  const auto listed = context.root.list(folder_.c_str(), names);
  if (!listed.has_value()) absent_ = listed.error();
  bool is_first = true;
  for (const std::uint32_t number : state_numbers(names)) {
    const std::string state = fmt::format("{}/state{}/", folder_, number);
    const auto text = context.root.read((state + "name").c_str(), context.buffer);
    const std::string_view name = text.value_or(std::string_view());
    const IdleClass group = idle_class(name.substr(0, name.find('\n')), is_first);
    is_first = is_first && group == IdleClass::uncounted;
    states_.push_back(
        {group, CpuFile(state + "time", kTimeField), CpuFile(state + "usage", kUsageField)});
  }
}

void CpuIdle::read(CollectContext& context, IdleSums& sums) {
  if (absent_ != 0) return fill(sums, std::unexpected(file_reason(context, folder_, absent_)));
  fill(sums, 0);
  for (State& state : states_) {
    const Reading time = state.time.read(context);
    const Reading usage = state.usage.read(context);
    add_reading(context, sums.all_time_us, time);
    add_reading(context, sums.all_usage, usage);
    if (state.idle_class == IdleClass::uncounted) continue;
    add_reading(context, sums.time_us[static_cast<std::size_t>(state.idle_class)], time);
    add_reading(context, sums.usage[static_cast<std::size_t>(state.idle_class)], usage);
  }
}

void CpuIdle::release(ProcRoot& root) noexcept {
  for (State& state : states_) {
    state.time.release(root);
    state.usage.release(root);
  }
}

}  // namespace openperflib::linux_objects
