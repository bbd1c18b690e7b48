#include "openperflib/provider/v2/counter_set_template.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// PERF_COUNTERSET_INFO and PERF_COUNTER_INFO.
constexpr std::size_t kSetLength = 40, kCounterLength = 32;
constexpr std::size_t kSetGuid = 0, kProviderGuid = 16, kNumCounters = 32, kInstanceType = 36;
constexpr std::size_t kCounterId = 0, kType = 4, kAttrib = 8, kDetailLevel = 20, kScale = 24;

constexpr std::uint32_t kSizeBits = 0x300;

constexpr auto kInstanceTypes = std::to_array<std::uint32_t>(
    {PERF_COUNTERSET_SINGLE_INSTANCE, PERF_COUNTERSET_MULTI_INSTANCES,
     PERF_COUNTERSET_SINGLE_AGGREGATE, PERF_COUNTERSET_MULTI_AGGREGATE,
     PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY, PERF_COUNTERSET_INSTANCE_AGGREGATE});

using Checked = std::expected<void, CounterSetFault>;

Checked fail_if(bool wrong, CounterSetFault fault) noexcept {
  if (wrong) return std::unexpected(fault);
  return {};
}

Checked check_count(std::uint64_t count) noexcept {
  OPENPERFLIB_TRY(fail_if(count == 0, CounterSetFault::no_counters));
  return fail_if(count > kMaxCounters, CounterSetFault::too_many_counters);
}

Checked check_ids(const std::vector<CounterTemplate>& counters) {
  std::vector<std::uint32_t> ids(counters.size());
  std::ranges::transform(counters, ids.begin(), &CounterTemplate::id);
  std::ranges::sort(ids);
  const bool repeated = std::ranges::adjacent_find(ids) != ids.end();
  return fail_if(repeated, CounterSetFault::repeated_counter);
}

Checked check_texts(const std::string& name, const std::string& help) {
  const bool fits = name.size() <= kMaxTextBytes && help.size() <= kMaxTextBytes &&
                    utf16_from_utf8(name).size() <= kMaxNameUnits;
  return fail_if(!fits, CounterSetFault::text_too_long);
}

// What consumers see of a counter, and what decides how its value is stored.
std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> facts_of(
    const CounterSetTemplate& set) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> facts;
  facts.reserve(set.counters.size());
  for (const CounterTemplate& counter : set.counters) {
    facts.emplace_back(counter.id, counter.type, counter.attributes);
  }
  std::ranges::sort(facts);
  return facts;
}

CounterTemplate read_counter_info(Bytes bytes) noexcept {
  return {.id = load<std::uint32_t>(bytes, kCounterId),
          .type = load<std::uint32_t>(bytes, kType),
          .attributes = load<std::uint64_t>(bytes, kAttrib),
          .detail_level = load<std::uint32_t>(bytes, kDetailLevel),
          .scale = load<std::int32_t>(bytes, kScale)};
}

}  // namespace

std::uint32_t CounterTemplate::value_width() const noexcept {
  switch (type & kSizeBits) {
    case PERF_SIZE_DWORD:
      return 4;
    case PERF_SIZE_LARGE:
      return 8;
    default:
      return 0;
  }
}

bool CounterTemplate::is_reference() const noexcept {
  return (attributes & PERF_ATTRIB_BY_REFERENCE) != 0;
}

bool CounterSetTemplate::has_one_instance() const noexcept {
  return instance_type == PERF_COUNTERSET_SINGLE_INSTANCE;
}

bool CounterSetTemplate::has_references() const noexcept {
  return std::ranges::any_of(counters, &CounterTemplate::is_reference);
}

std::optional<std::uint32_t> CounterSetTemplate::position_of(std::uint32_t id) const noexcept {
  const auto found = std::ranges::find(counters, id, &CounterTemplate::id);
  if (found == counters.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - counters.begin());
}

Checked validate(const CounterSetTemplate& set) {
  OPENPERFLIB_TRY(check_count(set.counters.size()));
  OPENPERFLIB_TRY(
      fail_if(std::ranges::find(kInstanceTypes, set.instance_type) == kInstanceTypes.end(),
              CounterSetFault::unknown_instance_type));
  OPENPERFLIB_TRY(check_ids(set.counters));
  OPENPERFLIB_TRY(check_texts(set.name, set.help));
  OPENPERFLIB_TRY(check_texts(set.provider_name, {}));
  for (const CounterTemplate& counter : set.counters) {
    OPENPERFLIB_TRY(check_texts(counter.name, counter.help));
  }
  return {};
}

std::expected<CounterSetTemplate, CounterSetFault> read_template(Bytes bytes) {
  OPENPERFLIB_TRY(fail_if(bytes.size() < kSetLength, CounterSetFault::template_too_short));
  const auto count = load<std::uint32_t>(bytes, kNumCounters);
  OPENPERFLIB_TRY(check_count(count));
  const std::size_t length = std::size_t{count} * kCounterLength;  // cannot overflow
  OPENPERFLIB_TRY(
      fail_if(!contains(bytes.size(), kSetLength, length), CounterSetFault::template_too_short));
  CounterSetTemplate set{.set = load_guid(bytes, kSetGuid),
                         .provider = load_guid(bytes, kProviderGuid),
                         .instance_type = load<std::uint32_t>(bytes, kInstanceType)};
  set.counters.reserve(count);
  for (Bytes rest = bytes.subspan(kSetLength, length); !rest.empty();
       rest = rest.subspan(kCounterLength)) {
    set.counters.push_back(read_counter_info(rest));
  }
  OPENPERFLIB_TRY(validate(set));
  return set;
}

Checked check_instance_name(const CounterSetTemplate& set, std::u16string_view name) noexcept {
  const bool named = (set.instance_type & PERF_COUNTERSET_FLAG_MULTIPLE) != 0;
  OPENPERFLIB_TRY(fail_if(named && name.empty(), CounterSetFault::name_missing));
  return fail_if(name.size() > kMaxNameUnits, CounterSetFault::name_too_long);
}

Checked check_value(const CounterTemplate& counter, std::uint32_t width) noexcept {
  OPENPERFLIB_TRY(fail_if(counter.is_reference(), CounterSetFault::is_reference));
  return fail_if(counter.value_width() != width, CounterSetFault::wrong_width);
}

bool agrees_with_registration(const CounterSetTemplate& running,
                              const CounterSetTemplate& registered) {
  return running.instance_type == registered.instance_type &&
         facts_of(running) == facts_of(registered);
}

}  // namespace openperflib
