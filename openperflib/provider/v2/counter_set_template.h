// CounterSetTemplate: how a provider describes one of its counter sets.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/guid.h"
#include "openperflib/provider/v2/counter_set_fault.h"

namespace openperflib {

inline constexpr std::uint32_t kNoCounterId = 0xFFFF'FFFF;  // no counter: of a base, a clock, ...
inline constexpr std::uint32_t kMaxCounters = 64'000;       // of one set
inline constexpr std::size_t kMaxNameUnits = 1'023;         // UTF-16, without the NUL: all names
inline constexpr std::size_t kMaxTextBytes = 8'192;         // UTF-8: of one name or help text

// Value: one counter. Numbers are those of perflib.h.
struct CounterTemplate {
  std::uint32_t id = 0;            // unique in its set
  std::uint32_t type = 0;          // PERF_COUNTER_RAWCOUNT, ...
  std::uint64_t attributes = 0;    // PERF_ATTRIB_ flags; all combinations are accepted
  std::uint32_t detail_level = 0;  // PERF_DETAIL_NOVICE, ...
  std::int32_t scale = 0;          // the power of ten that charts multiply by
  // Other counters of the set, which the template of perflib.h does not name but a registration
  // does; kNoCounterId: none.
  std::uint32_t base_id = kNoCounterId;
  std::uint32_t perf_time_id = kNoCounterId;
  std::uint32_t perf_freq_id = kNoCounterId;
  std::uint32_t multi_id = kNoCounterId;
  std::uint32_t aggregate = 1;  // PERF_AGGREGATE_TOTAL, which unregistered sets have, ...
  std::string name = {};        // UTF-8; empty: the registration or the id names it
  std::string help = {};
  bool operator==(const CounterTemplate&) const = default;

  // 4 or 8 bytes by the size bits of its type, and by nothing else; 0: texts have no value.
  [[nodiscard]] std::uint32_t value_width() const noexcept;
  [[nodiscard]] bool is_reference() const noexcept;
};

// Value: a set. Its counters keep the order in which the provider describes them.
struct CounterSetTemplate {
  Guid set = {};
  Guid provider = {};
  std::uint32_t instance_type = 0;  // PERF_COUNTERSET_SINGLE_INSTANCE, ...
  std::vector<CounterTemplate> counters = {};
  std::string name = {};  // UTF-8; empty: the registration or the GUID names it
  std::string help = {};
  std::string provider_name = {};
  // How the provider stores its values (SegmentCounts); 0 in what readers have: not of the set.
  std::uint32_t cell_rows = 0;
  bool operator==(const CounterSetTemplate&) const = default;

  // Returns whether the set may only have a single instance.
  [[nodiscard]] bool has_one_instance() const noexcept;
  // Returns whether at least one counter is by reference: its provider copies it on request.
  [[nodiscard]] bool has_references() const noexcept;
  // Returns the position of a counter; nullopt: the set has none with this id.
  [[nodiscard]] std::optional<std::uint32_t> position_of(std::uint32_t id) const noexcept;
};

// Checks a set by itself. Errors: the first fault.
[[nodiscard]] std::expected<void, CounterSetFault> validate(const CounterSetTemplate& set);

// Reads a PERF_COUNTERSET_INFO with its PERF_COUNTER_INFO; the result is valid. Bytes after them
// are ignored, as are Size and Offset of the counters. Errors: of the bytes, or of validate().
[[nodiscard]] std::expected<CounterSetTemplate, CounterSetFault> read_template(Bytes bytes);

// Checks whether an instance of this set may have a name.
[[nodiscard]] std::expected<void, CounterSetFault> check_instance_name(
    const CounterSetTemplate& set, std::u16string_view name) noexcept;

// Checks whether a function that writes `width` bytes may write this counter.
[[nodiscard]] std::expected<void, CounterSetFault> check_value(const CounterTemplate& counter,
                                                               std::uint32_t width) noexcept;

// Returns whether a running set agrees with the registered one: the same instance type, and the
// same counters by id, type and attributes, in any order. Consumers get ERROR_WMI_INVALID_REGINFO
// if not.
[[nodiscard]] bool agrees_with_registration(const CounterSetTemplate& running,
                                            const CounterSetTemplate& registered);

}  // namespace openperflib
