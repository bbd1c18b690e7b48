#include "openperflib/machine/v2/set_information.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/wire/v2/counter_set_registration.h"
#include "openperflib/wire/v2/counter_strings.h"
#include "openperflib/wire/v2/instance_headers.h"

namespace openperflib {
namespace {

CounterRegistration registration_of(const CounterTemplate& counter) noexcept {
  return {.id = counter.id,
          .type = counter.type,
          .attributes = counter.attributes,
          .detail_level = counter.detail_level,
          .default_scale = counter.scale,
          .base_id = counter.base_id,
          .perf_time_id = counter.perf_time_id,
          .perf_freq_id = counter.perf_freq_id,
          .multi_id = counter.multi_id,
          .aggregate = counter.aggregate};
}

// The least of its counters.
std::uint32_t detail_level_of(const CounterSetTemplate& set) noexcept {
  const bool has_standard = std::ranges::any_of(set.counters, [](const CounterTemplate& counter) {
    return counter.detail_level <= PERF_DETAIL_NOVICE;
  });
  return has_standard ? PERF_DETAIL_NOVICE : PERF_DETAIL_ADVANCED;
}

void write_set(const CounterSetTemplate& set, std::vector<std::byte>& to) {
  append_counter_set_reg(to, set.set, detail_level_of(set),
                         static_cast<std::uint32_t>(set.counters.size()), set.instance_type);
  for (const CounterTemplate& counter : set.counters) {
    append_counter_reg(to, registration_of(counter));
  }
}

void write_text(std::string_view text, std::vector<std::byte>& to) {
  append_utf16(to, utf16_from_utf8(text));
}

// A counter of a set that nothing names is called by its id, but for those that are not shown.
std::string name_of(const CounterTemplate& counter) {
  const bool is_shown = (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
  if (!counter.name.empty() || !is_shown) return counter.name;
  return fmt::format("Counter {}", counter.id);
}

void write_names(const CounterSetTemplate& set, std::vector<std::byte>& to) {
  std::vector<CounterString> strings;
  for (const CounterTemplate& counter : set.counters) {
    strings.push_back({counter.id, utf16_from_utf8(name_of(counter))});
  }
  append_counter_strings(to, strings);
}

void write_helps(const CounterSetTemplate& set, std::vector<std::byte>& to) {
  std::vector<CounterString> strings;
  for (const CounterTemplate& counter : set.counters) {
    strings.push_back({counter.id, utf16_from_utf8(counter.help)});
  }
  append_counter_strings(to, strings);
}

bool has_language(SetInformation information) noexcept {
  return information >= SetInformation::name && information <= SetInformation::counter_helps;
}

std::expected<void, SetStatus> check_language(SetInformation information,
                                              std::uint32_t language) noexcept {
  if (language == 0 || information == SetInformation::counter) return {};
  if (!has_language(information)) return std::unexpected(SetStatus::invalid);
  return language_of(static_cast<std::uint16_t>(language)) == kEnglish
             ? std::expected<void, SetStatus>()
             : std::unexpected(SetStatus::language_unknown);
}

}  // namespace

std::expected<void, SetStatus> write_information(const ConsumerSet& set, SetInformation information,
                                                 std::uint32_t language,
                                                 std::vector<std::byte>& to) {
  to.clear();
  const auto checked = check_language(information, language);
  if (!checked.has_value()) return checked;
  switch (information) {
    case SetInformation::set:
      write_set(*set.set, to);
      return {};
    case SetInformation::counter: {
      const auto position = set.set->position_of(language);
      if (!position.has_value()) return std::unexpected(SetStatus::counter_unknown);
      append_counter_reg(to, registration_of(set.set->counters[*position]));
      return {};
    }
    case SetInformation::name:
    case SetInformation::english_name:
      write_text(set.name, to);
      return {};
    case SetInformation::help:
      write_text(set.set->help, to);
      return {};
    case SetInformation::counter_names:
    case SetInformation::english_counters:
      write_names(*set.set, to);
      return {};
    case SetInformation::counter_helps:
      write_helps(*set.set, to);
      return {};
    case SetInformation::provider_name:
      write_text(set.set->provider_name, to);
      return {};
    case SetInformation::provider:
      to.assign(set.set->provider.bytes.begin(), set.set->provider.bytes.end());
      return {};
  }
  return std::unexpected(SetStatus::invalid);
}

std::expected<void, SetStatus> write_instances(std::span<const SetInstance> instances,
                                               std::vector<std::byte>& to) {
  to.clear();
  if (instances.empty()) return std::unexpected(SetStatus::no_instance);
  for (const SetInstance& instance : instances) {
    append_instance_header(to, instance.name, instance.id);
  }
  return {};
}

}  // namespace openperflib
